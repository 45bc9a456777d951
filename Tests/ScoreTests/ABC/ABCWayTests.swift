import Score
import Testing

/// Repeats, endings, parts, voices and jumps: in which order things are played.
@Suite struct ABCWayTests {
  static let ways: [ABCRow] = [
    .init(name: "4.8 a repeat", body: "|:C D:|E", heard: "C D C D E"),
    .init(name: "4.8 from the begin", body: "C:|D", heard: "C C D"),
    .init(name: "4.8 two in one sign", body: "|:C::D:|", heard: "C C D D"),
    .init(name: "4.8 :||: and :|:", body: "|:C:||:D:|:E:|", heard: "C C D D E E"),
    .init(name: "4.8 three times", body: "|::C::|D", heard: "C C C D"),
    .init(name: "4.9 first and second ending", body: "|:C|1 D:|2 E||F", heard: "C D C E F"),
    .init(name: "4.9 endings in brackets", body: "|:C|[1 D:|[2 E|]", heard: "C D C E"),
    .init(
      name: "4.10 lists and ranges", body: "|:C[1,3 D:|[2 E:|[4-5 F:|]G",
      heard: "C D C E C D C F C F G"),
    .init(
      name: "4.9 a repeat after the second ending", body: "|:C|1 D:|2 E::F:|", heard: "C D C E F F"),
    .init(name: "4.9 a forgotten repeat sign", body: "|:C|1 D|2 E|]", heard: "C D C E"),
    .init(
      name: "4.9 a change of key before the ending", body: "|:C|1 D:|[K:G][2 F|]", heard: "C D C F#"
    ),
    .init(name: "a double bar begins a section", body: "C||D:|", heard: "C D D"),
    .init(name: "but not within an open repeat", body: "|:C||D:|", heard: "C D C D"),
    .init(name: "D.C. to the fine", body: "C !fine!D|E !D.C.!F|G", heard: "C D E F C D"),
    .init(
      name: "D.S. with coda", body: "C !segno!D !coda!E F !D.S.alcoda!G !coda!A",
      heard: "C D E F G D A"),
    .init(
      name: "no repeats after D.C.", body: "|:C|1 D:|2 E|F !D.C.alfine!G|A !fine!|",
      heard: "C D C E F G C E F G A"),
    .init(
      name: "3.1.9 parts", body: "P:A\nC\nP:B\nD\n", heard: "C C D C C D D", header: "P:(A2B)2B\n"),
    .init(name: "3.1.9 parts as they stand", body: "P:A\nC\nP:B\nD\n", heard: "C D"),
    .init(name: "3.1.9 dots", body: "P:A\nC\nP:B\nD\n", heard: "D C D", header: "P:B.AB\n"),
    .init(
      name: "a repeat within a part", body: "P:A\nC:|\nP:B\nD\n", heard: "C C D C C",
      header: "P:ABA\n"),
  ]

  @Test(arguments: ways) func `order of playing`(row: ABCRow) throws {
    let keys = try ABCText.keys(row.body, header: row.header)
    #expect(keys.replacing("4", with: "") == row.heard)
  }

  @Test func `voices sound together`() throws {
    #expect(
      try ABCText.heard("V:1\nC2|D2|\nV:2\nE4|\nV:1\nE|")
        == "C4@0:2 E4@0:4 D4@2:2 E4@4:1")
    #expect(try ABCText.heard("[V:1] C [V:2] E [V:1] D") == "C4@0:1 E4@0:1 D4@1:1")
  }

  @Test func `voices have their own properties`() throws {
    let score = try Score(
      abc: ABCText.tune(
        "[V:T]C2[V:B]C2", header: "V:T name=\"Tenor\" clef=treble-8\nV:B octave=-2\n"))
    #expect(ABCText.heard(score) == "C2@0:2 C3@0:2")
    #expect(score.tracks.map(\.name) == ["Tenor", "B"])
    // Each on a channel of its own.
    let channels = Performance(score).strokes.map(\.note.channel)
    #expect(channels == [0, 1])
  }

  @Test func `a voice missing from a part waits for the next one`() throws {
    #expect(
      try ABCText.heard("P:A\nV:1\nC4|\nP:B\nV:1\nD4|\nV:2\nE4|", header: "P:AB\n")
        == "C4@0:4 D4@4:4 E4@4:4")
  }

  @Test func `an overlay goes back to the bar's begin`() throws {
    #expect(
      try ABCText.heard("C2D2|E2F2&A4|G4") == "C4@0:2 D4@2:2 E4@4:2 A4@4:4 F4@6:2 G4@8:4")
    #expect(
      try ABCText.heard("C4|D4&&E4|F4|G4") == "C4@0:4 E4@0:4 D4@4:4 F4@4:4 G4@8:4")
    #expect(try ABCText.heard("C(&D2E&F&)G") == "C4@0:1 D4@1:2 F4@1:1 E4@3:1 G4@4:1")
  }

  @Test func `an overlay has a track of its own`() throws {
    let score = try Score(abc: ABCText.tune("C4&C2|"))
    #expect(score.tracks.count == 2)
    // The same key twice at once, and each ends in its own time.
    #expect(ABCText.heard(score) == "C4@0:4 C4@0:2" || ABCText.heard(score) == "C4@0:2 C4@0:4")
  }

  @Test func `bars count anew after an upbeat`() throws {
    let score = try Score(abc: ABCText.tune("C|D4|E4|"))
    let meters = MeterMap(score)
    #expect(meters.tick(at: .init(bar: 2)) == Rational(480))
    #expect(meters.tick(at: .init(bar: 3)) == Rational(480 * 5))
  }

  @Test func `tunes follow one another, and one can be chosen`() throws {
    let book = Array("X:1\nT:One\nL:1/4\nK:C\nC\n\nfree text\n\nX:7\nT:Two\nL:1/4\nK:G\nF\n".utf8)
    #expect(ABCText.heard(try Score(abc: book)) == "C4@0:1 F#4@1:1")
    #expect(ABCText.heard(try Score(abc: book, tune: 7)) == "F#4@0:1")
    #expect(try Score(abc: book, tune: 7).title == "Two")
    #expect(throws: ScoreError.self) { try Score(abc: book, tune: 2) }
  }

  @Test func `a file header holds for every tune`() throws {
    let book = Array("L:1/2\n%%MIDI transpose 12\n\nX:1\nK:C\nC\n\nX:2\nK:C\nL:1/4\nC\n".utf8)
    #expect(ABCText.heard(try Score(abc: book)) == "C5@0:2 C5@2:1")
  }

  @Test func `a repeat within a bar goes on with the bar`() throws {
    // A bar of three beats, repeated to its upbeat: the upbeat is weak at the repeat.
    let score = try Score(abc: ABCText.tune("|:C|C4|C3:|"))
    let velocities = Performance(score).strokes.map(\.note.velocity)
    #expect(velocities == [105, 105, 105, 95, 105, 105])
  }
}
