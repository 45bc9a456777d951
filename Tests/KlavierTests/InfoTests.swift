import Foundation
import Testing

@Suite struct InfoTests {
  /// A file of one track: 480 ticks a quarter, these bytes and an end of track.
  static func smf(_ events: [UInt8]) -> [UInt8] {
    let body = events + [0, 0xFF, 0x2F, 0]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
      + [0, 0, UInt8(body.count >> 8), UInt8(body.count & 255)] + body
  }

  /// C4 and E4 together for half a second, E4 written first.
  static let chord = smf([0, 0x90, 64, 80, 0, 60, 90, 0x83, 0x60, 64, 0, 0, 60, 0])

  @Test func `json tells the notes by onset and key`() throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.mid", Self.chord)
    let result = try BuiltCommand.run(["info", "a.mid", "--json"], in: folder)
    #expect(result.status == 0)
    #expect(result.json["kind"] as? String == "smf")
    #expect(result.json["notes"] as? Int == 2)
    #expect(result.json["end"] as? Double == 0.5)
    let first = result.json["first"] as? [[String: Any]] ?? []
    #expect(first.map { $0["key"] as? Int } == [60, 64])
    #expect(first.map { $0["velocity"] as? Int } == [90, 80])
    #expect(first.map { $0["off"] as? Double } == [0.5, 0.5])
    #expect(result.text.filter { $0 == "\n" }.count == 1)
    #expect(result.errors == "")
  }

  @Test func `a person reads length, notes and range`() throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.mid", Self.chord)
    let result = try BuiltCommand.run(["info", "a.mid"], in: folder)
    #expect(
      result.text == """
        a.mid: smf format 0, 1 track, 2 notes, 0.5 s
          tempo: 120
          meter: 4/4
          track 1: 2 notes, C4 to E4, channel 1

        """)
  }

  @Test func `a tempo that moves is told with where it goes`() throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.notes", "tempo 72..54 over 1/1 at b2\nrh: C4:1 | D:1 |\n".utf8)
    let result = try BuiltCommand.run(["info", "a.notes"], in: folder)
    #expect(result.text.contains("  tempo: 120 at 0:00, 72..54 at 0:02\n"), "\(result.text)")
  }

  @Test func `the words of a karaoke file are lyrics`() throws {
    func text(_ words: String) -> [UInt8] { [0, 0xFF, 1, UInt8(words.utf8.count)] + words.utf8 }
    let folder = try BuiltCommand.Folder()
    let words = ["@TMary", "\\Ma", "ry ", "had", "/a ", "lamb"].flatMap(text)
    try folder.file("a.kar", Self.smf(words + [0, 0x90, 60, 90, 10, 60, 0]))
    try folder.file("b.mid", Self.smf(text("/not sung") + [0, 0x90, 60, 90, 10, 60, 0]))
    let told = try BuiltCommand.run(["info", "a.kar"], in: folder)
    #expect(told.text.hasSuffix("  lyrics:\n    Mary had a lamb\n"), "\(told.text)")
    #expect(
      try BuiltCommand.run(["info", "b.mid", "--json"], in: folder).json["lyrics"] == nil)
  }

  @Test func `standard input is an input`() throws {
    let result = try BuiltCommand.run(["info", "-", "--json"], input: Self.chord)
    #expect(result.status == 0)
    #expect(result.json["file"] as? String == "standard input")
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let status: Int32
    let says: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Bad(arguments: ["info", "none.mid"], status: 66, says: "none.mid: error: No such file"),
    Bad(arguments: ["info", "."], status: 66, says: ".: error: Is a directory"),
    Bad(arguments: ["info", "empty"], status: 65, says: "empty: error: an empty file"),
    Bad(arguments: ["info", "cut.mid"], status: 65, says: "cut.mid: "),
    Bad(arguments: ["info"], status: 2, says: "klavier: error: info wants a file"),
    Bad(arguments: ["info", "a.mid", "--reverb", "1"], status: 2, says: "--reverb"),
    Bad(arguments: ["info", "a.mid", "--gain", "1"], status: 2, says: "info has no option --gain"),
    Bad(arguments: ["check", "cut.mid"], status: 65, says: "cut.mid: "),
  ])
  func `what cannot be read is said with its status`(row: Bad) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("empty", [])
    try folder.file("cut.mid", Self.chord.prefix(10))
    let result = try BuiltCommand.run(row.arguments, in: folder)
    #expect(result.status == row.status)
    #expect(result.errors.contains(row.says), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func `a warning is an error where that is wished`() throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("hangs.mid", Self.smf([0, 0x90, 60, 80]))
    let told = try BuiltCommand.run(["info", "hangs.mid"], in: folder)
    #expect(told.status == 0)
    #expect(told.errors.contains("warning: "))
    #expect(
      try BuiltCommand.run(["info", "hangs.mid", "--warnings", "error"], in: folder).status == 1)
    #expect(
      try BuiltCommand.run(["check", "hangs.mid", "--warnings", "error"], in: folder).status == 1)
    #expect(try BuiltCommand.run(["check", "hangs.mid"], in: folder).status == 0)
  }
}
