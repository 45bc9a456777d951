/// Delay, attack, hold, decay, sustain, release of a level, as ramps for a mixer.
///
/// The attack is linear in amplitude, decay and release in decibels: 96 dB in the time given, the
/// range of the other levels of a SoundFont. `next` answers one ramp at a time and never crosses a
/// corner with one, so a mixer that draws straight lines draws the corners where they are. No ramp is
/// steeper than 1/64 a frame: attacks last at least 65 frames, and no release falls faster than a
/// straight line of 2.5 ms or 72 frames, whichever is longer.
public struct VolumeEnvelope: Sendable, Hashable {
  /// The times and levels of an envelope.
  public struct Shape: Sendable, Hashable {
    /// Seconds of silence before the attack.
    public var delaySeconds = 0.0
    /// Seconds from silence to full level.
    public var attackSeconds = 0.0
    /// Seconds at full level.
    public var holdSeconds = 0.0
    /// Seconds that a decay by 96 dB would take.
    public var decaySeconds = 0.0
    /// The level held after the decay, in decibels below full.
    public var sustainDecibels = 0.0
    /// Seconds that a release by 96 dB takes.
    public var releaseSeconds = 0.0

    /// At once full, held, and off in the shortest release.
    public init() {}
  }

  private enum Stage: Sendable { case delay, attack, hold, decay, sustain, release, fade, done }

  /// Below this a voice has ended: −96 dB.
  public static let floor = 1.584893192461113e-5

  private let shape: Shape
  private let rate: Double
  private let shortest: Int
  private var stage = Stage.delay
  /// Frames to the end of the stage; of a release's straight line.
  private var left: Int
  /// The curve under a release's straight line, and that line's height.
  private var curve = 0.0
  private var height = 0.0
  /// The factor of a full run of the decay or the release, and its length.
  private var perRun = 1.0
  private var perFrame = 0.0
  /// The level at the end of the last ramp, 0…1.
  public private(set) var gain = 0.0

  /// The frames of the longest ramp.
  public static let run = 64

  /// An envelope at its start.
  public init(_ shape: Shape, rate: Int) {
    self.shape = shape
    self.rate = Double(rate)
    shortest = VolumeEnvelope.shortestFade(rate: rate)
    left = VolumeEnvelope.frames(shape.delaySeconds, rate: Double(rate))
  }

  /// The frames of the shortest fade: 2.5 ms, at least 72.
  public static func shortestFade(rate: Int) -> Int { max(72, rate / 400) }

  /// The frames of the delay, before the sound begins.
  public var delayFrames: Int { VolumeEnvelope.frames(shape.delaySeconds, rate: rate) }

  /// Whether it is over and its level 0.
  public var isDone: Bool { stage == .done }

  /// Whether it has been released or cut.
  public var isReleased: Bool { stage == .release || stage == .fade || stage == .done }

  /// Seconds to frames, at most some hours.
  static func frames(_ seconds: Double, rate: Double) -> Int {
    let frames = seconds * rate
    return frames > 0 ? Int(frames < 4e9 ? frames.rounded() : 4e9) : 0
  }

  /// Goes on by 1…`limit` frames on a straight line to the new `gain`; answers how many.
  public mutating func next(_ limit: Int) -> Int {
    while true {
      switch stage {
      case .delay:
        if left == 0 {
          begin(.attack)
          continue
        }
        let count = min(limit, left)
        left -= count
        return count
      case .attack:
        let count = min(limit, left)
        gain += (1 - gain) * Double(count) / Double(left)
        left -= count
        if left == 0 { begin(.hold) }
        return count
      case .hold:
        if left == 0 {
          begin(.decay)
          continue
        }
        let count = min(limit, left)
        left -= count
        return count
      case .decay:
        if left == 0 {
          begin(.sustain)
          continue
        }
        let count = min(limit, left)
        gain *= factor(count)
        left -= count
        if left == 0 { gain = sustainGain }
        if gain < VolumeEnvelope.floor { end() }
        return count
      case .sustain:
        return limit
      case .release:
        let count = left > 0 ? min(limit, left) : limit
        curve *= factor(count)
        left -= min(left, count)
        let line = height * Double(left)
        gain = curve > line ? curve : line
        if gain < VolumeEnvelope.floor { end() }
        return count
      case .fade:
        let count = min(limit, left)
        left -= count
        gain = height * Double(left)
        if left == 0 { end() }
        return count
      case .done:
        return limit
      }
    }
  }

  /// The key is up: falls from `level`, which is the level here.
  public mutating func release(from level: Double) {
    guard !isReleased else { return }
    if stage == .delay || level <= 0 {
      end()
      return
    }
    stage = .release
    gain = level
    curve = level
    left = shortest
    height = level / Double(shortest)
    fall(shape.releaseSeconds)
  }

  /// Silence on the shortest way, from `level`, which is the level here.
  public mutating func cut(from level: Double) {
    guard stage != .fade, stage != .done else { return }
    if stage == .delay || level <= 0 {
      end()
      return
    }
    stage = .fade
    gain = level
    left = shortest
    height = level / Double(shortest)
  }

  private var sustainGain: Double {
    shape.sustainDecibels > 0 ? ExactMath.gain(decibels: -shape.sustainDecibels) : 1
  }

  private mutating func begin(_ next: Stage) {
    stage = next
    switch next {
    case .attack:
      left = max(65, VolumeEnvelope.frames(shape.attackSeconds, rate: rate))
    case .hold:
      gain = 1
      left = VolumeEnvelope.frames(shape.holdSeconds, rate: rate)
    case .decay:
      let part = shape.sustainDecibels > 0 ? shape.sustainDecibels / 96 : 0
      left = part > 0 ? max(65, VolumeEnvelope.frames(shape.decaySeconds * part, rate: rate)) : 0
      if left > 0 { fall(Double(left) / rate / part) }
    case .sustain:
      gain = sustainGain
      if gain < VolumeEnvelope.floor { end() }
    default: break
    }
  }

  private mutating func end() {
    stage = .done
    gain = 0
  }

  /// Prepares a fall of 96 dB in `seconds`.
  private mutating func fall(_ seconds: Double) {
    let frames = seconds * rate
    // 96 dB are 15.947 octaves of amplitude.
    perFrame = frames > 1 ? -15.9452451648276 / frames : -15.9452451648276
    perRun = ExactMath.exp2(perFrame * Double(VolumeEnvelope.run))
  }

  private func factor(_ count: Int) -> Double {
    count == VolumeEnvelope.run ? perRun : ExactMath.exp2(perFrame * Double(count))
  }
}
