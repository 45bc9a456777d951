import Score
import Testing

@testable import MusicXML

struct PlayingOrderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// One letter a measure with its signs: `|:` and `:|` (`:|3`), `[1` … `]`, `S` segno, `O` coda, `dc`, `ds`, `to`, `fine`.
    var written: String
    var played: String
  }

  static let rows: [Row] = [
    Row(testDescription: "straight on", written: "A B C", played: "ABC"),
    Row(testDescription: "from the start", written: "A B :| C", played: "ABABC"),
    Row(testDescription: "five times", written: "A :|5 B", played: "AAAAAB"),
    Row(testDescription: "from its begin", written: "A |: B C :| D", played: "ABCBCD"),
    Row(testDescription: "back to the last end", written: "A :| B :| C", played: "AABBC"),
    Row(testDescription: "two endings", written: "A [1 B ] :| [2 C ] D", played: "ABACD"),
    Row(
      testDescription: "longer endings", written: "|: A [1 B C ] :| [2 D E ] F", played: "ABCADEF"),
    Row(
      testDescription: "endings for several passes", written: "A [12 B ] :| [3 C ] D",
      played: "ABABACD"),
    Row(testDescription: "one ending only", written: "|: A [1 B ] :| C", played: "ABAC"),
    Row(testDescription: "nested", written: "|: A |: B :| C :| D", played: "ABBCABBCD"),
    Row(
      testDescription: "nested in an ending", written: "A [1 B |: C :| D ] :| [2 E ] F",
      played: "ABCCDAEF"),
    Row(testDescription: "a begin without an end", written: "A |: B C", played: "ABC"),
    Row(testDescription: "endings without a repeat", written: "A [1 B ] [2 C ] D", played: "ABCD"),
    Row(testDescription: "da capo al fine", written: "A B fine C dc", played: "ABCAB"),
    Row(
      testDescription: "da capo without fine goes on to the end", written: "A B dc C",
      played: "ABABC"),
    Row(testDescription: "dal segno al coda", written: "A S B to C ds O D", played: "ABCBD"),
    Row(
      testDescription: "no repeats after a jump", written: "|: A :| B fine C dc", played: "AABCAB"),
    Row(
      testDescription: "the last ending after a jump", written: "A [1 B ] :| [2 C ] D dc",
      played: "ABACDACD"),
    Row(testDescription: "dal segno without a segno", written: "A B ds C", played: "ABC"),
  ]

  /// The marks of a written row and the letters of its measures.
  static func marks(_ written: String) -> ([FormMark], [Character]) {
    var marks: [FormMark] = []
    var letters: [Character] = []
    var next = FormMark()
    for word in written.split(separator: " ") {
      switch word {
      case "|:": next.beginsRepeat = true
      case "S": next.segnos = ["s"]
      case "O": next.codas = ["o"]
      case "]": marks[marks.count - 1].endingStop = true
      case "dc": marks[marks.count - 1].dacapo = true
      case "ds": marks[marks.count - 1].dalsegno = "s"
      case "to": marks[marks.count - 1].tocoda = "o"
      case "fine": marks[marks.count - 1].fine = true
      default:
        if word.hasPrefix(":|") {
          marks[marks.count - 1].endsRepeat = true
          marks[marks.count - 1].times = Int(word.dropFirst(2))
        } else if word.hasPrefix("[") {
          next.endingStart = word.dropFirst().compactMap(\.wholeNumberValue)
        } else {
          marks.append(next)
          letters.append(word.first ?? "?")
          next = FormMark()
        }
      }
    }
    return (marks, letters)
  }

  @Test(arguments: rows)
  func `measures are played in order`(_ row: Row) throws {
    let (marks, letters) = Self.marks(row.written)
    let order = try PlayingOrder(
      marks, cost: [Int](repeating: 1, count: marks.count), limit: 1000)
    #expect(String(order.turns.map { letters[$0.measure] }) == row.played)
  }

  @Test
  func `repeats without end are too large`() throws {
    let (marks, _) = Self.marks("A :|1000000000")
    #expect {
      try PlayingOrder(marks, cost: [1], limit: 1000)
    } throws: { ($0 as? ScoreError)?.reason == .tooLarge }
  }

  @Test
  func `passes are counted within a repeat`() throws {
    let (marks, _) = Self.marks("A :|3 B")
    let order = try PlayingOrder(marks, cost: [1, 1], limit: 1000)
    #expect(order.turns.map(\.pass) == [1, 2, 3, 1])
  }

  @Test
  func `words and signs jump where no sound says so`() throws {
    let score = try Score(
      musicXML: Sheet.document([
        Sheet.direction("<segno/>") + Sheet.note("C4", 16),
        Sheet.note("D4", 16) + Sheet.direction("<words>Fine</words>"),
        Sheet.note("E4", 16) + Sheet.direction("<words>D.S. al Fine</words>"),
      ]))
    #expect(score.keys == [60, 62, 64, 60, 62])
  }
}
