import Foundation
import Testing

/// What a score can be changed by on the command line, told by the labels of what was played.
@Suite struct ChangesTests {
  let folder: BuiltCommand.Folder

  init() throws {
    folder = try BuiltCommand.Folder()
    // Bars of one second: C4 D4 | E4 F4 | G4.
    try folder.file("walk.notes", "meter 2/4\ntempo 120\nrh: C4:4 D | E F | G:2 |\n".utf8)
  }

  func run(_ line: String) throws -> BuiltCommand.Result {
    try BuiltCommand.run(line.split(separator: " ").map(String.init), in: folder)
  }

  /// Onset, key-off and key of every note heard, at 8000 Hz.
  func notes(_ options: String) throws -> [[Int]] {
    let result = try run(
      "walk.notes -o x.wav --labels x.tsv --tail none -r 8000 -q --force \(options)")
    #expect(result.status == 0, "\(result.errors)")
    let lines = String(decoding: folder.bytes("x.tsv"), as: UTF8.self).split(separator: "\n")
    return lines.dropFirst().map { line in
      let fields = line.split(separator: "\t")
      return [0, 1, 6].compactMap { Int(fields[$0]) }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let options: String
    let notes: [[Int]]
    var testDescription: String { options }
  }

  static let rows = [
    Row(
      options: "--tempo 2",
      notes: [
        [0, 2000, 60], [2000, 4000, 62], [4000, 6000, 64], [6000, 8000, 65], [8000, 12000, 67],
      ]),
    Row(
      options: "--transpose -12",
      notes: [
        [0, 4000, 48], [4000, 8000, 50], [8000, 12000, 52], [12000, 16000, 53], [16000, 24000, 55],
      ]),
    Row(options: "--start b2 --end b3", notes: [[0, 4000, 64], [4000, 8000, 65]]),
    Row(options: "--start b2:2", notes: [[0, 4000, 65], [4000, 12000, 67]]),
    Row(
      options: "--end b2:1.5", notes: [[0, 4000, 60], [4000, 8000, 62], [8000, 10000, 64]]),
    Row(options: "--start 1.5 --end 0:02", notes: [[0, 4000, 65]]),
    Row(
      options: "--start b2 --end b3 --repeat 2 --tempo 0.5",
      notes: [
        [0, 8000, 64], [8000, 16000, 65], [16000, 24000, 64], [24000, 32000, 65],
      ]),
    Row(
      options: "--start b3 --end b3:1.5 --repeat 3 --transpose 1",
      notes: [[0, 2000, 68], [2000, 4000, 68], [4000, 6000, 68]]),
  ]

  @Test(arguments: rows) func `notes lie where the options put them`(row: Row) throws {
    #expect(try notes(row.options) == row.notes)
  }

  @Test func `a performance deviates a little, and by its seed`() throws {
    let plain = try notes("")
    #expect(try notes("--humanize 0 --seed 5") == plain)
    let human = try notes("--humanize 1 --seed 5")
    #expect(human != plain)
    #expect(try notes("--humanize 1 --seed 5") == human)
    #expect(try notes("--humanize 1 --seed 6") != human)
    #expect(human.map { $0[2] } == plain.map { $0[2] })
    // Nothing is further from its place than 50 ms.
    let far = zip(human, plain).map { abs($0[0] - $1[0]) }.max() ?? 0
    #expect(far < 400)
  }

  @Test func `one tune of several, and its chords`() throws {
    try folder.file(
      "two.abc",
      "X:1\nT:One\nL:1/4\nQ:120\nK:C\nCDEF|\n\nX:7\nT:Seven\nL:1/4\nQ:120\nK:C\n\"C\"GABc|\n".utf8)
    func info(_ options: String) throws -> [String: Any] {
      try run("info two.abc --json \(options)").json
    }
    #expect(try info("")["notes"] as? Int == 8)
    let seven = try info("--tune 7")
    #expect(seven["notes"] as? Int == 4)
    #expect(seven["title"] as? String == "Seven")
    // The chord's bass and its three notes on the beats.
    #expect(try info("--tune 7 --chords on")["notes"] as? Int ?? 0 > 8)
    let missing = try run("info two.abc --tune 2")
    #expect(missing.status == 65)
    #expect(missing.errors.contains("two.abc"))
  }

  @Test func `a script is laid out and no note changes`() throws {
    try folder.file(
      "wild.notes",
      "meter 2/4\nrh: C4:4 D|E   F|  # walk\nlh: [C3 E3]:2|G2|\n".utf8)
    let shown = try run("fmt wild.notes")
    #expect(shown.status == 0)
    #expect(
      shown.text == """
        meter 2/4
        rh: C4:4 D    | E F |  # walk
        lh: [C3 E3]:2 | G2  |

        """)
    #expect(try run("fmt wild.notes -o tidy.notes").status == 0)
    #expect(folder.bytes("tidy.notes") == Array(shown.text.utf8))
    for name in ["wild", "tidy"] {
      #expect(try run("convert \(name).notes \(name).tsv").status == 0)
    }
    #expect(folder.bytes("wild.tsv") == folder.bytes("tidy.tsv"))
    // In its own place, and again: nothing is left to do.
    #expect(try run("fmt tidy.notes -o tidy.notes").status == 0)
    #expect(folder.bytes("tidy.notes") == Array(shown.text.utf8))
    try folder.file("bad.notes", "rh: C4:4 Q\n".utf8)
    #expect(try run("fmt bad.notes -o bad.notes").status == 65)
    #expect(folder.bytes("bad.notes") == Array("rh: C4:4 Q\n".utf8))
  }
}
