import MusicXML
import Score
import Testing

struct DynamicCurveTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var music: String
    var velocities: [Int]
  }

  static func sign(_ name: String) -> String { Sheet.direction("<dynamics><\(name)/></dynamics>") }
  static func wedge(_ type: String) -> String { Sheet.direction("<wedge type=\"\(type)\"/>") }
  static let notes = (0..<4).map { _ in Sheet.note("C4") }

  static let rows: [Row] = [
    Row(testDescription: "mf at first", music: notes.joined(), velocities: [90, 90, 90, 90]),
    Row(
      testDescription: "p, then f", music: sign("p") + notes[0] + notes[1] + sign("f") + notes[2],
      velocities: [60, 60, 105]),
    Row(
      testDescription: "a number goes before the sign",
      music: Sheet.direction("<dynamics><p/></dynamics>", sound: "dynamics=\"100\"") + notes[0],
      velocities: [90]),
    Row(
      testDescription: "sfz counts for one place", music: sign("sfz") + notes[0] + notes[1],
      velocities: [114, 90]),
    Row(
      testDescription: "fp is loud, then soft", music: sign("fp") + notes[0] + notes[1],
      velocities: [105, 60]),
    Row(
      testDescription: "a hairpin runs to its dynamic",
      music: sign("p") + wedge("crescendo") + notes[0] + notes[1] + notes[2] + wedge("stop")
        + sign("f") + notes[3],
      velocities: [60, 75, 90, 105]),
    Row(
      testDescription: "a hairpin alone changes by a step",
      music: sign("f") + wedge("diminuendo") + notes[0] + notes[1] + notes[2] + wedge("stop")
        + notes[3],
      velocities: [105, 100, 95, 90]),
    Row(
      testDescription: "cresc. runs to the next dynamic",
      music: sign("p") + Sheet.direction("<words>cresc.</words>") + notes[0] + notes[1] + notes[2]
        + sign("f") + notes[3],
      velocities: [60, 75, 90, 105]),
  ]

  @Test(arguments: rows)
  func `notes are as loud as the signs`(_ row: Row) throws {
    #expect(
      try Score(musicXML: Sheet.document([row.music])).heard.map(\.velocity) == row.velocities)
  }
}
