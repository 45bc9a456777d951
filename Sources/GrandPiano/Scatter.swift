private import Score

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
    var bits = SplitMix64.mixed(after: seed &+ SplitMix64.step &* use.rawValue)
    bits = SplitMix64.mixed(after: bits ^ UInt64(truncatingIfNeeded: key))
    bits = SplitMix64.mixed(after: bits ^ UInt64(truncatingIfNeeded: partial) << 8)
    bits = SplitMix64.mixed(after: bits ^ UInt64(truncatingIfNeeded: string) << 32)
    return Double(bits >> 11) * 0x1p-53
  }

  /// About normal with mean 0 and deviation 1, within ±3.47: the sum of four uniform numbers.
  func normal(_ use: Use, _ key: Int, _ partial: Int = 0) -> Double {
    var sum = -2.0
    for string in 1...4 { sum += uniform(use, key, partial, string) }
    return sum * 1.7320508075688772
  }
}
