/// A slow triangle between −1 and 1 that begins at 0 and goes up, after a delay.
public struct LFO: Sendable, Hashable {
  private let delay: Int
  private let perFrame: Double

  /// A triangle of `hertz` at `rate`, at 0 for the first `delayFrames`.
  public init(hertz: Double, delayFrames: Int, rate: Double) {
    delay = max(0, delayFrames)
    perFrame = hertz > 0 && hertz < rate / 2 ? hertz / rate : 0
  }

  /// The value at a frame, counted from the start.
  public func value(at frame: Int) -> Double {
    if frame <= delay { return 0 }
    // 0 lies a quarter of a turn after the lowest point.
    let turns = Double(frame - delay) * perFrame + 0.25
    let saw = turns - Double(Int64(turns < 9e18 ? turns : 0))
    return saw < 0.5 ? 4 * saw - 1 : 3 - 4 * saw
  }
}
