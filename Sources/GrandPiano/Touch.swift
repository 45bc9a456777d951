import Synthesis

/// What a key's velocity does: the speed of the hammer and the level of the note.
struct Touch: Sendable {
  private let curve: GrandPiano.VelocityCurve

  init(_ curve: GrandPiano.VelocityCurve) { self.curve = curve }

  /// The velocity that the hammer sees, 1…127.
  func effective(_ velocity: UInt8) -> Double {
    let velocity = Double(max(1, min(127, velocity)))
    guard case .power(let power) = curve, power.isFinite else { return velocity }
    return max(1, 127 * ExactMath.pow(velocity / 127, power))
  }

  /// The level of a note against velocity 100, in decibels.
  ///
  /// A Disklavier's velocity is 57.96 + 71.3·log10 of the hammer's speed in m/s (Goebl & Bresin), and
  /// the sound's amplitude is linear in that speed (Palmer & Brown, JASA 90 (1991) 60), so 0.28 dB a step.
  func level(_ velocity: UInt8) -> Double {
    let velocity = effective(velocity)
    if case .gm = curve { return 40 * ExactMath.log10(velocity / 100) }
    return (velocity - 100) * 20 / 71.3
  }

  /// The hammer's speed in m/s at an effective velocity; the action gives no more than 7.
  static func speed(_ velocity: Double) -> Double {
    min(7, ExactMath.pow(10, (velocity - 57.96) / 71.3))
  }
}
