import FluidBackend
import Foundation
import Testing

@testable import klavier

/// Where the tests find something to play with.
enum InstalledFont {
  static let font: String? = SoundFontSearch.found(in: SoundFontSearch.folders).first
  static let comment: Comment = "needs libfluidsynth3 and a SoundFont, as in timgm6mb-soundfont"
}

@Suite struct RenderTests {
  let folder: BuiltCommand.Folder

  init() throws {
    folder = try BuiltCommand.Folder()
    try folder.file("a.mid", InfoTests.chord)
  }

  func run(_ line: String, input: [UInt8] = []) throws -> BuiltCommand.Result {
    try BuiltCommand.run(line.split(separator: " ").map(String.init), in: folder, input: input)
  }

  @Test func `a score becomes a file of the right length`() throws {
    let result = try run("a.mid -o x.wav --tail none --json")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.json["frames"] as? Int == 22050)
    #expect(result.json["notes"] as? Int == 2)
    #expect(result.json["output"] as? String == "x.wav")
    #expect(result.json["backend"] as? String == "native")
    #expect(result.json["instrument"] as? String == "grand")
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
    #expect(result.errors.hasPrefix("{\"output\":\"-\""))
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
    Bad(line: "a.mid a.mid -o x.wav", status: 2, says: "one -o for 2 inputs"),
    Bad(line: "a.mid -o x.wav -b fluidsynth -i grand", status: 2, says: "the grand is built in"),
    Bad(line: "a.mid -o x.wav --tracks 2", status: 2, says: "there is no track '2'"),
    Bad(line: "a.mid -o x.wav --start 9", status: 2, says: "which lasts 0.5 s"),
    Bad(line: "a.mid -o x.wav --start 0.2 --end 0.1", status: 2, says: "--end does not lie behind"),
    Bad(line: "a.mid -o x.wav --temperament no.scl", status: 66, says: "no.scl"),
    Bad(line: "a.mid -o x.wav --temperament a.mid", status: 65, says: "a.mid"),
    Bad(line: "a.mid -o no/x.wav", status: 73, says: "No such file or directory"),
    Bad(line: "a.mid -o . -f wav", status: 73, says: "Is a directory"),
    Bad(line: "a.mid -o a.mid -f wav", status: 73, says: "is also an input"),
    Bad(line: "a.mid -o /dev/full", status: 74, says: "No space left"),
    // The audio does not stand without what was to stand beside it.
    Bad(line: "a.mid -o x.wav --labels full.csv", status: 74, says: "No space left"),
    Bad(line: "hangs.mid -o x.wav --warnings error", status: 1, says: "--warnings error"),
    Bad(line: "hangs.mid -o no/x.wav --stems s/t", status: 73, says: "No such file or directory"),
  ])
  func `a failure has its status, says why and leaves nothing`(row: Bad) throws {
    try folder.file("cut.mid", InfoTests.chord.prefix(20))
    try folder.file("hangs.mid", InfoTests.smf([0, 0x90, 60, 80]))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("full.csv"), withDestinationPath: "/dev/full")
    let before = folder.names
    let result =
      row.line.isEmpty ? try BuiltCommand.run(["--what"], in: folder) : try run(row.line)
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

  @Test func `a range without notes is the reason for silence`() throws {
    try folder.file("a.notes", Array("tempo 240\nv: r:1 C4:16".utf8))
    let result = try run("a.notes -o x.wav --end 0.5 --json")
    #expect(result.status == 0)
    #expect(result.errors.contains("silent: no note sounds in this range"))
    #expect(result.json["notes"] as? Int == 1 && result.json["notesPlayed"] as? Int == 0)
  }

  @Test(arguments: [
    ("", 6, 6), ("--repeat 3", 6, 18), ("--tracks rh", 6, 4), ("--tracks rh --repeat 3", 6, 12),
    ("--end 0.1", 6, 4), ("--start 0.1", 6, 4), ("--start 0.3", 6, 2),
  ])
  func `notes are those read, notes played those in the labels`(
    options: String, read: Int, played: Int
  ) throws {
    // Sixteenths of 62.5 ms; the last note of each hand is long.
    let script = "tempo 240\nrh: C4:16 D E F:4\nlh: C3:16 D:4"
    try folder.file("a.notes", Array(script.utf8))
    let result = try run("a.notes -o x.wav --tail none --labels x.csv --json " + options)
    #expect(result.json["notes"] as? Int == read)
    #expect(result.json["notesPlayed"] as? Int == played)
    let rows =
      String(decoding: folder.bytes("x.csv"), as: UTF8.self).split(separator: "\n").count - 1
    #expect(rows == played)
  }

  @Test func `a sequence that the file does not have is refused`() throws {
    var bytes = InfoTests.chord
    bytes[9] = 2
    try folder.file("two.mid", bytes)
    let result = try run("two.mid -o x.wav --sequence 3")
    #expect(result.status == 2)
    #expect(result.errors.contains("there is no sequence 3 (the file has 1 sequence)"))
    #expect(!folder.names.contains("x.wav"))
  }

  @Test func `a render tells twenty warnings of a score, check all of them`() throws {
    // 150 keys that never go up, on two channels.
    let ons = (0..<150).flatMap { note -> [UInt8] in
      [0, UInt8(0x90 | note / 128), UInt8(note % 128), 1]
    }
    try folder.file("many.mid", InfoTests.smf(ons))
    let rendered = try run("many.mid -o x.wav --tail none -q")
    let told = rendered.errors.split(separator: "\n").filter { $0.contains("is never released") }
    #expect(told.count == 20)
    #expect(rendered.errors.contains("and 130 more warnings (klavier check lists them)"))
    let checked = try run("check many.mid")
    #expect(checked.errors.split(separator: "\n").count == 150)
  }

  @Test func `a drum channel is left out by the grand unless it is wished`() throws {
    try folder.file("drum.mid", InfoTests.smf([0, 0x99, 36, 80, 10, 36, 0]))
    let without = try run("drum.mid -o x.wav --json")
    #expect(without.json["notesLeftOut"] as? Int == 1)
    #expect(without.errors.contains("silent: all notes are on drum channels"))
    let with = try run("drum.mid -o x.wav --percussion on --json")
    #expect(with.errors == "")
    #expect(with.json["notesLeftOut"] as? Int == 0)
  }

  struct Remark: Sendable, CustomTestStringConvertible {
    let name: String
    /// Behind `a.mid -o x.wav`.
    let line: String
    let says: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Remark(
      name: "no block of 0.4 s", line: "--normalize=lufs:-16 --end 0.3 --tail none",
      says: "too short or too soft to have a loudness"),
    Remark(
      name: "a limit below the goal", line: "--normalize=lufs:-8 --limit=-30",
      says: "LUFS, not -8: the limit of -30 dBTP leaves no more"),
    Remark(
      name: "a goal above full scale", line: "--normalize=lufs:0",
      says: "(a lower goal or --limit would avoid it)"),
    Remark(
      name: "a pedal and no note", line: "--mute 1",
      says: "no note is heard: all tracks with notes are muted"),
  ])
  func `a level that is not what one thinks is told`(row: Remark) throws {
    // The pedal goes down with its noise, then C4 for a second.
    try folder.file(
      "p.mid",
      InfoTests.smf([0, 0xB0, 64, 127, 0x60, 0x90, 60, 100, 0x87, 0x40, 60, 0, 0, 0xB0, 64, 0]))
    let result = try run("p.mid -o x.wav \(row.line)")
    #expect(result.status == 0)
    #expect(result.errors.contains(row.says), "\(result.errors)")
  }

  @Test func `clipping is counted and the cure is told`() throws {
    let result = try run("a.mid -o x.wav --gain 40 --json")
    #expect(result.status == 0)
    let peak = result.json["peakDBFS"] as? Double ?? 0
    #expect(peak > 0)
    #expect(result.json["clipped"] as? Int ?? 0 > 0)
    #expect(result.errors.contains("clipped"))
    // The gain that is named is enough.
    let named = try #require(result.errors.firstMatch(of: /--gain (-?[0-9.]+)/))
    let cured = try run("a.mid -o x.wav --gain \(named.1) --dither none --json")
    #expect(cured.json["clipped"] as? Int == 0, "\(cured.errors)")
  }
}

@Suite(.enabled(if: InstalledFont.font != nil, InstalledFont.comment)) struct FluidRenderTests {
  @Test func `FluidSynth plays and names its SoundFont`() throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.mid", InfoTests.chord)
    let result = try BuiltCommand.run(
      ["a.mid", "-b", "fluidsynth", "-o", "x.wav", "--tail", "none", "--json"], in: folder)
    #expect(result.status == 0)
    #expect(result.json["backend"] as? String == "fluidsynth")
    #expect((result.json["instrument"] as? String)?.isEmpty == false)
    #expect(result.json["frames"] as? Int == 22050)
  }

  @Test(
    arguments: [
      (["-i", "none.sf2"], 69, "none.sf2"), (["-i", "a.mid"], 69, "a.mid"),
      (["-r", "192000"], 2, "96000"),
    ] as [([String], Int32, String)])
  func `what FluidSynth cannot do is said`(
    options: [String], status: Int32, says: String
  ) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.mid", InfoTests.chord)
    let result = try BuiltCommand.run(
      ["a.mid", "-b", "fluidsynth", "-o", "x.wav"] + options, in: folder)
    #expect(result.status == status)
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(folder.names == ["a.mid"])
  }
}
