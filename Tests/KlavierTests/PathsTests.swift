import Foundation
import Testing

@testable import klavier

/// Names on Linux are bytes; they come back as they were, also where they are no UTF-8.
@Suite struct PathsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    /// A line for the shell, with a command in `$0`; `a.mid` is there.
    let line: String
    var status: Int32 = 0
    /// What it prints, in Latin-1.
    var prints = ""
    /// What is said on standard error, in Latin-1.
    var says = ""
    var testDescription: String { name }
  }

  @Test(arguments: [
    Row(
      name: "an input that is missing",
      line: #""$0" $'\xe9.mid' -o x.wav"#, status: 66, says: "\u{E9}.mid: "),
    Row(
      name: "input, output, labels",
      line:
        #"cp a.mid $'\xe9.mid'; "$0" $'\xe9.mid' -o $'x\xfe.wav' --labels $'l\xfc.csv' -q && ls"#,
      prints: "a.mid\nl\u{FC}.csv\nx\u{FE}.wav\n\u{E9}.mid\n"),
    Row(
      name: "an output that is named for its input",
      line: #"cp a.mid $'\xe9.mid'; "$0" $'\xe9.mid' -q && ls *.wav"#, prints: "\u{E9}.wav\n"),
    Row(
      name: "messages for editors",
      line: #"echo 'v: C4 H' > $'\xe9'; "$0" check $'\xe9' 2>&1 | head -c 7"#,
      prints: "\u{E9}:1:7: "),
    Row(
      name: "JSON for Python, whose surrogates make the bytes again",
      line: #"cp a.mid $'\xe9.mid'; "$0" info --json $'\xe9.mid' | cut -c 1-20"#,
      prints: #"{"file":"\udce9.mid""# + "\n"),
    Row(
      name: "a folder of a batch",
      line:
        #"mkdir -p $'s/\xff'; cp a.mid $'s/\xff/\xe9.mid'; "$0" batch s --out-dir o -q; find o -type f"#,
      prints: "o/\u{FF}/\u{E9}.wav\n"),
    Row(
      name: "other bytes that read alike, é of one character and of two",
      line:
        #"mkdir s; cp a.mid $'s/\xc3\xa9.mid'; cp a.mid $'s/e\xcc\x81.mid'; "$0" batch s --out-dir o -q; ls o"#,
      prints: "e\u{CC}\u{81}.wav\n\u{C3}\u{A9}.wav\n"),
    Row(
      name: "a name that begins with an accent alone",
      line:
        #"mkdir s; cp a.mid $'s/\xcc\x81.mid'; "$0" batch s --out-dir o -q; "$0" $'s/\xcc\x81.mid' -q; ls o; ls *.wav"#,
      prints: "\u{CC}\u{81}.wav\n\u{CC}\u{81}.wav\n"),
    Row(
      name: "a link to such a name",
      line:
        #"mkdir $'\xff'; echo > $'\xff/y'; ln -s $'\xff/y' x.wav; "$0" a.mid -o x.wav -q; head -c 4 $'\xff/y'"#,
      prints: "RIFF"),
    Row(
      name: "a folder that one is in",
      line:
        #"mkdir $'\xff'; cd $'\xff'; "$0" ../a.mid -o x.wav -q; "$0" ../a.mid -o x.wav -q && ls"#,
      prints: "x.wav\n"),
    Row(
      name: "a character of the range that stands for bytes",
      line: #"cp a.mid $'\xf4\x8f\xba\x80.mid'; "$0" $'\xf4\x8f\xba\x80.mid' -q; ls *.wav"#,
      prints: "\u{F4}\u{8F}\u{BA}\u{80}.wav\n"),
    Row(
      name: "a text that is no name",
      line: #""$0" a.mid -o x.wav --title $'\xff'"#, status: 2, says: #"'\xff' is not UTF-8"#),
  ])
  func `names are bytes`(row: Row) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.mid", InfoTests.chord)
    // The locale C, so that ls sorts bytes and prints them.
    let result = try BuiltCommand.run(
      "/bin/bash", ["-c", "export LC_ALL=C; " + row.line, #require(BuiltCommand.path)], in: folder)
    let errors = String(result.errorBytes.map { Character(Unicode.Scalar($0)) })
    #expect(result.status == row.status, "\(errors)")
    #expect(String(result.output.map { Character(Unicode.Scalar($0)) }) == row.prints)
    #expect(errors.contains(row.says) || row.says.isEmpty, "\(errors)")
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
