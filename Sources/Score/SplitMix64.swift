/// The random numbers of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
/// OOPSLA 2014): a counter, and a function that makes a random number of each of its values.
///
/// Nothing else in this package makes numbers that look random, so that all of them are the same on every
/// machine.
public enum SplitMix64 {
  /// What is added to the counter for each number.
  @inlinable public static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  /// The number of a counter's value: 64 bits, of which each depends on all of `value`.
  @inlinable public static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// The number of the counter's next value.
  @inlinable public static func mixed(after value: UInt64) -> UInt64 { mixed(value &+ step) }
}
