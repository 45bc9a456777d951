import MusicXML
import Score
import Testing

struct ConductorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var measures: [String]
    var tempos: [String]
  }

  static func metronome(_ unit: String, _ number: String) -> String {
    Sheet.direction(
      "<metronome><beat-unit>\(unit)</beat-unit><per-minute>\(number)</per-minute></metronome>")
  }

  static let rows: [Row] = [
    Row(
      testDescription: "sound",
      measures: [Sheet.direction("<words>x</words>", sound: "tempo=\"90\"") + Sheet.note("C4", 16)],
      tempos: ["0.0: 90.0"]),
    Row(
      testDescription: "a mark in halves",
      measures: [metronome("half", "60") + Sheet.note("C4", 16)], tempos: ["0.0: 120.0"]),
    Row(
      testDescription: "a mark in halves, slower",
      measures: [metronome("half", "ca. 40") + Sheet.note("C4", 16)], tempos: ["0.0: 80.0"]),
    Row(
      testDescription: "a dotted unit",
      measures: [
        Sheet.direction(
          "<metronome><beat-unit>quarter</beat-unit><beat-unit-dot/><per-minute>40</per-minute></metronome>"
        )
          + Sheet.note("C4", 16)
      ], tempos: ["0.0: 60.0"]),
    Row(
      testDescription: "a quarter becomes a half",
      measures: [
        metronome("quarter", "60") + Sheet.note("C4", 16),
        Sheet.direction(
          "<metronome><beat-unit>quarter</beat-unit><beat-unit>half</beat-unit></metronome>")
          + Sheet.note("C4", 16),
      ], tempos: ["0.0: 60.0", "4.0: 120.0"]),
    Row(
      testDescription: "a fermata doubles its note",
      measures: [
        Sheet.note("C4", 8) + Sheet.note("D4", 4, notations: "<fermata/>") + Sheet.note("E4", 4)
      ],
      tempos: ["0.0: 120.0", "2.0: 60.0", "3.0: 120.0"]),
    Row(
      testDescription: "a fermata holds from the last note within it",
      measures: [
        Sheet.note("C4", 16, notations: "<fermata/>") + "<backup><duration>16</duration></backup>"
          + Sheet.note("r", 12, voice: 2) + Sheet.note("D4", 4, voice: 2)
      ], tempos: ["0.0: 120.0", "3.0: 60.0", "4.0: 120.0"]),
    Row(
      testDescription: "a fermata does not outlast its measure",
      measures: [
        Sheet.note("C4", 16)
          + Sheet.note("E4", 64, chord: true, notations: "<fermata/>"), Sheet.note("C4", 16),
      ], tempos: ["0.0: 60.0", "4.0: 120.0"]),
    Row(
      testDescription: "modulations keep within what a tempo can be",
      measures: (0..<12).map { _ in
        Sheet.direction(
          "<metronome><beat-unit>1024th</beat-unit><beat-unit>maxima</beat-unit></metronome>")
          + Sheet.note("C4", 16)
      }, tempos: ["0.0: 983040.0", "4.0: 60000000.0"]),
    Row(
      testDescription: "modulations the other way",
      measures: (0..<12).map { _ in
        Sheet.direction(
          "<metronome><beat-unit>maxima</beat-unit><beat-unit>1024th</beat-unit></metronome>")
          + Sheet.note("C4", 16)
      }, tempos: ["0.0: 0.0146484375", "4.0: 0.01"]),
    Row(
      testDescription: "a repeat brings its tempo back",
      measures: [
        Sheet.note("C4", 16),
        metronome("quarter", "60") + Sheet.note("C4", 16)
          + "<barline location=\"right\"><repeat direction=\"backward\"/></barline>",
      ], tempos: ["0.0: 120.0", "4.0: 60.0", "8.0: 120.0", "12.0: 60.0"]),
    Row(
      testDescription: "a tempo of the second time only",
      measures: [
        Sheet.direction("<words>x</words>", sound: "tempo=\"60\" time-only=\"2\"")
          + Sheet.note("C4", 16),
        Sheet.note("D4", 16)
          + "<barline location=\"right\"><repeat direction=\"backward\"/></barline>",
        Sheet.direction("<words>x</words>", sound: "tempo=\"90\"") + Sheet.note("E4", 16),
      ], tempos: ["0.0: 120.0", "8.0: 60.0", "16.0: 90.0"]),
  ]

  @Test(arguments: rows)
  func `tempos stand where they count`(_ row: Row) throws {
    let score = try Score(musicXML: Sheet.document(row.measures))
    #expect(score.tempos == row.tempos)
  }

  @Test
  func `a sign behind the last measure does not end before itself`() throws {
    let late =
      "<direction><direction-type><words>x</words></direction-type><offset sound=\"yes\">40</offset><sound tempo=\"60\"/></direction>"
    let score = try Score(musicXML: Sheet.document([late + Sheet.note("C4", 16)]))
    for track in score.tracks {
      #expect(track.events.map(\.tick) == track.events.map(\.tick).sorted())
    }
  }

  @Test
  func `meter and key are told`() throws {
    let score = try Score(
      musicXML: Sheet.document([
        Sheet.note("C4", 16),
        "<attributes><key><fifths>-3</fifths><mode>minor</mode></key><time><beats>3+2</beats><beat-type>8</beat-type><beats>3</beats><beat-type>4</beat-type></time></attributes>"
          + Sheet.note("C4", 22),
      ]))
    let told = score.tracks[0].events.map(\.message)
    #expect(told.contains(.meter(beats: 4, unit: 4)))
    #expect(told.contains(.meter(beats: 11, unit: 8)))
    #expect(told.contains(.keySignature(sharps: -3, minor: true)))
    #expect(score.warnings.isEmpty)
  }
}
