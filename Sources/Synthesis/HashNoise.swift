/// Random numbers that belong to a place: the same seed and the same place give the same number,
/// in whatever order they are asked for.
///
/// The function is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, OOPSLA 2014) on a counter, so nothing depends on blocks, threads or what came before.
@frozen
public struct HashNoise: Sendable, Hashable {
  private let seed: UInt64

  /// Noise of a seed; `stream` tells apart what uses one seed for several things.
  public init(seed: UInt64, stream: UInt64 = 0) {
    self.seed = Self.mixed(seed &+ 0x9E37_79B9_7F4A_7C15) ^ Self.mixed(stream)
  }

  /// 64 random bits of a place.
  @inlinable
  public subscript(place: Int) -> UInt64 {
    Self.mixed(start &+ UInt64(bitPattern: Int64(place)) &* 0x9E37_79B9_7F4A_7C15)
  }

  @usableFromInline var start: UInt64 { seed }

  @usableFromInline static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
