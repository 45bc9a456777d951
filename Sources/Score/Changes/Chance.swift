/// Random numbers that belong to what they are for: the same seed and place give the same numbers on
/// every machine, in any order of asking.
struct Chance {
  private var state: UInt64

  /// The numbers of a place, named by a few integers.
  init(seed: UInt64, _ place: Int64...) {
    state = seed
    for part in place { state = SplitMix64.mixed(after: state ^ UInt64(bitPattern: part)) }
  }

  /// A number with mean 0 and standard deviation 1, cut at ±`limit`: the sum of four even ones, which is
  /// near enough to a normal one and needs no logarithm.
  mutating func deviation(limit: Double = 2) -> Double {
    state = SplitMix64.mixed(after: state)
    var sum = 0.0
    for part in 0..<4 { sum += Double(state >> (16 * UInt64(part)) & 0xFFFF) }
    let value = (sum / 65536 - 2) * 1.7320508075688772
    return min(max(value, -limit), limit)
  }
}
