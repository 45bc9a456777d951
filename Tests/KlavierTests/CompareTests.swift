import Foundation
import Testing

@Suite struct CompareTests {
  let folder: BuiltCommand.Folder

  /// A second of 441 Hz, the same half as loud, and noise.
  init() throws {
    folder = try BuiltCommand.Folder()
    let tone = (0..<8000).map { Float(0.5 * sin(2 * Double.pi * 441 * Double($0) / 8000)) }
    try folder.file("tone.wav", ReportPageTests.floats(tone))
    try folder.file("silence.wav", ReportPageTests.floats(tone.map { _ in 0 }))
    // White by a generator of the tests' own, 80 dB down.
    var seed: UInt32 = 1
    let hiss = tone.map { _ in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return Float(Int32(bitPattern: seed)) * 0x1p-31 * 1e-4
    }
    try folder.file("hiss.wav", ReportPageTests.floats(hiss))
    try folder.file("long.wav", ReportPageTests.floats(tone + tone.map { _ in 0 }))
    try folder.file("half.wav", ReportPageTests.floats(tone.map { $0 / 2 }))
    try folder.file("a.notes", Array("rh: C4:4\n".utf8))
    try folder.file("nan.wav", ReportPageTests.floats([0, .nan]))
    try folder.file("huge.wav", ReportPageTests.floats([0, 1e25, -1e25]))
    var fast = ReportPageTests.floats(tone)
    fast.replaceSubrange(24..<28, with: [0, 0, 0, 0x7F])  // 2 GHz
    try folder.file("fast.wav", fast)
  }

