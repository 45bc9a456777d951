import Score
import Testing

/// Notes, lengths and pitches of ABC 2.1; the numbers are the sections of the standard.
@Suite struct ABCNotesTests {
  static let lengthRows: [ABCRow] = [
    .init(
      name: "4.3 whole and broken lengths", body: "C C2 C/2 C/ C// C3/2",
      heard: "C4@0:1 C4@1:2 C4@3:1/2 C4@7/2:1/2 C4@4:1/4 C4@17/4:3/2"),
    .init(name: "4.4 dotted", body: "A>B", heard: "A4@0:3/2 B4@3/2:1/2"),
    .init(name: "4.4 dotted the other way", body: "A<B", heard: "A4@0:1/2 B4@1/2:3/2"),
    .init(name: "4.4 twice dotted", body: "A>>B", heard: "A4@0:7/4 B4@7/4:1/4"),
    .init(
      name: "4.4 with a grace note between", body: "A>{c}B2",
      heard: "A4@0:3/2 C5@3/2:1/4 B4@7/4:3/4"),
    .init(name: "4.5 rests", body: "C z D x2 E", heard: "C4@0:1 D4@2:1 E4@5:1"),
    .init(name: "4.5 rests of whole bars", body: "C4|Z2|D", heard: "C4@0:4 D4@12:1"),
    .init(name: "4.13 triplet", body: "(3CDE F", heard: "C4@0:2/3 D4@2/3:2/3 E4@4/3:2/3 F4@2:1"),
    .init(
      name: "4.13 duplet in the time of three", body: "(2CD E", heard: "C4@0:3/2 D4@3/2:3/2 E4@3:1"),
    .init(name: "4.13 p:q:r", body: "(3:2:2C2D E", heard: "C4@0:4/3 D4@4/3:2/3 E4@2:1"),
    .init(name: "4.13 p::r", body: "(3::2CD E", heard: "C4@0:2/3 D4@2/3:2/3 E4@4/3:1"),
    .init(
      name: "4.13 p:q", body: "(5:4CDEFG A",
      heard: "C4@0:4/5 D4@4/5:4/5 E4@8/5:4/5 F4@12/5:4/5 G4@16/5:4/5 A4@4:1"),
    .init(
      name: "4.13 quintuplet in a compound meter", body: "(5CDEFG A",
      heard: "C4@0:3/5 D4@3/5:3/5 E4@6/5:3/5 F4@9/5:3/5 G4@12/5:3/5 A4@3:1", header: "M:6/8\n"),
    .init(name: "4.17 chords", body: "[CEG]2 [C2E]", heard: "C4@0:2 E4@0:2 G4@0:2 C4@2:2 E4@2:1"),
    .init(
      name: "4.17 a chord's own lengths times its outer one", body: "[C/E/]3 D",
      heard: "C4@0:3/2 E4@0:3/2 D4@3/2:1"),
    .init(name: "4.11 ties", body: "C-C D-|D2", heard: "C4@0:2 D4@2:3"),
    .init(
      name: "4.11 a tie in a chord is its note's", body: "[C-E]|[CE]", heard: "C4@0:2 E4@0:1 E4@1:1"
    ),
    .init(name: "4.11 a tied chord", body: "[CE]-|[CE]", heard: "C4@0:2 E4@0:2"),
    .init(name: "4.11 a tie to another note is none", body: "C-D", heard: "C4@0:1 D4@1:1"),
    .init(name: "4.11 slurs are silent", body: "(C(D)E)", heard: "C4@0:1 D4@1:1 E4@2:1"),
    .init(
      name: "4.12 grace notes take from their note", body: "{d}C {/e}D2",
      heard: "D5@0:1/4 C4@1/4:3/4 E5@1:1/4 D4@5/4:7/4"),
    .init(
      name: "3.1.7 the unit changes", body: "C [L:1/8] C2 [L:1/16] C",
      heard: "C4@0:1 C4@1:1 C4@2:1/4"),
    .init(name: "6.1.2 spacers are silent", body: "C y D y20 E", heard: "C4@0:1 D4@1:1 E4@2:1"),
  ]

  @Test(arguments: lengthRows) func `lengths`(row: ABCRow) throws {
    #expect(try ABCText.heard(row.body, key: row.key, header: row.header) == row.heard)
  }

