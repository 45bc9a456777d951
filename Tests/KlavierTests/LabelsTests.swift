import Foundation
import Testing

@testable import klavier

@Suite struct LabelsTests {
  let folder: BuiltCommand.Folder

  /// A quarter of C4, then E4; the pedal goes down in the first and up with the second's end.
  init() throws {
    folder = try BuiltCommand.Folder()
    try folder.file(
      "a.mid",
      InfoTests.smf([
        0, 0x90, 60, 100, 0x81, 0x70, 0xB0, 64, 127, 0x81, 0x70, 0x90, 60, 0, 0, 64, 80, 0x83,
        0x60, 64, 0, 0x83, 0x60, 0xB0, 64, 0,
      ]))
  }

  func labels(_ line: String, _ file: String) throws -> String {
    let arguments = ["a.mid", "-o", "x.wav", "-r", "8000", "-q", "--labels", file]
    let result = try BuiltCommand.run(
      arguments + line.split(separator: " ").map(String.init), in: folder)
    #expect(result.status == 0, "\(result.errors)")
    return String(decoding: folder.bytes(file), as: UTF8.self)
  }

  @Test func `onset, key-off and the pedal's end are exact samples`() throws {
    let lines = try labels("", "a.csv").split(separator: "\n")
    #expect(lines[0].hasPrefix("onset_sample,key_off_sample,end_sample,"))
    // 480 ticks are half a second: 4000 samples; the pedal goes up after 1.5 s.
    #expect(lines[1] == "0,4000,12000,0.000000,0.500000,1.500000,60,100,1,1,")
    #expect(lines[2] == "4000,8000,12000,0.500000,1.000000,1.500000,64,80,1,1,")
    #expect(lines.count == 3)
  }

  @Test func `what all sound off silences ends there`() throws {
    // C4 and its pedal go down at once; all sound off after a quarter, the key-off a quarter later.
    try folder.file(
      "s.mid",
      InfoTests.smf([
        0, 0xB0, 64, 127, 0, 0x90, 60, 100, 0x83, 0x60, 0xB0, 120, 0, 0x83, 0x60, 0x80, 60, 0,
        0x83, 0x60, 0xB0, 64, 0,
      ]))
    let result = try BuiltCommand.run(
      ["s.mid", "-o", "s.wav", "-r", "8000", "-q", "--labels", "s.csv"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let rows = String(decoding: folder.bytes("s.csv"), as: UTF8.self).split(separator: "\n")
    // A quarter at 120 is 4000 samples; the key counts as let go there, and the pedal holds nothing.
    #expect(rows.count == 2 && rows[1].hasPrefix("0,4000,4000,"), "\(rows)")
  }

  @Test func `two hands on one key are two notes`() throws {
    try folder.file("u.notes", Array("v: C4:1@100\nrh: C4:2@40 r:2\n".utf8))
    let result = try BuiltCommand.run(
      ["u.notes", "-o", "u.wav", "-r", "8000", "-q", "--labels", "u.csv"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let rows = String(decoding: folder.bytes("u.csv"), as: UTF8.self).split(separator: "\n")
      .dropFirst().map { $0.split(separator: ",").map(String.init) }
    // Four and two quarters at 120: each to its own key-off.
    #expect(rows.map { $0[6...7].joined(separator: " ") }.sorted() == ["60 100", "60 40"])
    for row in rows { #expect(row[1] == row[2], "\(row)") }
  }

  @Test func `a note that is cut ends where its key is struck again`() throws {
    // On at 0 and 480, off at 960 and 1440: at 120 a quarter of 480 ticks is 4000 samples.
    try folder.file(
      "c.mid",
      InfoTests.smf([
        0, 0x90, 60, 90, 0x83, 0x60, 60, 90, 0x83, 0x60, 60, 0, 0x83, 0x60, 60, 0,
      ]))
    for (overlap, first, second) in [
      ("fifo", "0,8000,8000,", "4000,12000,12000,"), ("cut", "0,4000,4000,", "4000,8000,8000,"),
    ] {
      let result = try BuiltCommand.run(
        ["c.mid", "-o", "c.wav", "-r", "8000", "-q", "--labels", "c.csv"]
          + ["--overlap", overlap], in: folder)
      #expect(result.status == 0, "\(result.errors)")
      let rows = String(decoding: folder.bytes("c.csv"), as: UTF8.self).split(separator: "\n")
      #expect(rows.count == 3 && rows[1].hasPrefix(first) && rows[2].hasPrefix(second), "\(rows)")
    }
  }

  @Test func `samples count from the begin of the file`() throws {
    let lines = try labels("--start 0.25", "a.tsv").split(separator: "\n")
    #expect(lines[1].hasPrefix("-2000\t2000\t10000\t"))
  }

  @Test func `json has tempos and pedals too`() throws {
    let text = try labels("", "a.json")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect((object?["notes"] as? [Any])?.count == 2)
    let pedals = object?["pedals"] as? [[String: Any]] ?? []
    #expect(pedals.map { $0["sample"] as? Int } == [2000, 12000])
    #expect(pedals.map { $0["value"] as? Int } == [127, 0])
    let tempos = object?["tempos"] as? [[String: Any]] ?? []
    #expect(tempos.map { $0["bpm"] as? Double } == [120])
  }

  @Test func `Audacity gets seconds and names`() throws {
    #expect(
      try labels("", "a.txt") == """
        0.000000\t1.500000\tC4 v100
        0.500000\t1.500000\tE4 v80

        """)
  }

  @Test func `a MIDI file's ticks are samples`() throws {
    _ = try labels("", "b.mid")
    let info = try BuiltCommand.run(["info", "b.mid", "--json"], in: folder).json
    let first = info["first"] as? [[String: Any]] ?? []
    #expect(first.map { $0["on"] as? Double } == [0, 0.5])
    #expect(first.map { $0["off"] as? Double } == [0.5, 1])
    #expect((info["smf"] as? [String: Any])?["division"] as? Int == 8000)
  }

  @Test func `a MIDI file of a range begins with the pedal that is down`() throws {
    _ = try labels("--start 0.5", "b.mid")
    let events = try BuiltCommand.run(["convert", "b.mid", "-", "--to", "csv"], in: folder).text
    // E4 begins at 0.5 s with the pedal down; a second later the pedal goes up: 8000 samples.
    #expect(events.contains("0, Control_c, 0, 64, 127\n"))
    #expect(events.contains("8000, Control_c, 0, 64, 0\n"))
  }

  @Test(arguments: ["a.mid", "x.xyz", "x.wav"])
  func `labels that cannot be written are refused`(file: String) throws {
    let result = try BuiltCommand.run(["a.mid", "-o", "x.wav", "--labels", file], in: folder)
    #expect(result.status == 2 || result.status == 73)
    #expect(folder.names == ["a.mid"])
  }
}