  @Test(
    arguments: [
      ("the same", ["tone.wav", "tone.wav"], 0, ""),
      ("6 dB apart", ["tone.wav", "half.wav", "--tolerance", "listening"], 1, ""),
      ("6 dB apart, allowed", ["tone.wav", "half.wav", "--max-level", "6.1"], 0, ""),
      ("silence for a tone", ["tone.wav", "silence.wav", "--max-level", "1"], 1, ""),
      ("a tone for silence", ["silence.wav", "tone.wav", "--max-level", "1"], 1, ""),
      ("silence, by what is left", ["tone.wav", "silence.wav", "--max-residual", "-40"], 1, ""),
      ("hiss for a tone", ["tone.wav", "hiss.wav", "--max-residual", "-40"], 1, ""),
      ("one file", ["tone.wav"], 2, "compare"),
      ("no numbers", ["tone.wav", "nan.wav"], 65, "no numbers"),
      ("no sound", ["tone.wav", "huge.wav"], 65, "no sound"),
      ("no rate", ["tone.wav", "fast.wav"], 65, "not supported"),
      ("not there", ["tone.wav", "none.wav"], 66, "none.wav"),
      ("a longer file", ["tone.wav", "long.wav", "--tolerance", "bits:1"], 1, "frames against"),
      ("a longer file, heard", ["tone.wav", "long.wav", "--tolerance", "listening"], 0, "frames"),
      // A limit stands in the profile's place, on whichever side of it.
      (
        "a profile behind its limit",
        ["tone.wav", "half.wav", "--max-level", "6.1", "--tolerance", "listening"], 0, ""
      ),
      ("a tempo of sounds", ["tone.wav", "half.wav", "--tempo", "2"], 2, "both are sounds"),
      ("a rate of sounds", ["tone.wav", "half.wav", "-r", "8000"], 2, "both are sounds"),
      ("notes of sounds", ["tone.wav", "half.wav", "--max-pitch", "5"], 2, "notes of a score"),
      ("a note's level of sounds", ["tone.wav", "half.wav", "--max-note", "1"], 2, "of a score"),
      ("threads of sounds", ["tone.wav", "tone.wav", "--jobs", "1"], 0, ""),
      ("an encoding of nothing", ["tone.wav", "half.wav", "-e", "s16"], 2, "--difference"),
      ("a size of nothing", ["tone.wav", "half.wav", "--size", "300x200"], 2, "--picture"),
      ("a theme of nothing", ["tone.wav", "half.wav", "--theme", "dark"], 2, "--picture"),
      (
        "backends of two", ["a.notes", "half.wav", "--backends", "native,fluidsynth"], 2,
        "two inputs"
      ),
      (
        "three backends",
        ["a.notes", "--backends", "native,fluidsynth", "-b", "native", "-i", "x.sf2"], 2, "a third"
      ),
      (
        "a stretch of SoundFonts", ["a.notes", "-i", "x.sf2", "-i", "y.sf2", "--stretch", "1.2"], 2,
        "--stretch is for the grand"
      ),
      (
        "nothing to limit", ["silence.wav", "hiss.wav", "--max-onset", "5", "--max-level", "200"],
        1, "nothing to check"
      ),
    ] as [(String, [String], Int32, String)])
  func `it tells same from different, and what is no sound`(
    name: String, arguments: [String], status: Int32, said: String
  ) throws {
    let result = try BuiltCommand.run(["compare"] + arguments, in: folder)
    #expect(result.status == status, "\(result.text)\(result.errors)")
    if !said.isEmpty { #expect(result.errors.contains(said), "\(result.errors)") }
  }

  @Test func `what a profile cannot check without a score is told`() throws {
    let result = try BuiltCommand.run(
      ["compare", "tone.wav", "half.wav", "--tolerance", "listening"], in: folder)
    #expect(result.text.contains("not checked         "), "\(result.text)")
    #expect(result.text.contains("pitch of a note, level of a note (no score)"))
    let told = try BuiltCommand.run(
      ["compare", "tone.wav", "half.wav", "--tolerance", "backend", "--json"], in: folder
    ).json
    let unchecked = told["unchecked"] as? [String] ?? []
    #expect(unchecked.suffix(2) == ["pitch of a note", "level of a note"])
  }

  @Test func `one channel against two, silence and what is left are said in words`() throws {
    var stereo = ReportPageTests.floats((0..<1000).map { Float($0 % 50) / 100 })
    stereo.replaceSubrange(22..<24, with: [2, 0])
    stereo.replaceSubrange(32..<34, with: [8, 0])
    try folder.file("stereo.wav", stereo)
    let channels = try BuiltCommand.run(["compare", "tone.wav", "stereo.wav"], in: folder)
    #expect(channels.errors.contains("stereo.wav: warning: 2 channels against 1"))
    let silent = try BuiltCommand.run(
      ["compare", "tone.wav", "silence.wav", "--max-level", "1"], in: folder)
    #expect(silent.text.contains("level               the second is silent\n"), "\(silent.text)")
    #expect(silent.text.hasPrefix("different: the second is silent and the other is not\n"))
    let longer = try BuiltCommand.run(["compare", "tone.wav", "long.wav"], in: folder)
    #expect(longer.text.contains("residual            nothing is left\n"), "\(longer.text)")
  }

  @Test func `a wrong note of a score is missing and another one added`() throws {
    try folder.file("right.notes", Array("tempo 240\nrh: [C4 E4 G4]:8 C5\n".utf8))
    try folder.file("wrong.notes", Array("tempo 240\nrh: [C4 Eb4 G4]:8 C5\n".utf8))
    let line = ["compare", "right.notes", "wrong.notes", "-r", "8000", "--tail", "0.1"]
    for profile in ["backend", "listening"] {
      let result = try BuiltCommand.run(line + ["--tolerance", profile], in: folder)
      #expect(result.status == 1)
      #expect(result.text.contains("1 of 4 notes missing; 1 note added"), "\(result.text)")
      #expect(result.text.contains("  E4 at frame 0: missing\n"))
      #expect(result.text.contains("at frame 0: added\n"))
    }
    let told = try BuiltCommand.run(line + ["--json"], in: folder).json
    #expect((told["added"] as? [[String: Int]]) == [["onFrame": 0, "key": 63]])
  }

  @Test func `more than five missing notes are counted`() throws {
    try folder.file("many.notes", Array("tempo 240\nrh: [C3 E3 G3 C4 E4 G4 C5]:8\n".utf8))
    try folder.file("few.notes", Array("tempo 240\nrh: C5:8\n".utf8))
    let line = ["-r", "8000", "--tail", "0.1"]
    let less = try BuiltCommand.run(["compare", "many.notes", "few.notes"] + line, in: folder)
    #expect(less.text.contains("  and 1 more\n"), "\(less.text)")
    let more = try BuiltCommand.run(["compare", "few.notes", "many.notes"] + line, in: folder)
    #expect(more.text.contains("  and 1 more added\n"), "\(more.text)")
  }

  @Test(.enabled(if: InstalledFont.font != nil, InstalledFont.comment))
  func `backends are named with what they play`() throws {
    let line = ["compare", "a.notes", "--backends", "native,fluidsynth", "-r", "8000"]
    let short = line + ["--tail", "0.1", "--end", "0.2"]
    let result = try BuiltCommand.run(short, in: folder)
    #expect(result.text.contains(" against native (grand)\n"), "\(result.text)\(result.errors)")
    let told = try BuiltCommand.run(short + ["--json"], in: folder).json
    #expect(told["first"] as? String == "native (grand)")
    #expect((told["second"] as? String)?.hasPrefix("fluidsynth (/") == true)
  }

  @Test func `a difference on standard output is alone there`() throws {
    let result = try BuiltCommand.run(
      ["compare", "tone.wav", "half.wav", "--json", "--difference", "-"], in: folder)
    #expect(result.status == 1)
    #expect(result.output.starts(with: Array("RIFF".utf8)))
    #expect(result.errors.contains("\"gainDB\""))
  }

  @Test func `a score is rendered at the rate of the sound beside it`() throws {
    let made = try BuiltCommand.run(
      ["a.notes", "-o", "a.wav", "-r", "8000", "-e", "f32", "--tail", "0.1", "-q"], in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let result = try BuiltCommand.run(
      ["compare", "a.notes", "a.wav", "--tail", "0.1"], in: folder)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.text)\(result.errors)")
    #expect(result.text.hasPrefix("identical"))
  }

  @Test func `a score beside a sound of another rate has its notes at the sound's frames`() throws {
    try folder.file("b.notes", Array("tempo 120\nrh: r:4 A5:8\n".utf8))
    let made = try BuiltCommand.run(
      ["b.notes", "-o", "b.wav", "-r", "16000", "--tail", "0.1", "-q"], in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let told = try BuiltCommand.run(
      ["compare", "b.wav", "b.notes", "-r", "8000", "--json", "--tolerance", "listening"],
      in: folder
    ).json
    // A quarter at 120 is half a second: 8000 frames of the sound's 16000.
    let notes = told["notes"] as? [[String: Any]] ?? []
    #expect(notes.map { $0["onFrame"] as? Int } == [8000], "\(told)")
  }

  @Test func `no file that is read is written over`() throws {
    let line = ["compare", "tone.wav", "half.wav", "--picture", "tone.svg", "--difference"]
    #expect(try BuiltCommand.run(line + ["half.wav"], in: folder).status == 73)
  }

  @Test func `its numbers are those of the files`() throws {
    let told = try BuiltCommand.run(["compare", "tone.wav", "half.wav", "--json"], in: folder).json
    // Half is 20 log10(1/2) = -6.02 dB.
    #expect(abs((told["gainDB"] as? Double ?? 0) + 6.0206) < 0.001)
    #expect(told["identical"] as? Bool == false)
    #expect(abs(told["lagFrames"] as? Double ?? 9) < 0.01)
  }
}
