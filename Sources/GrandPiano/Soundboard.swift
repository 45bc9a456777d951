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
      (476, 0), (673, -3), (951, 0), (1345, 2), (1903, 2), (2691, 0), (3805, -6), (5382, -7),
      (7611, -11), (11_000, -20), (16_000, -32),
    ].map { (ExactMath.log2($0.0), $0.1) })
}
