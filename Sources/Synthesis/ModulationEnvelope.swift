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

  // In frames.
  private let attackBegin: Double
  private let attackEnd: Double
  private let perAttack: Double
  private let holdEnd: Double
  private let perDecay: Double
  private let sustain: Double
  private let perRelease: Double
  private var releaseFrame = -1
  private var releaseLevel = 0.0

  /// An envelope at its start.
  public init(_ shape: Shape, rate: Int) {
    let rate = Double(rate)
    func slope(_ seconds: Double) -> Double { seconds * rate > 1 ? 1 / (seconds * rate) : 1 }
    attackBegin = shape.delaySeconds * rate
    attackEnd = attackBegin + shape.attackSeconds * rate
    perAttack = slope(shape.attackSeconds)
    holdEnd = attackEnd + shape.holdSeconds * rate
    perDecay = slope(shape.decaySeconds)
    sustain = shape.sustain
    perRelease = slope(shape.releaseSeconds)
  }

  /// The key is up at a frame, counted from the start: falls from the level there.
  public mutating func release(at frame: Int) {
    if releaseFrame >= 0 { return }
    releaseLevel = value(at: frame)
    releaseFrame = max(0, frame)
  }

  /// The level at a frame, counted from the start.
  public func value(at frame: Int) -> Double {
    if releaseFrame >= 0 {
      let level = releaseLevel - Double(frame - releaseFrame) * perRelease
      return level > 0 ? level : 0
    }
    let t = Double(frame)
    if t > holdEnd {
      let level = 1 - (t - holdEnd) * perDecay
      return level > sustain ? level : sustain
    }
    if t >= attackEnd { return 1 }
    return t > attackBegin ? ModulationEnvelope.convex((t - attackBegin) * perAttack) : 0
  }

  /// The convex curve of 0…1: 1 + 400/960 · log10 x, not below 0 (SoundFont 2.04, 9.5.3).
  public static func convex(_ x: Double) -> Double {
    if x >= 1 { return 1 }
    let y = 1 + (400.0 / 960) * ExactMath.log10(x)
    return y > 0 ? y : 0
  }
}
