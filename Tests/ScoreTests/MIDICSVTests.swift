import Score
import Testing

struct MIDICSVTests {
  static let text = """
    0, 0, Header, 1, 2, 480
    1, 0, Start_track
    1, 0, Title_t, "Close \\"\\" en\\303\\251"
    1, 0, Tempo, 500000
    1, 0, End_track
    2, 0, start_track
    # a comment
    2, 480, Note_off_c, 0, 60, 64
    2, 0, Note_on_c, 0, 60, 100
    2, 0, Unknown_meta_event, 9, 1, 65
    2, 480, End_track
    0, 0, End_of_file
    """

  @Test func `records are read in the order of their times`() throws {
    let bytes = Array(Self.text.replacing("\\\"\\\"", with: "\"\"").utf8)
    #expect(Score.Kind.recognised(in: bytes) == .midicsv)
    let score = try Score(midiCSV: bytes)
    #expect(score.title == "Close \" ené")
    #expect(Performance(score).strokes.map(\.off) == [480])
    #expect(score.tracks[1].events[1] == TimedMessage(0, .text(kind: 9, bytes: [65])))
  }

  @Test(
    arguments: [
      // 0 beats, an unusual click, a byte too many, and a broken signature right behind a good one.
      [0, 0xFF, 0x58, 4, 0, 2, 24, 8], [0, 0xFF, 0x58, 4, 6, 3, 36, 8],
      [0, 0xFF, 0x58, 5, 3, 2, 24, 8, 1],
      [0, 0xFF, 0x58, 4, 3, 2, 24, 8, 10, 0xFF, 0x58, 4, 0, 2, 24, 8],
    ] as [[UInt8]])
  func `a signature of any form comes back`(event: [UInt8]) throws {
    let bytes = SMFBytes.file([SMFBytes.track(event, SMFBytes.c4, SMFBytes.endOfTrack)])
    let score = try Score(midiFile: bytes)
    let again = try Score(midiCSV: score.midiCSV().bytes)
    #expect(again.tracks.map(\.events) == score.tracks.map(\.events))
    #expect(try again.midiFile().bytes == bytes)
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let record: String
    let column: Int
    let says: String
    var testDescription: String { record }
  }

  @Test(arguments: [
    Wrong(record: "1, 0, Note_on_c, 0, 128, 1", column: 21, says: "128"),
    Wrong(record: "1, 0, Note_on, 0, 12, 1", column: 7, says: "no record"),
    Wrong(record: "1, 0, Title_t, \"abc", column: 16, says: "never closed"),
    Wrong(record: "1, 0, System_exclusive, 3, 1, 2", column: 32, says: "ends"),
    Wrong(record: "x, 0, Start_track", column: 1, says: "a track"),
  ]) func `a wrong record is told by its place`(row: Wrong) {
    #expect {
      try Score(midiCSV: Array(("0, 0, Header, 1, 1, 480\n" + row.record).utf8))
    } throws: { error in
      let first = (error as? ScoreError)?.diagnostics.first
      guard case .text(2, row.column, _) = first?.place else { return false }
      return first?.message.contains(row.says) ?? false
    }
  }
}
