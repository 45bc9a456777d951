/// The fixed irregularities of one piano: numbers that look random and belong to a key and a partial.
///
/// They are an integer hash of the seed and of what they belong to, never of time or order, so the
/// same piano is built each time.
struct Scatter: Sendable {
  /// What a number is for; each use draws its own.
  enum Use: UInt64, Sendable {
    case level = 1
    case phase, prompt, aftersound, aftersoundLevel, detune, partialDetune, pan, flip
    case burst, resonance, ambience
  }

  private let seed: UInt64

  /// The piano of a seed.
  init(seed: UInt64) { self.seed = seed }

  /// 0 ..< 1.
  func uniform(_ use: Use, _ key: Int, _ partial: Int = 0, _ string: Int = 0) -> Double {
    var bits = Self.mix(seed &+ 0x9E37_79B9_7F4A_7C15 &* use.rawValue)
    bits = Self.mix(bits ^ UInt64(truncatingIfNeeded: key))
    bits = Self.mix(bits ^ UInt64(truncatingIfNeeded: partial) << 8)
    bits = Self.mix(bits ^ UInt64(truncatingIfNeeded: string) << 32)
    return Double(bits >> 11) * 0x1p-53
  }

  /// About normal with mean 0 and deviation 1, within ±3.47: the sum of four uniform numbers.
  func normal(_ use: Use, _ key: Int, _ partial: Int = 0) -> Double {
    var sum = -2.0
    for string in 1...4 { sum += uniform(use, key, partial, string) }
    return sum * 1.7320508075688772
  }

  /// The finaliser of SplitMix64.
  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
