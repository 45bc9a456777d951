/// A resonant low-pass of second order (Robert Bristow-Johnson's cookbook), mono.
///
/// It keeps past inputs and outputs, not inner states, so that new coefficients do not make a jump.
/// A SoundFont's resonance of 0 dB is the filter without a hump, Q = 1/√2; the passband is lowered by
/// half of the resonance (SoundFont 2.04, 8.1.3, initialFilterQ).
public struct LowPass: Sendable, Hashable {
  /// The weights of one setting.
  struct Coefficients: Sendable, Hashable {
    var b: Float = 1
    var a1: Float = 0
    var a2: Float = 0
  }

  private var set = Coefficients()
  private var hertz = 0.0
  private var cents = 0.0
  private var decibels = 0.0
  /// The last two inputs and the last two outputs, the newer first.
  var past = SIMD4<Float>.zero

  /// A filter at rest, wide open.
  public init() {}

  /// The gain of the passband that belongs to a resonance: 10^(−(dB − 3.01)/40).
  public static func gain(resonance decibels: Double) -> Double {
    ExactMath.gain(decibels: -(decibels - 3.01) / 2)
  }

  /// Sets the cutoff (5 Hz…0.45 of the rate) and the resonance, 0…96 dB.
  public mutating func tune(hertz: Double, resonance decibels: Double, rate: Double) {
    if hertz == self.hertz, decibels == self.decibels { return }
    self.hertz = hertz
    self.decibels = decibels
    let highest = 0.45 * rate
    let cutoff = hertz > 5 ? (hertz < highest ? hertz : highest) : 5
    let resonance = decibels > 0 ? (decibels < 96 ? decibels : 96) : 0
    let q = ExactMath.gain(decibels: resonance - 3.01)
    let angle = 6.28318530717958648 * cutoff / rate
    let sine = ExactMath.sin(angle)
    let cosine = ExactMath.cos(angle)
    let alpha = sine / (2 * q)
    let scale = 1 / (1 + alpha)
    set.a1 = Float(-2 * cosine * scale)
    set.a2 = Float((1 - alpha) * scale)
    set.b = Float(0.5 * (1 - cosine) * scale * LowPass.gain(resonance: resonance))
  }

  /// Sets the cutoff in cents above 8.176 Hz, and the resonance.
  public mutating func tune(cents: Double, resonance decibels: Double, rate: Double) {
    if cents == self.cents, decibels == self.decibels { return }
    self.cents = cents
    tune(
      hertz: 8.175798915643707 * ExactMath.exp2(cents / 1200), resonance: decibels, rate: rate)
  }

  /// Filters the first `count` frames in place.
  public mutating func run(_ mono: inout [Float], count: Int) {
    past = LowPass.run(&mono, count: count, set, past)
    // What rings below −200 dB would end in denormal numbers.
    if past.z.magnitude < 1e-10, past.w.magnitude < 1e-10 {
      past.z = 0
      past.w = 0
    }
  }

  private static func run(
    _ mono: inout [Float], count: Int, _ set: Coefficients, _ past: SIMD4<Float>
  ) -> SIMD4<Float> {
    var (x1, x2, y1, y2) = (past.x, past.y, past.z, past.w)
    let (b, a1, a2) = (set.b, set.a1, set.a2)
    var out = mono.mutableSpan
    for i in 0..<count {
      let x = out[i]
      let y = (b * (x + x2 + (x1 + x1)) - a2 * y2) - a1 * y1
      out[i] = y
      x2 = x1
      x1 = x
      y2 = y1
      y1 = y
    }
    return SIMD4<Float>(x1, x2, y1, y2)
  }
}
