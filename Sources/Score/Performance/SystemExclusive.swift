/// What a system exclusive asks for, as far as it concerns the sound.
enum SystemExclusive {
  /// Everything as at power on, in a mode.
  case reset(Performance.BankMode)
  /// An amplitude factor for everything.
  case masterVolume(Double)
  /// Fine tuning of everything, in cents; replaces the last.
  case masterFine(Double)
  /// Coarse tuning of everything, in cents; replaces the last.
  case masterCoarse(Double)
  /// A part that plays drums, or does no more.
  case percussion(channel: UInt8, Bool)
  /// A controller of a part, by another name.
  case controller(channel: UInt8, number: UInt8, value: UInt8)
  /// The range of a part's pitch wheel, in semitones.
  case bendRange(channel: UInt8, semitones: UInt8)
  /// Cents for the twelve pitch classes of these channels.
  case octave(channels: [UInt8], cents: [Double])
  /// Keys of a tuning program and their cents.
  case keys(bank: UInt8, program: UInt8, [(key: UInt8, cents: Double)])
  /// Anything else.
  case other

  /// The meaning of the bytes between F0 and F7; the F7 may be there.
  init(_ bytes: [UInt8]) {
    var bytes = bytes
    if bytes.last == 0xF7 { bytes.removeLast() }
    // 7-bit data only; anything else is no message.
    guard bytes.count >= 4, bytes.allSatisfy({ $0 < 128 }) else {
      self = .other
      return
    }
    switch bytes[0] {
    case 0x7E, 0x7F: self = SystemExclusive.universal(bytes)
    case 0x41: self = SystemExclusive.roland(bytes)
    case 0x43: self = SystemExclusive.yamaha(bytes)
    default: self = .other
    }
  }

  // MARK: Universal (MIDI 1.0, GM, GM2, MIDI Tuning Standard)

  private static func universal(_ bytes: [UInt8]) -> SystemExclusive {
    let isRealTime = bytes[0] == 0x7F
    switch (bytes[2], bytes[3]) {
    case (9, 1) where !isRealTime: return .reset(.gm)
    case (9, 2) where !isRealTime: return .reset(.gs)
    case (9, 3) where !isRealTime: return .reset(.gm2)
    case (4, 1) where isRealTime && bytes.count >= 6:
      // The curve is that of CC 7: 40 log10 (GM2, section 4.1).
      let level = Double(Int(bytes[4]) | Int(bytes[5]) << 7) / 16383
      return .masterVolume(level * level)
    case (4, 3) where isRealTime && bytes.count >= 6:
      return .masterFine((Double(Int(bytes[4]) | Int(bytes[5]) << 7) - 8192) * 100 / 8192)
    case (4, 4) where isRealTime && bytes.count >= 6:
      return .masterCoarse((Double(bytes[5]) - 64) * 100)
    case (8, 1) where !isRealTime && bytes.count >= 5 + 16 + 384:
      return .keys(
        bank: 0, program: bytes[4],
        (0..<128).compactMap { key in entry(bytes, at: 21 + 3 * key, key: UInt8(key)) })
    case (8, 2) where bytes.count >= 6: return singleNotes(bytes, bank: 0, at: 4)
    case (8, 7) where bytes.count >= 7: return singleNotes(bytes, bank: bytes[4], at: 5)
    case (8, 8) where bytes.count >= 7 + 12:
      return .octave(
        channels: channels(bytes), cents: bytes[7..<19].map { Double($0) - 64 })
    case (8, 9) where bytes.count >= 7 + 24:
      return .octave(
        channels: channels(bytes),
        cents: (0..<12).map { index in
          let value = Int(bytes[7 + 2 * index]) << 7 | Int(bytes[8 + 2 * index])
          return (Double(value) - 8192) * 100 / 8192
        })
    default: return .other
    }
  }

  /// Single note tuning changes: program, count, then key and three bytes of pitch each.
  private static func singleNotes(_ bytes: [UInt8], bank: UInt8, at: Int) -> SystemExclusive {
    let count = min(Int(bytes[at + 1]), (bytes.count - at - 2) / 4)
    return .keys(
      bank: bank, program: bytes[at],
      (0..<count).compactMap { index in
        entry(bytes, at: at + 3 + 4 * index, key: bytes[at + 2 + 4 * index])
      })
  }

