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

  @Test func `four at once have the bits of one by one`() {
    let filter = LowPass(rate: 44100)
    for round in 0..<50 {
      let cents = (0..<4).map { Double(round * 331 + $0 * 2903) * 1.37 - 3000 }
      let resonances = (0..<4).map { LowPass.resonance(Double(round * 7 + $0 * 29) * 0.61 - 5) }
      let found = filter.coefficients(
        cents: SIMD4(cents), damping: SIMD4(resonances.map(\.damping)),
        gain: SIMD4(resonances.map(\.gain)))
      for (lane, four) in [found.0, found.1, found.2, found.3].enumerated() {
        let one = filter.coefficients(cents: cents[lane], resonances[lane])
        #expect(four == SIMD4(one.b, one.c1, one.c2, 0))
      }
    }
  }

  @Test func `each lane is a filter of its own`() {
    let filter = LowPass(rate: 44100)
    var coefficients = [SIMD4<Float>](repeating: .zero, count: 4)
    var past = coefficients
    for lane in 0..<4 {
      let set = filter.coefficients(cents: 6000 + 1500 * Double(lane), LowPass.resonance(0))
      coefficients[lane] = SIMD4(set.b, set.c1, set.c2, 0)
    }
    var rows = [Float](repeating: 0, count: 4 * 64)
    for lane in 0..<4 { rows[64 * lane] = 1 }
    var lanes = [SIMD4<Float>](repeating: .zero, count: 64)
    Kernel.lowPass(rows, group: 0, coefficients, &past, into: &lanes)
    for lane in 0..<4 {
      let (b, c1, c2) = (coefficients[lane].x, coefficients[lane].y, coefficients[lane].z)
      var (x1, x2, y1, y2): (Float, Float, Float, Float) = (0, 0, 0, 0)
      for i in 0..<64 {
        let x: Float = i == 0 ? 1 : 0
        let y = (b * (x + x2 + (x1 + x1)) + c2 * y2) + c1 * y1
        #expect(lanes[i][lane] == y)
        (x2, x1, y2, y1) = (x1, x, y1, y)
      }
    }
  }

  @Test func `what is mixed at one go has the bits of what is mixed in parts`() {
    let rows: [Float] = (0..<4 * 64).map { Float($0 * 37 % 101) / 50 - 1 }
    let filter = SIMD4<Float>(0.01, 1.9, -0.94, 0)
    let coefficients = (0..<8).map { filter * Float(1 - 0.01 * Double($0)) }
    let gains = SIMD4<Float>(1e-3, 5e-4, 2.5e-4, 7.5e-4)
    let ramps = (1...16).map { gains * Float($0) }
    let silence = [SIMD4<Float>](repeating: .zero, count: 64)
    for group in 0..<2 {
      var (past, pastOfParts) = (silence, silence)
      var (left, right, leftOfParts, rightOfParts) = (silence, silence, silence, silence)
      var lanes = silence + silence
      Kernel.lowPassAndAdd(rows, group: group, coefficients, &past, to: &left, &right, ramps)
      Kernel.lowPass(rows, group: group, coefficients, &pastOfParts, into: &lanes)
      for part in [0..<1, 1..<30, 30..<64] {
        Kernel.add(
          lanes, from: 64 * group + part.lowerBound, to: &leftOfParts, &rightOfParts,
          at: part.lowerBound, count: part.count, ramps, group: group)
      }
      #expect(left == leftOfParts && right == rightOfParts && past == pastOfParts)
      #expect(left.contains { $0 != .zero })

      Kernel.turn(rows, group: group, into: &lanes)
      #expect(lanes[64 * group + 5][2] == rows[64 * 2 + 5])
      Kernel.addRows(rows, group: group, to: &left, &right, ramps)
      Kernel.add(
        lanes, from: 64 * group, to: &leftOfParts, &rightOfParts, at: 0, count: 64, ramps,
        group: group)
      #expect(left == leftOfParts && right == rightOfParts)
    }
  }
}
