/// A slow triangle between −1 and 1 that begins at 0 and goes up, after a delay.
public struct LFO: Sendable, Hashable {
  private var delay: Int
  private var phase: Double
  private let perFrame: Double

  /// A triangle of `hertz` at `rate`, silent for the first `delayFrames`.
  public init(hertz: Double, delayFrames: Int, rate: Double) {
    delay = max(0, delayFrames)
    phase = 0
    perFrame = hertz > 0 && hertz < rate / 2 ? hertz / rate : 0
  }

  /// The value here.
  public var value: Double {
    let turned = phase + 0.25  // 0 lies a quarter after the lowest point
    let saw = turned - turned.rounded(.down)
    return saw < 0.5 ? 4 * saw - 1 : 3 - 4 * saw
  }

  /// Goes on by some frames.
  public mutating func advance(_ frames: Int) {
    let waited = min(delay, frames)
    delay -= waited
    phase += perFrame * Double(frames - waited)
    phase -= phase.rounded(.down)
  }
}
