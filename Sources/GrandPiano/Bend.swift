import Synthesis

/// A pitch wheel on its way: from some cents to others in four even steps.
struct Bend: Sendable {
  private var origin = 0.0
  /// Where it goes, in cents.
  private(set) var goal = 0.0
  private var start = 0
  private var stepFrames = 1

  private static let steps = 4

  /// The frames at which it moves.
  var frames: [Int] { (0..<Self.steps).map { start + $0 * stepFrames } }

  /// The factor on frequencies at a frame.
  func factor(at frame: Int) -> Double {
    let cents = cents(at: frame)
    return cents == 0 ? 1 : ExactMath.exp2(cents / 1200)
  }

  /// The way from where it is at a frame to another goal.
  func turned(to goal: Double, at frame: Int, stepFrames: Int) -> Bend {
    var bend = Bend()
    bend.origin = cents(at: frame)
    bend.goal = goal
    bend.start = frame
    bend.stepFrames = max(1, stepFrames)
    return bend
  }

  private func cents(at frame: Int) -> Double {
    let taken = (frame - start) / stepFrames + 1
    if taken >= Self.steps { return goal }
    return origin + (goal - origin) * Double(max(0, taken)) / Double(Self.steps)
  }
}
