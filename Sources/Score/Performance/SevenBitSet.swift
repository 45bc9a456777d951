/// A set of keys or controllers, 0…127.
///
/// Two words in place of a `Set<UInt8>`, whose hashing alone would cost the reading of a short file a tenth of
/// its time.
struct SevenBitSet {
  private var words: (low: UInt64, high: UInt64) = (0, 0)

  private static func bit(_ number: UInt8) -> UInt64 { 1 << UInt64(number & 63) }

  func contains(_ number: UInt8) -> Bool {
    (number < 64 ? words.low : words.high) & Self.bit(number) != 0
  }

  mutating func insert(_ number: UInt8) {
    if number < 64 { words.low |= Self.bit(number) } else { words.high |= Self.bit(number) }
  }

  mutating func remove(_ number: UInt8) {
    if number < 64 { words.low &= ~Self.bit(number) } else { words.high &= ~Self.bit(number) }
  }

  /// The members, rising.
  var members: [UInt8] {
    words == (0, 0) ? [] : (0...127).filter(contains)
  }
}
