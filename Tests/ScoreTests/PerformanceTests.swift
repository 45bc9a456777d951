import Testing

@testable import Score

/// What messages mean; times are ticks of 1/480 quarter at 120 quarters a minute: 960 a second.
struct PerformanceTests {
  static func play(
    _ tracks: [TimedMessage]..., options: Performance.Options = .init(), format: Int = 1
  ) -> Performance {
    var score = Score(
      kind: .smf, timebase: .ticksPerQuarter(480), tracks: tracks.map { Track(events: $0) })
    score.smfHeader = SMFHeader(format: format, tracks: tracks.count, division: 480)
    return Performance(score, options: options)
  }

  static func on(_ tick: Int64, _ key: UInt8 = 60, _ velocity: UInt8 = 100, ch: UInt8 = 0)
    -> TimedMessage
  {
    TimedMessage(tick, .noteOn(channel: ch, key: key, velocity: velocity))
  }

  static func off(_ tick: Int64, _ key: UInt8 = 60, ch: UInt8 = 0) -> TimedMessage {
    TimedMessage(tick, .noteOff(channel: ch, key: key, velocity: 64))
  }

  static func cc(_ tick: Int64, _ number: UInt8, _ value: UInt8, ch: UInt8 = 0) -> TimedMessage {
    TimedMessage(tick, .controller(channel: ch, number: number, value: value))
  }

  static func sysex(_ tick: Int64, _ bytes: [UInt8]) -> TimedMessage {
    TimedMessage(tick, .systemExclusive(bytes + [0xF7]))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: [TimedMessage]
    let notes: [[Int64]]
    var overlap = Performance.Overlap.firstInFirstOut
  }

  static let pairings = [
    Row(
      testDescription: "overlapping equal notes", events: [on(0), on(480), off(960), off(1440)],
      notes: [[0, 960], [480, 1440]]),
    Row(
      testDescription: "overlap cut", events: [on(0), on(480), off(960), off(1440)],
      notes: [[0, 480], [480, 960]], overlap: .cut),
    Row(
      testDescription: "overlap cut, three notes", events: [on(0), on(480), on(960), off(1440)],
      notes: [[0, 480], [480, 960], [960, 1440]], overlap: .cut),
    Row(
      testDescription: "on before off on one tick", events: [on(0), on(480), off(480), off(960)],
      notes: [[0, 480], [480, 960]]),
    Row(
      testDescription: "a note of length zero", events: [on(0), off(0), on(960), off(1440)],
      notes: [[0, 0], [960, 1440]]),
    Row(
      testDescription: "ghost offs",
      events: [off(0), on(1), off(480), off(480), off(720), on(960), off(1440)],
      notes: [[1, 480], [960, 1440]]),
    Row(
      testDescription: "all notes off", events: [on(0), on(0, 64), cc(480, 123, 0), off(960)],
      notes: [[0, 480], [0, 480]]),
    Row(
      testDescription: "all sound off", events: [on(0), cc(480, 120, 0), on(500), off(960)],
      notes: [[0, 480], [500, 960]]),
    Row(
      testDescription: "mono mode ends notes", events: [on(0), cc(480, 126, 1), off(960)],
      notes: [[0, 480]]),
    Row(
      testDescription: "never released", events: [on(0), on(480, 64), off(960, 64)],
      notes: [[0, 960], [480, 960]]),
  ]

  @Test(arguments: pairings) func `offs find their notes`(row: Row) {
    var options = Performance.Options()
    options.overlap = row.overlap
    let played = Self.play(row.events, options: options)
    #expect(played.strokes.map { [$0.on, $0.off] } == row.notes)
    let ons = played.moments.filter { if case .noteOn = $0.event { true } else { false } }
    let offs = played.moments.filter { if case .noteOff = $0.event { true } else { false } }
    #expect(ons.count == row.notes.count)
    #expect(offs.count == row.notes.count)
    #expect(played.moments.map(\.tick) == played.moments.map(\.tick).sorted())
  }

  @Test func `a note never released is told by key and channel`() {
    let played = Self.play([Self.on(0, 60, ch: 2), Self.on(0, 61), Self.off(480, 61)])
    #expect(played.warnings.count == 1)
    #expect(played.warnings[0].message.contains("key 60 (C4) on channel 3"))
  }

