import Foundation
import Glibc
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

  @Test func `a full pipe is waited for`() throws {
    let result = try shell(
      "\"$0\" a.mid -o - -f raw --tail 2 -q | (sleep 0.3; wc -c); echo ${PIPESTATUS[0]}")
    // Two and a half seconds of two channels of 16 bits, more than a pipe holds.
    #expect(result.text == "441000\n0\n")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make a small file system"))
  func `a full disk is a failed write; the old file stands`() throws {
    let result = try shell(
      """
      mkdir d; mount -t tmpfs -o size=1m tmpfs d || exit 0
      cp x.wav d; "$0" a.mid -o d/x.wav -r 96000 -e f64 --tail 1 -q; echo $?
      "$0" a.mid -o y.wav -r 96000 --stems d/s -e f64 --tail 1 -q; echo $?
      ls -A d; cat d/x.wav; ls y.wav; umount d
      """)
    if result.text.isEmpty { return }  // no right to mount
    #expect(result.text == "74\n74\nx.wav\nprecious", "\(result.errors)")
    #expect(result.errors.contains("cannot write d/x.wav: No space left on device"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make a file system that cannot be written"))
  func `a read-only file system is told at once`() throws {
    let result = try shell(
      """
      mkdir d; mount -t tmpfs -o size=1m tmpfs d || exit 0
      cp x.wav d; mount -o remount,ro d; "$0" a.mid -o d/x.wav --tail 86400 -q; echo $?
      cat d/x.wav; umount d
      """)
    if result.text.isEmpty { return }  // no right to mount
    #expect(result.text == "73\nprecious", "\(result.errors)")
    #expect(result.errors.contains("Read-only file system"))
  }

  @Test func `a limit on the size of files is a failed write`() throws {
    let result = try shell("ulimit -f 4; \"$0\" a.mid -o x.wav")
    #expect(result.status == 74)
    #expect(result.errors.contains("File too large"))
    #expect(folder.names == ["a.mid", "x.wav"])
    #expect(folder.bytes("x.wav") == Array("precious".utf8))
  }
}
