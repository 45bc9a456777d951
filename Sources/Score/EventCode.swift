/// How a message is written in 32 bits.
///
/// A channel message is its MIDI bytes, status first, from the lowest bits up. Other kinds have a
/// number below 0x80 in the lowest byte. The top bit marks a message kept in a table, its place in the
/// other 31 bits.
enum EventCode {
  static let tempo: UInt32 = 1
  static let endOfTrack: UInt32 = 2
  static let port: UInt32 = 3
  static let meter: UInt32 = 4
  static let keySignature: UInt32 = 5

  /// The mark of a message kept in a table.
  static let stored: UInt32 = 1 << 31

  static func payload(_ slot: Int) -> UInt32 { stored | UInt32(truncatingIfNeeded: slot) }

  /// The place in the table, or nil where the code says all.
  static func slot(_ code: UInt32) -> Int? {
    code & stored == 0 ? nil : Int(code & ~stored)
  }

  /// The code of a message, or nil where it does not fit.
  static func code(of message: Message) -> UInt32? {
    switch message {
    case .noteOff(let channel, let key, let velocity):
      return channelMessage(0x80, channel, key, velocity)
    case .noteOn(let channel, let key, let velocity):
      return channelMessage(0x90, channel, key, velocity)
    case .keyPressure(let channel, let key, let value):
      return channelMessage(0xA0, channel, key, value)
    case .controller(let channel, let number, let value):
      return channelMessage(0xB0, channel, number, value)
    case .program(let channel, let number): return channelMessage(0xC0, channel, number, 0)
    case .channelPressure(let channel, let value): return channelMessage(0xD0, channel, value, 0)
    case .pitchBend(let channel, let value):
      guard value < 1 << 14 else { return nil }
      return channelMessage(0xE0, channel, UInt8(value & 127), UInt8(value >> 7))
    case .tempo(let secondsPerQuarter): return tempo(secondsPerQuarter)
    case .port(let port): return Self.port | UInt32(port) << 8
    case .meter(let beats, let unit):
      guard 0..<256 ~= beats, 0..<(1 << 15) ~= unit else { return nil }
      return meter | UInt32(beats) << 8 | UInt32(unit) << 16
    case .keySignature(let sharps, let minor):
      guard let sharps = Int8(exactly: sharps) else { return nil }
      return keySignature | UInt32(UInt8(bitPattern: sharps)) << 8 | (minor ? 1 << 16 : 0)
    case .endOfTrack: return endOfTrack
    case .tempoRamp, .text, .systemExclusive, .escape, .meta: return nil
    }
  }

  /// The message of a code that is not kept in a table.
  static func message(_ code: UInt32) -> Message {
    let status = UInt8(code & 0xFF)
    let channel = status & 15
    let first = UInt8(code >> 8 & 0xFF)
    let second = UInt8(code >> 16 & 0xFF)
    switch status >> 4 {
    case 0x8: return .noteOff(channel: channel, key: first, velocity: second)
    case 0x9: return .noteOn(channel: channel, key: first, velocity: second)
    case 0xA: return .keyPressure(channel: channel, key: first, value: second)
    case 0xB: return .controller(channel: channel, number: first, value: second)
    case 0xC: return .program(channel: channel, number: first)
    case 0xD: return .channelPressure(channel: channel, value: first)
    case 0xE: return .pitchBend(channel: channel, value: UInt16(first) | UInt16(second) << 7)
    default: break
    }
    switch code & 0xFF {
    case tempo: return .tempo(secondsPerQuarter: Rational(Int128(code >> 8), 1_000_000))
    case port: return .port(first)
    case meter: return .meter(beats: Int(first), unit: Int(code >> 16))
    case keySignature:
      return .keySignature(sharps: Int(Int8(bitPattern: first)), minor: second != 0)
    default: return .endOfTrack
    }
  }

  /// The code of a tempo in whole microseconds a quarter, from 1 to 8 s; nil for others.
  static func tempo(microseconds: Int) -> UInt32? {
    1..<8_000_000 ~= microseconds ? tempo | UInt32(microseconds) << 8 : nil
  }

  /// The microseconds a quarter of a tempo; nil for what is no tempo, or is kept in a table.
  static func microseconds(_ code: UInt32) -> Int? {
    code & (stored | 0xFF) == tempo ? Int(code >> 8) : nil
  }

  private static func channelMessage(
    _ status: UInt8, _ channel: UInt8, _ first: UInt8, _ second: UInt8
  ) -> UInt32? {
    guard channel < 16, first < 128, second < 128 else { return nil }
    return UInt32(status | channel) | UInt32(first) << 8 | UInt32(second) << 16
  }

  /// Whole microseconds below 2²³.
  private static func tempo(_ secondsPerQuarter: Rational) -> UInt32? {
    guard secondsPerQuarter > .zero, secondsPerQuarter < Rational(8),
      secondsPerQuarter.denominator <= 1_000_000,
      1_000_000 % secondsPerQuarter.denominator == 0
    else { return nil }
    let microseconds =
      secondsPerQuarter.numerator * (1_000_000 / secondsPerQuarter.denominator)
    return tempo | UInt32(microseconds) << 8
  }
}
