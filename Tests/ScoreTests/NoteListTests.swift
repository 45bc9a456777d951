import Testing

@testable import Score

struct NoteListTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// On and off in seconds, key, velocity.
    let notes: [[Double]]
  }

  static let rows = [
    Row(
      testDescription: "tabs, no names", text: "0\t0.5\t60\t90\n0.5\t1\t62.0\t90.0\n",
      notes: [[0, 0.5, 60, 90], [0.5, 1, 62, 90]]),
    Row(
      testDescription: "names in any order",
      text: "pitch,start,duration,velocity\r\nC4,1e-1,0.25,100\r\nF#3,0.2,0.1,1\r\n",
      notes: [[0.1, 0.35, 60, 100], [0.2, 0.3, 54, 1]]),
    Row(
      testDescription: "blanks, comments, no velocity",
      text: "# a list\n1.000 2.000 60\n\n0.000 1.000 60\n",
      notes: [[0, 1, 60, 64], [1, 2, 60, 64]]),
    Row(
      testDescription: "no note at velocity 0, a note of no length",
      text: "0;0;60;9\n0;1;61;0\n0;1;62;9", notes: [[0, 0, 60, 9], [0, 1, 62, 9]]),
  ]

  @Test(arguments: rows) func `a list is read`(row: Row) throws {
    let bytes = Array(row.text.utf8)
    #expect(Score.Kind.recognised(in: bytes) == .tsv)
    let performance = Performance(try Score(noteList: bytes))
    #expect(
      performance.strokes.map {
        [
          performance.tempoMap.seconds(at: $0.on).double,
          performance.tempoMap.seconds(at: $0.off).double, Double($0.note.key),
          Double($0.note.velocity),
        ]
      } == row.notes)
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let text: String
    let line: Int
    let column: Int
    var testDescription: String { text }
  }

  @Test(arguments: [
    Wrong(text: "0\t1\t60\t90\n0\tx\t60\t90", line: 2, column: 3),
    Wrong(text: "0 1 128 90", line: 1, column: 5),
    Wrong(text: "2 1 60 90", line: 1, column: 3),
    Wrong(text: "0 1 60 128", line: 1, column: 8),
  ]) func `a wrong field is told by its place`(row: Wrong) {
    #expect {
      try Score(noteList: Array(row.text.utf8))
    } throws: { error in
      guard case .text(row.line, row.column, _) = (error as? ScoreError)?.diagnostics.first?.place
      else { return false }
      return true
    }
  }

  @Test func `a list is written to the nanosecond and read back`() throws {
    let text = "onset\toffset\tpitch\tvelocity\n0.0\t0.333333333\t60\t90\n0.5\t12.0625\t61\t1\n"
    #expect(try Score(noteList: Array(text.utf8)).noteList() == Array(text.utf8))
  }
}
