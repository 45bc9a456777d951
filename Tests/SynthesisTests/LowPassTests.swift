import Synthesis
import Testing

@Suite struct LowPassTests {
  /// The gain of the filter at a frequency, from its coefficients.
  private func gain(_ set: LowPass.Coefficients, _ hertz: Double, rate: Double) -> Double {
    let w = 2 * Double.pi * hertz / rate
    // b (1 + z⁻¹)² / (1 − c1 z⁻¹ − c2 z⁻²) on the unit circle.
    let (c, s) = (ExactMath.cos(w), ExactMath.sin(w))
    let (c2, s2) = (ExactMath.cos(2 * w), ExactMath.sin(2 * w))
    let top = Double(set.b) * (2 + 2 * c)
    let re = 1 - Double(set.c1) * c - Double(set.c2) * c2
    let im = Double(set.c1) * s + Double(set.c2) * s2
    return top / (re * re + im * im).squareRoot()
  }

  @Test(arguments: [200.0, 1000, 5000, 12000], [44100, 96000])
  func `without resonance it is 3 dB down at its cutoff`(hertz: Double, rate: Int) {
    let cents = 1200 * ExactMath.log2(hertz / 8.175798915643707)
    let set = LowPass(rate: rate).coefficients(cents: cents, LowPass.resonance(0))
    let fall = ExactMath.decibels(
      gain(set, hertz, rate: Double(rate)) / gain(set, 1, rate: Double(rate)))
    #expect(abs(fall + 3.01) < 0.05)
  }

  @Test(arguments: [10.0, 20, 40])
  func `half of the resonance is taken from the passband`(decibels: Double) {
    let set = LowPass(rate: 44100).coefficients(cents: 8000, LowPass.resonance(decibels))
    let hertz = 8.175798915643707 * ExactMath.exp2(8000.0 / 1200)
    let peak = ExactMath.decibels(gain(set, hertz, rate: 44100))
    let floor = ExactMath.decibels(gain(set, 1, rate: 44100))
    #expect(abs(floor + (decibels - 3.01) / 2) < 0.1)
    #expect(abs(peak - floor - (decibels - 3.01)) < 0.1)
  }

  @Test(arguments: [0.0, 96, 1000], [-20000.0, 1500, 9000, 40000])
  func `it is stable for any setting`(resonance: Double, cents: Double) {
    let set = LowPass(rate: 44100).coefficients(cents: cents, LowPass.resonance(resonance))
    // The poles lie inside the unit circle.
    #expect(-set.c2 < 1)
    #expect(set.c1.magnitude < 1 - set.c2)
  }

  @Test func `each lane is a filter of its own`() {
    let filter = LowPass(rate: 44100)
    var coefficients = [SIMD4<Float>](repeating: .zero, count: 4)
    var past = coefficients
    for lane in 0..<4 {
      let set = filter.coefficients(cents: 6000 + 1500 * Double(lane), LowPass.resonance(0))
      coefficients[0][lane] = set.b
      coefficients[1][lane] = set.c1
      coefficients[2][lane] = set.c2
    }
    var lanes = [SIMD4<Float>](repeating: .zero, count: 64)
    lanes[0] = SIMD4(repeating: 1)
    Kernel.lowPass(&lanes, from: 0, count: 64, coefficients, &past, group: 0)
    for lane in 0..<4 {
      var (x1, x2, y1, y2): (Float, Float, Float, Float) = (0, 0, 0, 0)
      for i in 0..<64 {
        let x: Float = i == 0 ? 1 : 0
        let y =
          (coefficients[0][lane] * (x + x2 + (x1 + x1)) + coefficients[2][lane] * y2)
          + coefficients[1][lane] * y1
        #expect(lanes[i][lane] == y)
        (x2, x1, y2, y1) = (x1, x, y1, y)
      }
    }
  }
}
