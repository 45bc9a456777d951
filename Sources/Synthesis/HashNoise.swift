public import Score

/// Random numbers that belong to a place: the same seed and the same place give the same number,
/// in whatever order they are asked for.
///
/// A place is a value of SplitMix64's counter, so nothing depends on blocks, threads or what came before.
@frozen
public struct HashNoise: Sendable, Hashable {
  private let seed: UInt64

  /// Noise of a seed; `stream` tells apart what uses one seed for several things.
  public init(seed: UInt64, stream: UInt64 = 0) {
    self.seed = SplitMix64.mixed(after: seed) ^ SplitMix64.mixed(stream)
  }

  /// 64 random bits of a place.
  @inlinable
  public subscript(place: Int) -> UInt64 {
    SplitMix64.mixed(start &+ UInt64(bitPattern: Int64(place)) &* SplitMix64.step)
  }

  @usableFromInline var start: UInt64 { seed }
}