  static let pitchRows: [ABCRow] = [
    .init(name: "4.1 octaves", body: "C, C c c' C,, c''", heard: "C3 C4 C5 C6 C2 C7"),
    .init(name: "4.2 accidentals", body: "^C =C _D ^^F __B", heard: "C#4 C4 C#4 G4 A4"),
    .init(
      name: "4.2 an accidental lasts its bar in all octaves", body: "^F F f|F",
      heard: "F#4 F#4 F#5 F4"),
    .init(name: "4.2 a natural as well", body: "F =F F|F", heard: "F#4 F4 F4 F#4", key: "G"),
    .init(name: "4.2 a tie carries it over the bar line", body: "^F-|F F", heard: "F#4 F4"),
    .init(
      name: "11.3 accidentals by octave", body: "^F f F", heard: "F#4 F5 F#4",
      header: "%%propagate-accidentals octave\n"),
    .init(
      name: "11.3 accidentals for their note", body: "^F F", heard: "F#4 F4",
      header: "I:propagate-accidentals not\n"),
    .init(name: "3.1.14 sharps", body: "CDEFGAB", heard: "C#4 D4 E4 F#4 G4 A4 B4", key: "D"),
    .init(name: "3.1.14 flats", body: "CDEFGAB", heard: "C4 D4 D#4 F4 G4 G#4 A#4", key: "Cm"),
    .init(name: "3.1.14 modes by three letters", body: "CF", heard: "C4 F#4", key: "A dorian"),
    .init(name: "3.1.14 mixolydian", body: "CFB", heard: "C#4 F#4 B4", key: "EMIX"),
    .init(name: "3.1.14 phrygian", body: "FB", heard: "F4 A#4", key: "APhr"),
    .init(name: "3.1.14 lydian", body: "FB", heard: "F4 B4", key: "Flyd"),
    .init(name: "3.1.14 locrian", body: "BF", heard: "B4 F4", key: "Bloc"),
    .init(name: "3.1.14 a sharp tonic", body: "FC", heard: "F#4 C#4", key: "F#m"),
    .init(name: "3.1.14 added accidentals", body: "CFG", heard: "C#4 F#4 G4", key: "G ^c"),
    .init(
      name: "3.1.14 explicit accidentals alone", body: "CFB", heard: "C4 F4 A#4", key: "D exp _b"),
    .init(name: "3.1.14 none", body: "F", heard: "F4", key: "none"),
    .init(name: "3.1.14 the pipes", body: "CF", heard: "C#4 F#4", key: "HP"),
    .init(name: "3.1.14 a change of key", body: "F [K:G] F", heard: "F4 F#4"),
    .init(name: "4.6 a clef does not transpose", body: "C", heard: "C4", key: "C clef=bass"),
    .init(
      name: "4.6 an octave clef does", body: "C [K:C treble+8] C", heard: "C3 C5", key: "C treble-8"
    ),
    .init(
      name: "4.6 octave= and transpose=", body: "C [K:transpose=2] F", heard: "C3 G3",
      key: "C octave=-1"),
    .init(
      name: "%%MIDI transpose", body: "C [I:MIDI=transpose 3] C [I:MIDI=rtranspose -1] C",
      heard: "C4 D#4 D4"),
    .init(
      name: "4.12 a grace note's accidental lasts the bar", body: "{^f}G2 F", heard: "F#5 G4 F#4"),
  ]

  @Test(arguments: pitchRows) func `pitches`(row: ABCRow) throws {
    #expect(try ABCText.keys(row.body, key: row.key, header: row.header) == row.heard)
  }

  @Test func `the unit of length follows the meter where none is given`() throws {
    // 3.1.7: 1/16 below 3/4, 1/8 from there on.
    for (meter, length) in [("2/4", "1/4"), ("6/8", "1/2"), ("3/4", "1/2"), ("C|", "1/2")] {
      let score = try Score(abc: Array("X:1\nM:\(meter)\nK:C\nC\n".utf8))
      #expect(ABCText.heard(score) == "C4@0:\(length)")
    }
  }

  @Test func `a microtone bends the channel`() throws {
    // Half a semitone of a range of two is a quarter of 8192.
    let score = try Score(abc: ABCText.tune("^/C D"))
    let bends = score.tracks[0].events.filter {
      if case .pitchBend = $0.message { true } else { false }
    }
    #expect(
      bends == [
        TimedMessage(0, .pitchBend(channel: 0, value: 8192 + 2048)),
        TimedMessage(480, .pitchBend(channel: 0, value: 8192)),
      ])
    #expect(ABCText.heard(score) == "C4@0:1 D4@1:1")
  }
}
