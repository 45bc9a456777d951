import Score
import Testing

@Suite struct NoteScriptWriterTests {
  static func text(_ score: Score) -> String {
    String(decoding: score.noteScript().bytes, as: UTF8.self)
  }

  /// Everything that the verbs can say, on several tracks.
  static let everything = Score(
    kind: .smf, timebase: .ticksPerQuarter(480),
    tracks: [
      Track(
        name: "first",
        events: [
          TimedMessage(0, .text(kind: 3, bytes: Array("first".utf8))),
          TimedMessage(0, .tempo(secondsPerQuarter: Rational(517241, 1_000_000))),
          TimedMessage(0, .meter(beats: 3, unit: 4)),
          TimedMessage(0, .keySignature(sharps: -3, minor: true)),
          TimedMessage(0, .text(kind: 1, bytes: Array("# \"\\\n\u{7}".utf8))),
          TimedMessage(0, .text(kind: 5, bytes: [0xA9, 0x41, 0xC3, 0xA4])),
          TimedMessage(0, .text(kind: 6, bytes: Array("Ä ♯".utf8))),
          TimedMessage(0, .program(channel: 15, number: 127)),
          TimedMessage(0, .pitchBend(channel: 0, value: 8193)),
          TimedMessage(0, .pitchBend(channel: 0, value: 0)),
          TimedMessage(0, .pitchBend(channel: 0, value: 16383)),
          TimedMessage(0, .channelPressure(channel: 3, value: 64)),
          TimedMessage(480, .tempo(secondsPerQuarter: Rational(1, 1_000_000))),
          TimedMessage(
            960,
            .tempoRamp(start: Rational(1, 2), end: Rational(60, 71), quarters: Rational(7, 3))),
          TimedMessage(1 << 40, .noteOn(channel: 0, key: 127, velocity: 1)),
          TimedMessage(1 << 40, .noteOff(channel: 0, key: 127, velocity: 0)),
        ]),
      Track(
        name: "second",
        events: [
          TimedMessage(0, .text(kind: 3, bytes: Array("second".utf8))),
          TimedMessage(7, .noteOff(channel: 1, key: 0, velocity: 127)),
          TimedMessage(7, .noteOn(channel: 1, key: 0, velocity: 127)),
          TimedMessage(7, .controller(channel: 1, number: 64, value: 127)),
          TimedMessage(7, .keyPressure(channel: 1, key: 60, value: 99)),
          TimedMessage(9, .systemExclusive([0x7E, 0x7F, 0x09, 0x01, 0xF7])),
          TimedMessage(9, .escape([0x43, 0x12])),
          TimedMessage(9, .systemExclusive([])),
        ]),
    ])

  @Test func sameEventsComeBack() throws {
    let again = try score(NoteScriptWriterTests.text(NoteScriptWriterTests.everything))
    #expect(again.timebase == .ticksPerQuarter(480))
    #expect(again.tracks == NoteScriptWriterTests.everything.tracks)
    #expect(again.warnings.isEmpty)
  }

  @Test func everyBendAndEveryTempoComesBack() throws {
    let bends = (0..<16384).map { value in
      TimedMessage(Int64(value), .pitchBend(channel: 0, value: UInt16(value)))
    }
    let tempos = (1...2000).map { step in
      TimedMessage(
        20_000 + Int64(step),
        .tempo(secondsPerQuarter: Rational(Int128(step * 8388 + 1), 1_000_000)))
    }
    let track = Track(events: bends + tempos)
    let made = Score(kind: .smf, timebase: .ticksPerQuarter(96), tracks: [track])
    #expect(try score(NoteScriptWriterTests.text(made)).tracks == [track])
  }