  /// A pitch of three bytes: a semitone and 1/16384 parts of one; 7F 7F 7F is "no change".
  private static func entry(_ bytes: [UInt8], at: Int, key: UInt8) -> (key: UInt8, cents: Double)? {
    let fraction = Int(bytes[at + 1]) << 7 | Int(bytes[at + 2])
    if bytes[at] == 127, fraction == 16383 { return nil }
    return (key, (Double(bytes[at]) - Double(key)) * 100 + Double(fraction) * 100 / 16384)
  }

  /// The channels of a scale/octave tuning: 2 + 7 + 7 bits, the highest first.
  private static func channels(_ bytes: [UInt8]) -> [UInt8] {
    let mask = Int(bytes[6]) | Int(bytes[5]) << 7 | Int(bytes[4] & 3) << 14
    return (0..<16).filter { mask >> Int($0) & 1 == 1 }
  }

  // MARK: Roland GS: 41 device 42 12 address×3 data… checksum

  private static func roland(_ bytes: [UInt8]) -> SystemExclusive {
    guard bytes.count >= 8, bytes[2] == 0x42, bytes[3] == 0x12 else { return .other }
    let address = (bytes[4], bytes[5], bytes[6])
    let value = bytes[7]
    // Part blocks: 0 is part 10, 1…9 parts 1…9, 10…15 parts 11…16.
    let block = address.1 & 15
    let channel = block == 0 ? 9 : block < 10 ? block - 1 : block
    switch address {
    case (0x40, 0x00, 0x7F), (0x00, 0x00, 0x7F): return .reset(.gs)
    case (0x40, 0x00, 0x04):
      let level = Double(value) / 127
      return .masterVolume(level * level)
    case (0x40, 0x00, 0x05): return .masterCoarse((Double(value) - 64) * 100)
    case (0x40, 0x00, 0x00) where bytes.count >= 11: return .masterFine(nibbles(bytes, at: 7))
    case (0x40, 0x10...0x1F, 0x15): return .percussion(channel: channel, value > 0)
    case (0x40, 0x10...0x1F, 0x19): return .controller(channel: channel, number: 7, value: value)
    case (0x40, 0x10...0x1F, 0x1C) where value > 0:
      return .controller(channel: channel, number: 10, value: value)
    case (0x40, 0x10...0x1F, 0x40) where bytes.count >= 7 + 12:
      return .octave(channels: [channel], cents: bytes[7..<19].map { Double($0) - 64 })
    case (0x40, 0x20...0x2F, 0x10) where value >= 0x40:
      return .bendRange(channel: channel, semitones: value - 0x40)
    default: return .other
    }
  }

  /// A tuning of four nibbles in tenths of a cent, 1024 in the middle.
  private static func nibbles(_ bytes: [UInt8], at: Int) -> Double {
    let value = (0..<4).reduce(0) { $0 << 4 | Int(bytes[at + $1] & 15) }
    return (Double(value) - 1024) / 10
  }

  // MARK: Yamaha XG: 43 1n 4C address×3 data…

  private static func yamaha(_ bytes: [UInt8]) -> SystemExclusive {
    guard bytes.count >= 7, bytes[1] & 0x70 == 0x10, bytes[2] == 0x4C else { return .other }
    let value = bytes[6]
    let part = bytes[4] & 15
    switch (bytes[3], bytes[4], bytes[5]) {
    case (0, 0, 0x7E), (0, 0, 0x7F): return .reset(.xg)
    case (0, 0, 4):
      let level = Double(value) / 127
      return .masterVolume(level * level)
    case (0, 0, 6): return .masterCoarse((Double(value) - 64) * 100)
    case (0, 0, 0) where bytes.count >= 10: return .masterFine(nibbles(bytes, at: 6))
    case (8, 0..<16, 7): return .percussion(channel: part, value > 0)
    case (8, 0..<16, 0x0B): return .controller(channel: part, number: 7, value: value)
    case (8, 0..<16, 0x0E) where value > 0:
      return .controller(channel: part, number: 10, value: value)
    case (8, 0..<16, 0x23) where value >= 0x28 && value <= 0x58:
      return .bendRange(channel: part, semitones: value >= 0x40 ? value - 0x40 : 0x40 - value)
    case (8, 0..<16, 0x41...0x4C): return .other
    default: return .other
    }
  }
}
