import Foundation
import Testing

@testable import klavier

/// Names on Linux are bytes; those that are not UTF-8 are refused with a sentence, wherever they stand.
@Suite struct PathsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let status: Int32
    let says: String
    var testDescription: String { line }
  }

  @Test(arguments: [
    Row(line: #""$0" $'\xff.mid' -o x.wav"#, status: 2, says: #"'\xff.mid' is not UTF-8"#),
    Row(line: #""$0" a.mid -o $'x\xfe.wav'"#, status: 2, says: #"'x\xfe.wav' is not UTF-8"#),
    Row(line: #""$0" info $'\xff'"#, status: 2, says: #"'\xff' is not UTF-8"#),
    Row(
      line: #"mkdir s; cp a.mid $'s/\xff.mid'; "$0" batch s --out-dir o"#, status: 66,
      says: #"a name that is not UTF-8: '\xff.mid'"#),
    Row(
      line: #"mkdir $'\xff'; ln -s $'\xff/y' x.wav; echo > $'\xff/y'; "$0" a.mid -o x.wav"#,
      status: 73, says: "it leads to a file whose name is not UTF-8"),
    // The folder that one is in may be called anything, and old files in it too.
    Row(
      line: #"mkdir $'\xff'; cd $'\xff'; "$0" ../a.mid -o x.wav; "$0" ../a.mid -o x.wav && ls"#,
      status: 0, says: ""),
  ])
  func `a name that is not UTF-8`(row: Row) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.mid", InfoTests.chord)
    let result = try BuiltCommand.run(
      "/bin/bash", ["-c", row.line, #require(BuiltCommand.path)], in: folder)
    #expect(result.status == row.status, "\(result.errors)")
    #expect(result.errors.contains(row.says) || row.says.isEmpty, "\(result.errors)")
    if row.status == 0 { #expect(result.text == "x.wav\n") }
  }

  @Test func `markers move with the begin of the file`() throws {
    let folder = try BuiltCommand.Folder()
    // A quarter of silence, a note of a quarter; markers at its begin and at its end.
    let events: [UInt8] = [
      0, 0xFF, 6, 1, 65, 0x83, 0x60, 0x90, 60, 100, 0x83, 0x60, 60, 0, 0, 0xFF, 6, 1, 66,
    ]
    try folder.file("a.mid", InfoTests.smf(events))
    let whole = try BuiltCommand.run(["a.mid", "-o", "a.wav", "-r", "8000", "-q"], in: folder)
    let cut = try BuiltCommand.run(
      ["a.mid", "-o", "b.wav", "-r", "8000", "-q", "--trim-start"], in: folder)
    #expect(whole.status == 0 && cut.status == 0, "\(whole.errors)\(cut.errors)")
    func facts(_ name: String) throws -> (frames: Int, markers: [Int]) {
      let json = try BuiltCommand.run(["info", "--json", name], in: folder).json
      let markers = json["markers"] as? [[String: Any]] ?? []
      return (json["frames"] as? Int ?? 0, markers.map { $0["frame"] as? Int ?? -1 })
    }
    let (a, b) = (try facts("a.wav"), try facts("b.wav"))
    let trimmed = a.frames - b.frames
    #expect(a.markers.count == 2 && a.markers[0] == 0)
    // The rest of a quarter is left out: half a second, and what the hammer needs.
    #expect(trimmed >= 4000 && trimmed < 4200, "\(trimmed)")
    #expect(b.markers == [0, a.markers[1] - trimmed])
  }

  @Test func `a verbose run tells what it does and how long that takes`() throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.mid", InfoTests.chord)
    let result = try BuiltCommand.run(
      ["a.mid", "-o", "x.wav", "-v", "--jobs", "1", "--json"], in: folder)
    let lines = result.errors.split(separator: "\n").map(String.init)
    let wanted = [
      "backend native, 1 job", "s  instrument ready: grand", "s  score read: a.mid, 2 notes",
      "s  played: ", "s  written: x.wav, ",
    ]
    #expect(lines.count == wanted.count, "\(result.errors)")
    for (line, text) in zip(lines, wanted) { #expect(line.contains(text), "\(line)") }
    #expect(result.json["notes"] as? Int == 2)
  }
}
