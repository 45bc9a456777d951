/// Delay, attack, hold, decay, sustain, release of a modulation, 0…1 (SoundFont 2.04, 8.1.2).
///
/// The attack is convex, all else linear; times are for the whole way from 1 to 0.
public struct ModulationEnvelope: Sendable, Hashable {
  /// The times and the level of an envelope.
  public struct Shape: Sendable, Hashable {
    /// Seconds at 0.
    public var delaySeconds = 0.0
    /// Seconds from 0 to 1.
    public var attackSeconds = 0.0
    /// Seconds at 1.
    public var holdSeconds = 0.0
    /// Seconds that a decay from 1 to 0 would take.
    public var decaySeconds = 0.0
    /// The level after the decay, 0…1.
    public var sustain = 1.0
    /// Seconds from 1 to 0.
    public var releaseSeconds = 0.0

    /// At once at 1, until the release.
    public init() {}
  }

  private let shape: Shape
  private let rate: Double
  private var elapsed = 0.0
  private var released: (from: Double, elapsed: Double)?

  /// An envelope at its start.
  public init(_ shape: Shape, rate: Int) {
    self.shape = shape
    self.rate = Double(rate)
  }

  /// Goes on by some frames.
  public mutating func advance(_ frames: Int) {
    elapsed += Double(frames) / rate
    released?.elapsed += Double(frames) / rate
  }

  /// The key is up: falls from the level here.
  public mutating func release() {
    if released == nil { released = (value, 0) }
  }

  /// The level here.
  public var value: Double {
    if let released {
      let fallen = shape.releaseSeconds > 0 ? released.elapsed / shape.releaseSeconds : 1
      return released.from > fallen ? released.from - fallen : 0
    }
    var t = elapsed - shape.delaySeconds
    if t < 0 { return 0 }
    if t < shape.attackSeconds { return ModulationEnvelope.convex(t / shape.attackSeconds) }
    t -= shape.attackSeconds + shape.holdSeconds
    if t <= 0 { return 1 }
    let fallen = shape.decaySeconds > 0 ? t / shape.decaySeconds : 1
    return 1 - fallen > shape.sustain ? 1 - fallen : shape.sustain
  }

  /// The convex curve of 0…1: 1 + 400/960 · log10 x, not below 0 (SoundFont 2.04, 9.5.3).
  public static func convex(_ x: Double) -> Double {
    if x >= 1 { return 1 }
    let y = 1 + (400.0 / 960) * ExactMath.log10(x)
    return y > 0 ? y : 0
  }

  /// Equal shape and state.
  public static func == (a: Self, b: Self) -> Bool {
    a.shape == b.shape && a.rate == b.rate && a.elapsed == b.elapsed
      && a.released?.from == b.released?.from && a.released?.elapsed == b.released?.elapsed
  }

  /// Hashes shape and time.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(shape)
    hasher.combine(elapsed)
  }
}