  @Test func linesAreCanonical() {
    let made = Score(
      kind: .smf, timebase: .ticksPerQuarter(96),
      tracks: [
        Track(events: [
          TimedMessage(0, .tempo(secondsPerQuarter: Rational(5, 8))),
          TimedMessage(0, .tempo(secondsPerQuarter: Rational(700_001, 1_000_000))),
          TimedMessage(0, .noteOn(channel: 0, key: 61, velocity: 90)),
          TimedMessage(96, .noteOff(channel: 0, key: 61, velocity: 64)),
          TimedMessage(96, .pitchBend(channel: 0, value: 16383)),
          TimedMessage(97, .endOfTrack),
        ]),
        Track(
          name: "lh", events: [TimedMessage(5, .controller(channel: 9, number: 7, value: 100))]),
      ])
    #expect(
      NoteScriptWriterTests.text(made) == """
        script 1 events ppq=96
        at t0 track 2 "lh"
        at t0 tempo 96
        at t0 tempo 60000000/700001
        at t0 on C#4 vel=90
        at t5 cc 7 100 ch=10 track=2
        at t96 off C#4 vel=64
        at t96 bend 199.98
        at t97 end

        """)
  }

  @Test func secondWritingIsTheFirst() throws {
    for script in [
      "v: p < C4:350ms ped {D E F}:4 ff ped=0..1/2 arp[C3 E3]:2 ped*\nw: ^[D5]C5:1",
      "tempo 71\ntempo 71..93 over 2/1 at b2\nv: C4:1 D gate 33% E", "at 1.23456 note C4 0.1",
    ] {
      let once = NoteScriptWriterTests.text(try score(script))
      let twice = NoteScriptWriterTests.text(try score(once))
      #expect(once == twice)
    }
  }

  @Test func clockTimeIsKept() throws {
    for ticks in [Rational(1, 1000), Rational(1001, 2_400_000), Rational(1, 44100)] {
      let made = Score(
        kind: .smf, timebase: .secondsPerTick(ticks),
        tracks: [
          Track(events: [
            TimedMessage(0, .tempo(secondsPerQuarter: Rational(1))),
            TimedMessage(12345, .noteOn(channel: 0, key: 60, velocity: 90)),
            TimedMessage(67890, .noteOff(channel: 0, key: 60, velocity: 64)),
          ])
        ])
      let performance = Performance(try score(NoteScriptWriterTests.text(made)))
      let stroke = performance.strokes[0]
      #expect(performance.tempoMap.seconds(at: stroke.on) == ticks * Rational(12345))
      #expect(performance.tempoMap.seconds(at: stroke.off) == ticks * Rational(67890))
    }
  }

  @Test func whatHasNoWordIsTold() {
    let made = Score(
      kind: .smf, timebase: .ticksPerQuarter(96),
      tracks: [
        Track(events: [
          TimedMessage(0, .port(1)), TimedMessage(0, .text(kind: 4, bytes: [65])),
          TimedMessage(0, .meta(type: 0x7F, bytes: [1])),
          TimedMessage(0, .meter(beats: 0, unit: 4)), TimedMessage(0, .endOfTrack),
        ])
      ])
    let (bytes, warnings) = made.noteScript()
    #expect(String(decoding: bytes, as: UTF8.self) == "script 1 events ppq=96\nat t0 end\n")
    #expect(warnings.count == 4)
  }

  /// A piece that ends with a rest, or with an event that has no word, is as long as before.
  @Test(arguments: [
    (TimedMessage(960, .endOfTrack), "at t960 end track=2"),
    (TimedMessage(960, .text(kind: 7, bytes: [65])), "at t960 end track=2"),
    (TimedMessage(480, .endOfTrack), "at t480 off C4 vel=64 track=2"),
  ])
  func endOfThePieceIsKept(last: TimedMessage, line: String) throws {
    let made = Score(
      kind: .smf, timebase: .ticksPerQuarter(480),
      tracks: [
        Track(events: [TimedMessage(0, .tempo(secondsPerQuarter: Rational(1)))]),
        Track(events: [
          TimedMessage(0, .noteOn(channel: 0, key: 60, velocity: 90)),
          TimedMessage(480, .noteOff(channel: 0, key: 60, velocity: 64)), last,
        ]),
      ])
    let written = NoteScriptWriterTests.text(made)
    #expect(written.split(separator: "\n").last.map(String.init) == line)
    let again = try score(written)
    #expect(Performance(again).endTick == Performance(made).endTick)
    #expect(NoteScriptWriterTests.text(again) == written)
  }

  @Test func aPieceWithoutNotesComesBack() throws {
    let made = Score(kind: .smf, timebase: .ticksPerQuarter(480), tracks: [Track(events: [])])
    let again = try score(NoteScriptWriterTests.text(made))
    #expect(Performance(again).strokes.isEmpty && Performance(again).endTick == 0)
  }
}
