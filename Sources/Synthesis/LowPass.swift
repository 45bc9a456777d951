/// The settings of a resonant low-pass of second order (Robert Bristow-Johnson's cookbook) at one rate.
///
/// The filter itself is `Kernel.lowPass`; it keeps past inputs and outputs, not inner states, so that new
/// coefficients do not make a jump. A SoundFont's resonance of 0 dB is the filter without a hump, Q = 1/√2,
/// and the passband is lowered by half of the resonance (SoundFont 2.04, 8.1.3, initialFilterQ).
public final class LowPass: Sendable {
  /// The weights of one setting: y = b·(x + 2x₁ + x₂) + c1·y₁ + c2·y₂.
  public struct Coefficients: Sendable, Hashable {
    /// Of the inputs.
    public var b: Float = 0
    /// Of the last output.
    public var c1: Float = 0
    /// Of the one before.
    public var c2: Float = 0

    /// Nothing passes.
    public init() {}
  }

  /// The lowest cutoff, in cents above 8.176 Hz: 19 Hz.
  static let lowest = 1500.0
  private static let step = 10.0
  /// Sine and cosine of the cutoff's angle, every 10 cents.
  private let angles: [SIMD2<Double>]
  private let highest: Double

  /// The filters for a rate.
  ///
  /// Cutoffs go up to 0.45 of it.
  public init(rate: Int) {
    let top = 0.45 * Double(rate) / 8.175798915643707
    highest = 1200 * ExactMath.log2(top)
    let count = Int((highest - LowPass.lowest) / LowPass.step) + 3
    angles = (0..<max(2, count)).map { index in
      let cents = LowPass.lowest + Double(index) * LowPass.step
      let hertz = 8.175798915643707 * ExactMath.exp2(cents / 1200)
      let angle = 6.28318530717958648 * hertz / Double(rate)
      return SIMD2(ExactMath.sin(angle), ExactMath.cos(angle))
    }
  }

  /// The gain of the passband that belongs to a resonance: 10^(−(dB − 3.01)/40).
  public static func gain(resonance decibels: Double) -> Double {
    ExactMath.gain(decibels: -(decibels - 3.01) / 2)
  }

  /// What depends on the resonance alone (0…96 dB): 1/2Q and the gain.
  public static func resonance(_ decibels: Double) -> (damping: Double, gain: Double) {
    let inside = decibels > 0 ? (decibels < 96 ? decibels : 96) : 0
    return (0.5 * ExactMath.gain(decibels: 3.01 - inside), gain(resonance: inside))
  }

  /// Sine and cosine for a cutoff in cents above 8.176 Hz.
  ///
  /// Between the table's angles it goes in a line; that is off by less than 5·10⁻⁶.
  @inline(__always)
  private func angle(_ cents: Double) -> SIMD2<Double> {
    let low = cents > LowPass.lowest ? cents : LowPass.lowest
    let place = ((low < highest ? low : highest) - LowPass.lowest) * (1 / LowPass.step)
    let index = min(Int(place > 0 ? place : 0), angles.count - 2)
    let rest = place - Double(index)
    return angles[index] + rest * (angles[index + 1] - angles[index])
  }

  /// The coefficients for a cutoff in cents above 8.176 Hz.
  public func coefficients(
    cents: Double, _ resonance: (damping: Double, gain: Double)
  ) -> Coefficients {
    let angle = angle(cents)
    let alpha = angle.x * resonance.damping
    let scale = 1 / (1 + alpha)
    var found = Coefficients()
    found.b = Float(0.5 * (1 - angle.y) * scale * resonance.gain)
    found.c1 = Float(2 * angle.y * scale)
    found.c2 = Float((alpha - 1) * scale)
    return found
  }

  /// The same for four at once, in a third of the time: b, c1, c2, 0 of each.
  public func coefficients(
    cents: SIMD4<Double>, damping: SIMD4<Double>, gain: SIMD4<Double>
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    let (p, q, r, s) = (angle(cents.x), angle(cents.y), angle(cents.z), angle(cents.w))
    let sine = SIMD4(p.x, q.x, r.x, s.x)
    let cosine = SIMD4(p.y, q.y, r.y, s.y)
    let alpha = sine * damping
    let scale = 1 / (1 + alpha)
    let b = SIMD4<Float>(0.5 * (1 - cosine) * scale * gain)
    let c1 = SIMD4<Float>(2 * cosine * scale)
    let c2 = SIMD4<Float>((alpha - 1) * scale)
    return Kernel.turned(b, c1, c2, .zero)
  }
}
