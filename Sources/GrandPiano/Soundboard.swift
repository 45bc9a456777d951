import Synthesis

/// What the soundboard and the air do to the strings' force at the bridge.
enum Soundboard {
  /// The response at a frequency in hertz, in decibels: measured partials less simulated bridge force,
  /// medians of three grands by half octaves.
  static func response(_ frequency: Double) -> Double {
    curve[ExactMath.log2(max(1, frequency))]
  }

  /// The level of a key against the middle of the keyboard, in decibels (RMS of the first half second).
  static let balance = Curve([(75, 0), (84, -2.5), (99, -7), (108, -11.5)])

  /// Left less right by key, in decibels: bass on the left.
  static let pan = Curve([(21, 2.5), (108, -2.5)])

  private static let curve = Curve(
    [
      (20.0, -32.0), (40, -22), (59, -11), (84, -3), (119, 2), (168, -4), (238, -1), (336, -3),
      (476, 1), (673, 0), (951, 0), (1345, 2), (1903, 2), (2691, 1.5), (3805, -3), (5382, -3),
      (7611, -7), (11_000, -16), (16_000, -30),
    ].map { (ExactMath.log2($0.0), $0.1) })
}
