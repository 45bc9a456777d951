import Score

/// Scores of every kind of message, from a seed.
struct RandomScore {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// SplitMix64 (Steele, Lea, Flood 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func bytes(atMost count: Int, below limit: Int = 256) -> [UInt8] {
    (0..<below(count + 1)).map { _ in UInt8(below(limit)) }
  }

  /// A message that a MIDI file holds as it is.
  mutating func message() -> Message {
    let channel = UInt8(below(16))
    let (a, b) = (UInt8(below(128)), UInt8(below(128)))
    switch below(16) {
    case 0, 1: return .noteOn(channel: channel, key: a, velocity: max(b, 1))
    case 2, 3: return .noteOff(channel: channel, key: a, velocity: b)
    case 4: return .keyPressure(channel: channel, key: a, value: b)
    case 5: return .controller(channel: channel, number: a, value: b)
    case 6: return .program(channel: channel, number: a)
    case 7: return .channelPressure(channel: channel, value: a)
    case 8: return .pitchBend(channel: channel, value: UInt16(below(16384)))
    case 9: return .tempo(secondsPerQuarter: Rational(Int128(1 + below(0xFFFFFF)), 1_000_000))
    case 10: return .meter(beats: 1 + below(255), unit: 1 << below(12))
    case 11: return .keySignature(sharps: below(15) - 7, minor: below(2) == 1)
    case 12: return .port(UInt8(below(256)))
    case 13: return .text(kind: UInt8(1 + below(15)), bytes: bytes(atMost: 200))
    case 14:
      return below(2) == 0
        ? .systemExclusive(bytes(atMost: 20) + [0xF7]) : .escape(bytes(atMost: 20))
    default: return .meta(type: 0x7F, bytes: bytes(atMost: 20))
    }
  }

  mutating func score() -> Score {
    let tracks = (0..<1 + below(4)).map { _ in
      var tick: Int64 = 0
      var events = EventList()
      for _ in 0..<below(60) {
        tick += below(3) == 0 ? 0 : Int64(below(below(2) == 0 ? 1000 : 1 << 28))
        events.append(TimedMessage(tick, message()))
      }
      events.append(TimedMessage(tick + Int64(below(100)), .endOfTrack))
      return Track(events: events)
    }
    return Score(kind: .smf, timebase: .ticksPerQuarter(1 + below(0x7FFF)), tracks: tracks)
  }
}
