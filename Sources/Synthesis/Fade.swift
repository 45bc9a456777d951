/// A level that rises in a straight line, stays, and falls in one from wherever it is.
public struct Fade: Sendable, Hashable {
  private var level: Double
  private var slope: Double
  private var left: Int
  private let fallFrames: Int
  private var isFalling = false

  /// A rise over `riseFrames` (0: at once) and, once released, a fall over `fallFrames` (at least 1).
  public init(riseFrames: Int, fallFrames: Int) {
    level = riseFrames > 0 ? 0 : 1
    slope = riseFrames > 0 ? 1 / Double(riseFrames) : 0
    left = max(0, riseFrames)
    self.fallFrames = max(1, fallFrames)
  }

  /// Whether it has fallen to 0.
  public var isDone: Bool { isFalling && left == 0 }

  /// The frames up to the next corner; nil if there is none before a release.
  public var framesToCorner: Int? { left > 0 ? left : nil }

  /// The level here, and what each frame adds to it.
  public var line: (level: Double, slope: Double) { (level, left > 0 ? slope : 0) }

  /// Goes on by some frames, at most to the next corner.
  public mutating func advance(_ frames: Int) {
    if left == 0 { return }
    left -= min(frames, left)
    level += slope * Double(frames)
    if left == 0 { level = isFalling ? 0 : 1 }
  }

  /// Begins to fall from the level here.
  public mutating func release() {
    if isFalling { return }
    isFalling = true
    left = fallFrames
    slope = -level / Double(fallFrames)
  }
}
