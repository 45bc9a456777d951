/// Random numbers that belong to what they are for: the same seed and place give the same numbers on
/// every machine, in any order of asking.
struct Chance {
  private var state: UInt64

  /// The numbers of a place, named by a few integers.
  init(seed: UInt64, _ place: Int64...) {
    state = seed
    for part in place { state = Chance.mixed(state ^ UInt64(bitPattern: part)) }
  }

  /// A number with mean 0 and standard deviation 1, cut at ±`limit`: the sum of four even ones, which is
  /// near enough to a normal one and needs no logarithm.
  mutating func deviation(limit: Double = 2) -> Double {
    state = Chance.mixed(state)
    var sum = 0.0
    for part in 0..<4 { sum += Double(state >> (16 * UInt64(part)) & 0xFFFF) }
    let value = (sum / 65536 - 2) * 1.7320508075688772
    return min(max(value, -limit), limit)
  }

  /// SplitMix64's step and finaliser (Steele, Lea and Flood, OOPSLA 2014).
  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
