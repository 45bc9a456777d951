import FluidBackend
import Foundation
import Testing

@testable import klavier

/// Where the tests find something to play with.
enum InstalledFont {
  static let font: String? = SoundFontSearch.found(in: SoundFontSearch.folders).first
  static let comment: Comment = "needs libfluidsynth3 and a SoundFont, as in timgm6mb-soundfont"
}

@Suite(.enabled(if: InstalledFont.font != nil, InstalledFont.comment)) struct RenderTests {
  let folder: Program.Folder

  init() throws {
    folder = try Program.Folder()
    try folder.file("a.mid", InfoTests.chord)
  }

  func run(_ line: String, input: [UInt8] = []) throws -> Program.Result {
    try Program.run(
      line.split(separator: " ").map(String.init) + ["-b", "fluidsynth"], in: folder, input: input)
  }

  @Test func `a score becomes a file of the right length`() throws {
    let result = try run("a.mid -o x.wav --tail none --json")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.json["frames"] as? Int == 22050)
    #expect(result.json["notes"] as? Int == 2)
    #expect(result.json["output"] as? String == "x.wav")
    #expect(result.json["backend"] as? String == "fluidsynth")
    #expect(result.json["sha256"] is NSNull)
    // A header of 44 bytes and two channels of 16 bits.
    #expect(folder.bytes("x.wav").count == 44 + 22050 * 4)
    #expect(folder.names == ["a.mid", "x.wav"])
  }

  @Test func `without -o the input gives its name and nothing is overwritten`() throws {
    #expect(try run("a.mid -f flac").status == 0)
    #expect(folder.bytes("a.flac").starts(with: Array("fLaC".utf8)))
    let again = try run("a.mid -f flac")
    #expect(again.status == 73)
    #expect(again.errors.contains("a.flac exists already"))
    #expect(try run("a.mid -f flac --force").status == 0)
  }

  @Test func `audio on standard output is alone there`() throws {
    let result = try run("- -o - --json --tail none", input: InfoTests.chord)
    #expect(result.status == 0)
    #expect(Array(result.output.prefix(4)) == Array("RIFF".utf8))
    #expect(result.output.count == 44 + 22050 * 4)
    #expect(result.errors.hasPrefix("{\"output\":\"standard output\""))
  }

  @Test func `a quiet run says nothing`() throws {
    let result = try run("a.mid -o x.wav -q")
    #expect(result.status == 0)
    #expect(result.errors == "" && result.output.isEmpty)
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let line: String
    let status: Int32
    let says: String
    var testDescription: String { line }
  }

  @Test(arguments: [
    Bad(line: "", status: 2, says: "there is no option"),
    Bad(line: "none.mid", status: 66, says: "none.mid: error: No such file or directory"),
    Bad(line: ".", status: 66, says: "Is a directory"),
    Bad(line: "cut.mid", status: 65, says: "cut.mid: "),
    Bad(line: "a.mid -o x.xyz", status: 2, says: "does not say which format"),
    Bad(line: "a.mid -o x", status: 2, says: "flac"),
    Bad(line: "a.mid -o x.flac -e f32", status: 2, says: "s16"),
    Bad(line: "a.mid a.mid -o x.wav", status: 2, says: "one output for 2 inputs"),
    Bad(line: "a.mid -o x.wav -i none.sf2", status: 69, says: "none.sf2"),
    Bad(line: "a.mid -o x.wav -i a.mid", status: 69, says: "a.mid"),
    Bad(line: "a.mid -o x.wav -i grand", status: 2, says: "the grand is built in"),
    Bad(line: "a.mid -o x.wav -r 192000", status: 2, says: "96000"),
    Bad(line: "a.mid -o no/x.wav", status: 73, says: "No such file or directory"),
    Bad(line: "a.mid -o . -f wav", status: 73, says: "Is a directory"),
    Bad(line: "a.mid -o a.mid -f wav", status: 73, says: "is also an input"),
    Bad(line: "a.mid -o /dev/full", status: 74, says: "No space left"),
    Bad(line: "hangs.mid -o x.wav --warnings error", status: 1, says: "--warnings error"),
  ])
  func `a failure has its status, says why and leaves nothing`(row: Bad) throws {
    try folder.file("cut.mid", InfoTests.chord.prefix(20))
    try folder.file("hangs.mid", InfoTests.smf([0, 0x90, 60, 80]))
    let before = folder.names
    let result =
      row.line.isEmpty ? try Program.run(["--what"], in: folder) : try run(row.line)
    #expect(result.status == row.status, "\(result.errors)")
    #expect(result.errors.contains(row.says), "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(folder.names == before)
    #expect(folder.bytes("a.mid") == InfoTests.chord)
  }

  @Test func `silence is told with its reason`() throws {
    try folder.file("empty.mid", InfoTests.smf([]))
    let result = try run("empty.mid -o x.wav --json")
    #expect(result.status == 0)
    #expect(result.errors.contains("silent: no notes"))
    try folder.file("drum.mid", InfoTests.smf([0, 0x99, 36, 80, 10, 36, 0]))
    let drum = try run("drum.mid -o x.wav --percussion off --json")
    #expect(drum.errors.contains("silent: all notes are on drum channels"))
    #expect(drum.json["notesLeftOut"] as? Int == 1)
  }

  @Test func `clipping is counted and the cure is told`() throws {
    let result = try run("a.mid -o x.wav --gain 40 --json")
    #expect(result.status == 0)
    let peak = result.json["peakDBFS"] as? Double ?? 0
    #expect(peak > 0)
    #expect(result.json["clipped"] as? Int ?? 0 > 0)
    #expect(result.errors.contains("clipped"))
    // The gain that is named is enough.
    let named = result.errors.split(separator: " ").first { $0.hasPrefix("-") && $0.last != "o" }
    let less = 40 + (Double(named ?? "") ?? 0)
    let cured = try run("a.mid -o x.wav --gain \(less) --dither none --json")
    #expect(cured.json["clipped"] as? Int == 0, "\(cured.errors)")
  }
}
