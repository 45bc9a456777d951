import Score
import Testing

/// How ABC is played: tempo, dynamics, decorations, words, directives, accompaniment.
@Suite struct ABCPlayingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var tempo: String
    /// Seconds a quarter.
    var quarter: Rational
    var testDescription: String { name }
  }

  static let tempos: [Row] = [
    .init(name: "none", tempo: "", quarter: Rational(1, 2)),
    .init(name: "3.1.8 a beat", tempo: "Q:1/4=90\n", quarter: Rational(2, 3)),
    .init(name: "3.1.8 another beat", tempo: "Q:3/8=60\n", quarter: Rational(2, 3)),
    .init(name: "3.1.8 several beats", tempo: "Q:1/4 3/8 1/4 3/8=40\n", quarter: Rational(3, 10)),
    .init(
      name: "3.1.8 with words", tempo: "Q:\"Allegro\" 1/4=60 \"or so\"\n", quarter: Rational(1)),
    .init(name: "words alone", tempo: "Q:\"Allegro\"\n", quarter: Rational(1, 2)),
    .init(name: "10.1 units a minute", tempo: "L:1/8\nQ:120\n", quarter: Rational(1)),
    .init(name: "10.1 C stands for a unit", tempo: "L:1/8\nQ:C3=80\n", quarter: Rational(1, 2)),
    .init(name: "a fraction of a beat", tempo: "Q:1/4=62.5\n", quarter: Rational(24, 25)),
  ]

  @Test(arguments: tempos) func `tempo`(row: Row) throws {
    let score = try Score(abc: ABCText.tune("C8", header: row.tempo))
    #expect(TempoMap(score).seconds(at: 480) == row.quarter)
    #expect(score.warnings == [])
  }

  @Test func `a tempo changes where it stands, for all voices`() throws {
    let score = try Score(abc: ABCText.tune("V:1\nC[Q:1/4=60]D|\nV:2\nC D"))
    #expect(TempoMap(score).seconds(at: 960) == Rational(3, 2))
  }

  @Test func `a tune begins as new after another one`() throws {
    let first = "X:1\nL:1/4\nK:C\n%%MIDI control 0 3\n%%MIDI program 40\n[Q:1/4=60]!ped!C ^/F |\n\n"
    let score = try Score(abc: Array((first + "X:2\nL:1/4\nK:C\nG A [Q:1/4=60]B\n").utf8))
    // What holds at the second tune's first note, two quarters in.
    let events = score.tracks[0].events.filter { $0.tick == 960 }.map(\.message)
    let first2 = try #require(
      events.firstIndex { if case .noteOn = $0 { true } else { false } })
    let reset = events[..<first2]
    #expect(reset.contains(.controller(channel: 0, number: 64, value: 0)))
    #expect(reset.contains(.pitchBend(channel: 0, value: 8192)))
    let bank = reset.firstIndex(of: .controller(channel: 0, number: 0, value: 0))
    let program = reset.firstIndex(of: .program(channel: 0, number: 0))
    #expect(try #require(bank) < #require(program))
    // 2 quarters at 60, 2 at 120 again, one at 60.
    #expect(TempoMap(score).seconds(at: 5 * 480) == Rational(4))
  }

  @Test func `layers are bent each on its own`() throws {
    // The overlay has a channel of its own, so both are bent; back to plain before the same key.
    let score = try Score(abc: ABCText.tune("^/C =C & ^/E =E |"))
    for track in score.tracks {
      let bends = track.events.compactMap { event -> String? in
        if case .pitchBend(_, let value) = event.message { "\(event.tick): \(value)" } else { nil }
      }
      // A quarter tone is 50 cents of 200, 2048 steps of 8192.
      #expect(bends == ["0: 10240", "480: 8192"])
    }
    #expect(score.tracks.count == 2)
  }

  @Test func `a fermata holds all voices`() throws {
    let score = try Score(abc: ABCText.tune("V:1\nC HD E|\nV:2\nC !fermata!D E|"))
    // The second quarter takes two: abc2midi's default.
    let map = TempoMap(score)
    #expect(map.seconds(at: 480) == Rational(1, 2))
    #expect(map.seconds(at: 960) == Rational(3, 2))
    #expect(map.seconds(at: 1440) == Rational(2))
    let fixed = try Score(abc: ABCText.tune("[L:1/8]HC2", header: "%%MIDI fermatafixed\n"))
    #expect(TempoMap(fixed).seconds(at: 480) == Rational(3, 4))
  }

  private func velocities(_ body: String, header: String = "") throws -> [UInt8] {
    Performance(try Score(abc: ABCText.tune(body, header: header))).strokes.map(\.note.velocity)
  }

  @Test func `velocities follow the bar and the dynamics`() throws {
    // abc2midi's guide: !f! and no sign 105 95 80, !p! 60 50 35.
    #expect(try velocities("C D/E/ F|!p!C D E/F/|") == [105, 95, 80, 95, 60, 50, 50, 35])
    #expect(try velocities("C !accent!D LE !sfz!F") == [105, 110, 110, 125])
    #expect(try velocities("C D", header: "%%MIDI beat 90 70 50 4\n") == [90, 50])
    #expect(try velocities("C D", header: "%%MIDI nobeataccents\n") == [95, 95])
    #expect(try velocities("C D E F", header: "%%MIDI beatstring fpmp\n") == [105, 80, 95, 80])
    #expect(try velocities("!sfp!C D") == [105, 50])
  }

  @Test func `a hairpin goes to the next dynamic`() throws {
    // From p (50 on a beat) to f (95) over four beats: 45/4 a beat.
    #expect(
      try velocities("!p!z !<(!C D E|!<)!F !f!G")
        == [50, 61 + 1, 73 + 0, 60 + 34 + 11, 95].enumerated().map {
          // The fourth beat is a bar's first note: 60 + 45·3/4 would be 94 at the end of the way.
          $0.offset == 3 ? 105 : UInt8([50, 65, 80, 105, 95][$0.offset])
        })
    // Without a dynamic 15 more.
    #expect(try velocities("!p!C !crescendo(!D E !crescendo)!F C") == [60, 50, 58, 65, 65])
    #expect(try velocities("C !>(!D !>)!E F") == [105, 95, 80, 80])
  }

  static let figures: [(String, String)] = [
    (".C D", "C4@0:1/2 D4@1:1"),
    ("!wedge!C D", "C4@0:1/4 D4@1:1"),
    ("!tenuto!C", "C4@0:1"),
    ("TC/", "D4@0:1/8 C4@1/8:1/8 D4@1/4:1/8 C4@3/8:1/8"),
    ("MC", "C4@0:1/8 B3@1/8:1/8 C4@1/4:3/4"),
    ("PC", "C4@0:1/8 D4@1/8:1/8 C4@1/4:3/4"),
    ("!turn!C", "D4@0:1/4 C4@1/4:1/4 B3@1/2:1/4 C4@3/4:1/4"),
    ("!slide!C", "B3@0:1/8 C4@1/8:7/8"),
    ("~C5", "C4@0:1 D4@1:1 C4@2:1 B3@3:1 C4@4:1"),
    ("!/!C", "C4@0:1/2 C4@1/2:1/2"),
    ("!arpeggio![CEG]", "C4@0:1 E4@1/16:15/16 G4@1/8:7/8"),
    ("!8va(!C D !8va)!E", "C5@0:1 D5@1:1 E4@2:1"),
    ("[I:MIDI=chordattack 120][CE]", "C4@0:1 E4@1/4:3/4"),
    ("[I:MIDI=trim 1/4]CD", "C4@0:3/4 D4@1:3/4"),
    ("[I:MIDI=ratio 2 1]C>D", "C4@0:4/3 D4@4/3:2/3"),
    ("[I:MIDI=gracedivider 2]{d}C2", "D5@0:1/2 C4@1/2:3/2"),
    ("[I:MIDI=grace 1/2]{de}C2", "D5@0:1/2 E5@1/2:1/2 C4@1:1"),
  ]

  @Test(arguments: figures) func `decorations`(body: String, heard: String) throws {
    #expect(try ABCText.heard(body) == heard)
  }

  @Test func `ornaments take their neighbours from the key`() throws {
    // The upper neighbour of A in F is B flat; an accidental of the bar counts too.
    #expect(try ABCText.keys("PA", key: "F") == "A4 A#4 A4")
    #expect(try ABCText.keys("^d PC|", key: "C") == "D#5 C4 D#4 C4")
  }

  private func messages(_ body: String, header: String = "") throws -> [TimedMessage] {
    Array(try Score(abc: ABCText.tune(body, header: header)).tracks[0].events)
  }

  @Test func `the pedal goes down and up with its notes`() throws {
    let pedal = try messages("!ped!C D !ped-up!E").filter {
      if case .controller(_, 64, _) = $0.message { true } else { false }
    }
    #expect(
      pedal == [
        TimedMessage(0, .controller(channel: 0, number: 64, value: 127)),
        TimedMessage(960, .controller(channel: 0, number: 64, value: 0)),
      ])
  }

  @Test func `programs, channels and controllers`() throws {
    let found = try messages(
      "C", header: "%%MIDI program 40\n%%MIDI channel 3\n%%MIDI control 7 99\n")
    #expect(found.contains(TimedMessage(0, .program(channel: 0, number: 40))))
    #expect(found.contains(TimedMessage(0, .controller(channel: 2, number: 7, value: 99))))
    #expect(found.contains(TimedMessage(0, .noteOn(channel: 2, key: 60, velocity: 105))))
  }

  @Test func `words go to their notes`() throws {
    // 5.1: a hyphen ends a syllable, _ holds, * leaves out, | goes to the next bar, ~ joins.
    func words(_ body: String) throws -> [String] {
      try messages(body).compactMap {
        guard case .text(Message.TextKind.lyric, let bytes) = $0.message else { return nil }
        return "\($0.tick / 480):" + String(decoding: bytes, as: UTF8.self)
      }
    }
    #expect(try words("CDEF\nw:syll-a-ble word") == ["0:syll-", "1:a-", "2:ble ", "3:word "])
    #expect(try words("CDEF\nw:time__ of~day") == ["0:time ", "3:of day "])
    #expect(try words("CDE|F\nw:a*b|c") == ["0:a ", "2:b ", "3:c "])
    #expect(try words("CDE|F\nw:a|b") == ["0:a ", "3:b "])
    #expect(try words("C z D\nw:a b") == ["0:a ", "2:b "])
    #expect(try words("|:CD:|\nw:a b\nw:c d") == ["0:a ", "1:b ", "2:c ", "3:d "])
    #expect(try words("CD\\\nEF\nw:a b c d") == ["0:a ", "1:b ", "2:c ", "3:d "])
    #expect(try words("CD\nw:a\n+:b") == ["0:a ", "1:b "])
    #expect(try words("CD\nw:\\'e \\-") == ["0:é ", "1:- "])
  }

  @Test func `a symbol line decorates the line before it`() throws {
    #expect(try velocities("C D E\ns:* !p! *") == [105, 50, 50])
  }

  @Test func `user symbols and macros`() throws {
    #expect(try ABCText.heard("WC D", header: "U:W=!wedge!\n") == "C4@0:1/4 D4@1:1")
    #expect(
      try ABCText.keys("~C ~D", header: "m:~C=C D C\n")
        == "C4 D4 C4 D4 E4 D4 C#4 D4"
        .replacing("C#4", with: "C4"))
    // A transposing macro: n is the note, o the one above it.
    #expect(try ABCText.keys("^nG c", header: "m:^nG=G\n").hasSuffix("C5"))
    #expect(try ABCText.keys("~c ~d", header: "m:~n=non\n") == "C5 D5 C5 D5 E5 D5")
  }

  @Test func `chords are played when asked for, as abc2midi does`() throws {
    // abc2midi 4.84 on the same tune: fzczfzcz in 4/4, basses from 36, chords from 48.
    let body = "\"C\"C4 \"G7\"|\"Am/C\"D4|"
    #expect(try ABCText.heard(body) == "C4@0:4 D4@4:4")
    #expect(
      try ABCText.heard(body, chords: true)
        == "C2@0:1/2 C4@0:4 C3@1:1/2 E3@1:1/2 G3@1:1/2 C2@2:1/2 C3@3:1/2 E3@3:1/2 G3@3:1/2 "
        + "C2@4:1/2 D4@4:4 C4@5:1/2 E4@5:1/2 A4@5:1/2 C2@6:1/2 C4@7:1/2 E4@7:1/2 A4@7:1/2")
  }

  @Test func `drums and drones play without being asked for`() throws {
    // abc2midi 4.84: dzd2 in a bar of four quarters.
    let header = "%%MIDI drum dzd2 35 38 100 50\n%%MIDI drumon\n"
    let score = try Score(abc: ABCText.tune("C4|", header: header))
    #expect(ABCText.heard(score) == "B1@0:1 C4@0:4 D2@2:2")
    #expect(
      Performance(score).strokes.filter { $0.note.channel == 9 }.map(\.note.velocity) == [100, 50])
    let drone = try ABCText.heard("[I:MIDI=droneon]C2[I:MIDI=droneoff]D")
    #expect(drone == "A1@0:2 A2@0:2 C4@0:2 D4@2:1")
  }

  @Test func `Latin-1 and mnemonics in titles`() throws {
    let latin = Array(
      "X:1\nT:Gr\u{fc}n\nC:Dvo\\vr\\'ak\nK:C\nC\n".unicodeScalars.map { UInt8($0.value) })
    let score = try Score(abc: latin)
    #expect(score.title == "Grün")
    #expect(score.composer == "Dvo\\vrák")
    let copy = try Score(abc: ABCText.tune("C", header: "%%abc-copyright (c) A &eacute; \\u00e9\n"))
    #expect(copy.copyright == "(c) A é é")
  }
}