  @Test func `ports are channels of their own`() {
    let played = Self.play(
      [Self.on(0), Self.off(480)],
      [TimedMessage(0, .port(1)), Self.on(0), Self.off(960)])
    #expect(played.strokes.map(\.note.channel) == [0, 16])
    #expect(played.strokes.map(\.off) == [480, 960])
  }

  @Test func `an end of track far behind the last note does not count`() {
    let near = [Self.on(0), Self.off(480), TimedMessage(480 + 9600, .endOfTrack)]
    let far = [Self.on(0), Self.off(480), TimedMessage(480 + 9601, .endOfTrack)]
    #expect(Self.play(near).endTick == 10080)
    #expect(Self.play(near).warnings.isEmpty)
    #expect(Self.play(far).endTick == 480)
    #expect(Self.play(far).warnings.count == 1)
    var options = Performance.Options()
    options.lastsUntilEndOfTrack = true
    #expect(Self.play(far, options: options).endTick == 10081)
  }

  @Test func `pedals hold the end and lift there`() {
    let played = Self.play([Self.cc(0, 64, 127), Self.on(0), Self.off(480)])
    #expect(played.endTick == 480)
    #expect(played.moments.last?.event == .controller(channel: 0, number: 64, value: 0))
    let late = Self.play([Self.cc(0, 64, 127), Self.on(0), Self.off(480), Self.cc(96000, 64, 0)])
    #expect(late.endTick == 96000)
  }

  @Test func `what comes after the end that counts is left out, and time does not fall`() {
    let played = Self.play([
      Self.cc(0, 64, 127), Self.on(0), Self.cc(96000, 7, 100), TimedMessage(96000, .endOfTrack),
    ])
    #expect(played.endTick == 0)
    #expect(played.moments.map(\.tick) == [0, 0, 0, 0])
  }

  @Test func `sequences of format 2 follow one another with tempos of their own`() {
    let first = [
      TimedMessage(0, .tempo(secondsPerQuarter: Rational(1))), Self.on(0), Self.off(480),
      TimedMessage(960, .endOfTrack),
    ]
    let second = [Self.on(0, 72), Self.off(480, 72)]
    let played = Self.play(first, second, format: 2)
    #expect(played.strokes.map(\.on) == [0, 960])
    #expect(played.strokes.map(\.note.id) == [0, 1])
    #expect(played.strokes.map(\.note.track) == [0, 1])
    #expect(played.tempoMap.seconds(at: 960) == Rational(2))
    #expect(played.tempoMap.seconds(at: 1440) == Rational(5, 2))
    var options = Performance.Options()
    options.sequence = 2
    let alone = Self.play(first, second, options: options, format: 2)
    #expect(alone.strokes.map(\.on) == [0])
    #expect(alone.tempoMap.seconds(at: alone.endTick) == Rational(1, 2))
  }

