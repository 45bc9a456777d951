import Foundation
import Testing

/// Runs that are ended from outside: nothing is left, the old file stands, the status says how.
@Suite struct SignalsTests {
  let folder: BuiltCommand.Folder

  init() throws {
    folder = try BuiltCommand.Folder()
    try folder.file("a.mid", InfoTests.chord)
    try folder.file("x.wav", Array("precious".utf8))
  }

  /// A shell line with the command as `$0`.
  func shell(_ line: String) throws -> BuiltCommand.Result {
    try BuiltCommand.run(
      "/bin/bash", ["-c", line, #require(BuiltCommand.path)], in: folder)
  }

  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)] as [(String, Int32)])
  func `an interrupted run leaves the old file alone`(name: String, status: Int32) throws {
    // A day of silence takes long enough; the signal comes as soon as there is a temporary file.
    let result = try shell(
      """
      set -m; "$0" a.mid -o x.wav --tail 86400 & pid=$!
      for i in {1..200}; do ls -A | grep -q klavier- && break; sleep 0.01; done
      ls -A | grep -c klavier-; kill -\(name) $pid; wait $pid
      """)
    #expect(result.text == "1\n")
    #expect(result.status == status)
    #expect(folder.names == ["a.mid", "x.wav"])
    #expect(folder.bytes("x.wav") == Array("precious".utf8))
  }

  @Test func `what a killed run has left the next one removes`() throws {
    _ = try shell(
      """
      set -m; "$0" a.mid -o x.wav --tail 86400 & pid=$!
      for i in {1..200}; do ls -A | grep -q klavier- && break; sleep 0.01; done
      kill -KILL $pid; wait $pid
      """)
    #expect(folder.names.count == 3)
    #expect(folder.bytes("x.wav") == Array("precious".utf8))
    #expect(try shell("\"$0\" a.mid -o y.wav").status == 0)
    #expect(folder.names == ["a.mid", "x.wav", "y.wav"])
  }

  @Test func `a closed pipe ends it quietly`() throws {
    let result = try shell(
      "\"$0\" a.mid -o - -f raw --tail 3600 -q | head -c 8 >/dev/null; echo ${PIPESTATUS[0]}")
    #expect(result.text == "141\n")
    #expect(result.errors == "")
  }

  @Test func `a limit on the size of files is a failed write`() throws {
    let result = try shell("ulimit -f 4; \"$0\" a.mid -o x.wav")
    #expect(result.status == 74)
    #expect(result.errors.contains("File too large"))
    #expect(folder.names == ["a.mid", "x.wav"])
    #expect(folder.bytes("x.wav") == Array("precious".utf8))
  }
}
