/// A level that rises in a straight line, stays, and falls in one from wherever it is.
///
/// Each line is counted from its own begin, so that it does not matter in how many pieces it is drawn.
public struct Fade: Sendable, Hashable {
  private var from: Double
  private var to = 1.0
  private var done = 0
  private var frames: Int
  private let fallFrames: Int

  /// A rise over `riseFrames` (0: at once) and, once released, a fall over `fallFrames` (at least 1).
  public init(riseFrames: Int, fallFrames: Int) {
    from = riseFrames > 0 ? 0 : 1
    frames = max(0, riseFrames)
    self.fallFrames = max(1, fallFrames)
  }

  /// Whether it has fallen to 0.
  public var isDone: Bool { to == 0 && done == frames }

  /// The level after some more frames.
  public func level(after more: Int) -> Double {
    let count = done + more
    return count < frames ? from + (to - from) * (Double(count) / Double(frames)) : to
  }

  /// Goes on by some frames.
  public mutating func advance(_ count: Int) { done = min(done + count, frames) }

  /// Begins to fall from the level here.
  public mutating func release() {
    if to == 0 { return }
    from = level(after: 0)
    to = 0
    done = 0
    frames = fallFrames
  }
}
