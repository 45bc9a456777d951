import Foundation
import Testing

@Suite struct MessagesTests {
  /// Runs a line of the shell in which `$K` is the command; its status is the command's own.
  static func shell(_ line: String, in folder: BuiltCommand.Folder) throws -> BuiltCommand.Result {
    let program = try #require(BuiltCommand.path)
    return try BuiltCommand.run("/bin/sh", ["-c", "K='\(program)'; \(line)"], in: folder)
  }

  @Test(
    arguments: [
      ("info", "$K info a.notes", 74), ("check", "$K check --json a.notes", 74),
      ("the version", "$K --version", 74), ("help", "$K help render", 74),
      ("the manual page", "$K man", 74), ("what can be played", "$K instruments", 74),
    ] as [(String, String, Int32)])
  func `an answer that cannot be written is a failure`(
    name: String, line: String, status: Int32
  ) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.notes", Array("rh: C4:4\n".utf8))
    for target in ["> /dev/full", ">&-"] {
      let result = try Self.shell("\(line) \(target)", in: folder)
      #expect(result.status == status, "\(target): \(result.errors)")
      #expect(result.errors.contains("standard output"), "\(target): \(result.errors)")
    }
  }

  @Test func `messages never land in the audio, though standard error is closed`() throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.notes", Array("rh: C4:8@127\n".utf8))
    let line = "$K a.notes -r 8000 --gain 40 --tail none --seed 1"
    #expect(try Self.shell("\(line) -o x.wav 2>&-", in: folder).status == 0)
    #expect(try Self.shell("\(line) -o y.wav 2>said", in: folder).status == 0)
    #expect(String(decoding: folder.bytes("said"), as: UTF8.self).contains("clipped"))
    #expect(folder.bytes("x.wav") == folder.bytes("y.wav"))
  }

  @Test func `a reader that goes away ends the run, and nothing is left behind`() throws {
    let folder = try BuiltCommand.Folder()
    // Warnings enough to fill a pipe that nobody reads.
    try folder.file(
      "a.csv",
      Array(
        ("0, 0, Header, 0, 1, 480\n1, 0, Start_track\n"
          + (0..<3000).map { "1, \($0), Note_on_c, 0, 60, 80\n" }.joined()
          + "1, 3000, End_track\n0, 0, End_of_file\n").utf8))
    let result = try Self.shell(
      "{ $K a.csv -r 8000 -o x.wav --progress always 2>&1; echo $? >status; } | head -c 1",
      in: folder)
    #expect(result.status == 0)
    let status = String(decoding: folder.bytes("status"), as: UTF8.self)
    #expect(status == "141\n" || status == "0\n")
    #expect(!folder.names.contains { $0.contains(".klavier-") }, "\(folder.names)")
  }
}