  struct Meaning: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let messages: [TimedMessage]
    let events: [Event]
  }

  static func program(_ tick: Int64, _ number: UInt8, ch: UInt8 = 0) -> TimedMessage {
    TimedMessage(tick, .program(channel: ch, number: number))
  }

  static let meanings = [
    Meaning(
      testDescription: "bend range of 12 semitones and 50 cents",
      messages: [cc(0, 101, 0), cc(0, 100, 0), cc(0, 6, 12), cc(0, 38, 50)],
      events: [
        .pitchBendRange(channel: 0, cents: 1200), .pitchBendRange(channel: 0, cents: 1250),
      ]),
    Meaning(
      testDescription: "fine tuning 0 is a semitone down, coarse 65 one up",
      messages: [
        cc(0, 101, 0), cc(0, 100, 1), cc(0, 6, 0), cc(0, 100, 2), cc(0, 6, 65),
      ],
      events: [.channelTuning(channel: 0, cents: -100), .channelTuning(channel: 0, cents: 0)]),
    Meaning(
      testDescription: "modulation depth", messages: [cc(0, 101, 0), cc(0, 100, 5), cc(0, 6, 1)],
      events: [.modulationRange(channel: 0, cents: 150)]),
    Meaning(
      testDescription: "a null parameter takes no data",
      messages: [
        cc(0, 101, 0), cc(0, 100, 0), cc(0, 101, 127), cc(0, 100, 127), cc(0, 6, 12),
      ],
      events: []),
    Meaning(
      testDescription: "decrement", messages: [cc(0, 101, 0), cc(0, 100, 2), cc(0, 97, 0)],
      events: [.channelTuning(channel: 0, cents: -100)]),
    Meaning(
      testDescription: "SoundFont NRPN: filter cutoff, in steps of two cents",
      messages: [cc(0, 99, 120), cc(0, 98, 8), cc(0, 38, 0), cc(0, 6, 63)],
      events: [.generator(channel: 0, number: 8, value: -256)]),
    Meaning(
      testDescription: "GS banks take CC 0",
      messages: [cc(0, 0, 8), cc(0, 32, 3), program(0, 5)],
      events: [.program(channel: 0, Program(bank: 8, number: 5))]),
    Meaning(
      testDescription: "after a GM reset there are no banks",
      messages: [sysex(0, [0x7E, 0x7F, 9, 1]), cc(0, 0, 8), program(0, 5)],
      events: [.reset, .program(channel: 0, Program(number: 5))]),
    Meaning(
      testDescription: "resets with nothing between them are one, and forget all channels",
      messages: [
        cc(0, 101, 0, ch: 3), cc(0, 100, 1, ch: 3), cc(0, 6, 127, ch: 3),
        sysex(0, [0x7E, 0x7F, 9, 1]), sysex(0, [0x7E, 0x7F, 9, 3]), cc(0, 6, 0, ch: 3),
        cc(0, 0, 121), cc(0, 32, 2), program(0, 5),
      ],
      events: [
        .channelTuning(channel: 3, cents: 98.4375), .reset,
        .program(channel: 0, Program(bank: 2, number: 5)),
      ]),
    Meaning(
      testDescription: "after an XG reset CC 32 is the bank, CC 0 of 127 a drum kit",
      messages: [
        sysex(0, [0x43, 0x10, 0x4C, 0, 0, 0x7E, 0]), cc(0, 32, 3), program(0, 5), cc(0, 0, 127),
        program(0, 1),
      ],
      events: [
        .reset, .program(channel: 0, Program(bank: 3, number: 5)),
        .program(channel: 0, Program(number: 1, isPercussion: true)),
      ]),
    Meaning(
      testDescription: "GM2 kits",
      messages: [
        sysex(0, [0x7E, 0x7F, 9, 3]), cc(0, 0, 120), program(0, 8), cc(0, 0, 121), cc(0, 32, 2),
        program(0, 9),
      ],
      events: [
        .reset, .program(channel: 0, Program(number: 8, isPercussion: true)),
        .program(channel: 0, Program(bank: 2, number: 9)),
      ]),
    Meaning(
      testDescription: "channel 10 plays drums", messages: [program(0, 25, ch: 9)],
      events: [.program(channel: 9, Program(number: 25, isPercussion: true))]),
    Meaning(
      testDescription: "GS drum part on channel 11",
      messages: [sysex(0, [0x41, 0x10, 0x42, 0x12, 0x40, 0x1A, 0x15, 1, 0x10])],
      events: [.program(channel: 10, Program(isPercussion: true))]),
    Meaning(
      testDescription: "reset all controllers: what was touched, and no volume",
      messages: [
        cc(0, 7, 64), cc(0, 11, 64), cc(0, 64, 127),
        TimedMessage(0, .pitchBend(channel: 0, value: 16383)), cc(0, 121, 0), cc(0, 121, 0),
      ],
      events: [
        .controller(channel: 0, number: 7, value: 64),
        .controller(channel: 0, number: 11, value: 64),
        .controller(channel: 0, number: 64, value: 127), .pitchBend(channel: 0, value: 16383),
        .controller(channel: 0, number: 11, value: 127),
        .controller(channel: 0, number: 64, value: 0), .pitchBend(channel: 0, value: 8192),
      ]),
    Meaning(
      testDescription: "master volume with the curve of CC 7",
      messages: [sysex(0, [0x7F, 0x7F, 4, 1, 0x7F, 0x7F])], events: [.masterVolume(1)]),
  ]

  @Test(arguments: meanings) func `messages are resolved`(row: Meaning) {
    #expect(Self.play(row.messages).moments.map(\.event) == row.events)
  }

  /// The tuning events of a performance, as text.
  static func tunings(_ played: Performance) -> [String] {
    played.moments.compactMap {
      switch $0.event {
      case .keyTuning(let channel, let key, let cents): "\(channel ?? 99):\(key) \(cents)"
      case .channelTuning(let channel, let cents): "\(channel) \(cents)"
      default: nil
      }
    }
  }

  @Test func `a key's tuning is told before its note, once`() {
    // Single note tuning change: key 69 becomes 69 semitones + 8192/16384 = 50 cents higher.
    let played = Self.play([
      Self.sysex(0, [0x7F, 0x7F, 8, 2, 0, 1, 69, 69, 0x40, 0]), Self.on(0, 69), Self.off(1, 69),
      Self.on(2, 69), Self.off(3, 69), Self.on(4, 60), Self.off(5, 60),
    ])
    #expect(Self.tunings(played) == ["0:69 50.0"])
  }

  @Test func `a tuning program holds for the channels that chose it`() {
    let played = Self.play([
      Self.sysex(0, [0x7F, 0x7F, 8, 2, 3, 1, 69, 68, 0, 0]), Self.on(0, 69), Self.off(1, 69),
      Self.cc(2, 101, 0, ch: 1), Self.cc(2, 100, 3, ch: 1), Self.cc(2, 6, 3, ch: 1),
      Self.on(2, 69, ch: 1), Self.off(3, 69, ch: 1),
    ])
    #expect(Self.tunings(played) == ["1:69 -100.0"])
  }

  @Test func `scale tuning goes by pitch class and channel`() {
    // Channels 1 and 2 (mask 3): C 10 cents down, the rest as it is.
    let cents: [UInt8] = [0x36] + [UInt8](repeating: 0x40, count: 11)
    let played = Self.play([
      Self.sysex(0, [0x7E, 0x7F, 8, 8, 0, 0, 3] + cents), Self.on(0, 60, ch: 1),
      Self.off(1, 60, ch: 1), Self.on(1, 62, ch: 1), Self.off(2, 62, ch: 1),
      Self.on(2, 60, ch: 2), Self.off(3, 60, ch: 2),
    ])
    #expect(Self.tunings(played) == ["1:60 -10.0"])
  }

  @Test func `master tuning is added to a channel's own from its next note on`() {
    let played = Self.play([
      Self.on(0), Self.sysex(0, [0x7F, 0x7F, 4, 4, 0, 0x41]), Self.off(1), Self.on(2), Self.off(3),
    ])
    #expect(Self.tunings(played) == ["0 100.0"])
  }

  @Test func `a system exclusive in packets is one`() {
    let played = Self.play([
      TimedMessage(0, .systemExclusive([0x7E, 0x7F])), TimedMessage(5, .escape([9, 1, 0xF7])),
    ])
    #expect(played.moments.map(\.event) == [.reset])
    #expect(played.moments.map(\.tick) == [5])
  }

  @Test func `4096 channels and overlaps of one key cost only themselves`() {
    var events = [TimedMessage(0, .port(255))]
    events += (0..<1000).map { Self.on(Int64($0), 127, ch: 15) }
    events += (0..<1000).map { Self.off(Int64(1000 + $0), 127, ch: 15) }
    let played = Self.play(events)
    #expect(played.strokes.allSatisfy { $0.off - $0.on == 1000 && $0.note.channel == 4095 })
  }

  @Test(.timeLimit(.minutes(1))) func `a reset of 4096 channels costs what is played of them`() {
    // With a new state for every channel at every reset this took a minute.
    var events = [TimedMessage(0, .port(255))]
    for tick in 0..<20_000 as Range<Int64> {
      events += [
        Self.sysex(tick, [0x7E, 0x7F, 9, 1]), Self.on(tick, ch: 15), Self.off(tick, ch: 15),
      ]
    }
    #expect(Self.play(events).moments.count == 60_000)
  }
}
