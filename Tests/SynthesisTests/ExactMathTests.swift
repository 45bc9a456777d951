import Glibc
import Synthesis
import Testing

/// A function of ours against the one of the C library, over a range.
struct MathRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let range: ClosedRange<Double>
  /// The error allowed, absolute or relative as `isRelative` says.
  let tolerance: Double
  let isRelative: Bool
  let ours: @Sendable (Double) -> Double
  let libm: @Sendable (Double) -> Double

  static let all: [MathRow] = [
    MathRow(
      testDescription: "exp2", range: -1000...1000, tolerance: 5e-16, isRelative: true,
      ours: { ExactMath.exp2($0) }, libm: { Glibc.exp2($0) }),
    MathRow(
      testDescription: "exp", range: -40...10, tolerance: 6e-15, isRelative: true,
      ours: { ExactMath.exp($0) }, libm: { Glibc.exp($0) }),
    MathRow(
      testDescription: "log2 near 1", range: 0.5...2, tolerance: 1e-15, isRelative: false,
      ours: { ExactMath.log2($0) }, libm: { Glibc.log2($0) }),
    MathRow(
      testDescription: "log2 far from 1", range: 2...1e300, tolerance: 1e-15, isRelative: true,
      ours: { ExactMath.log2($0) }, libm: { Glibc.log2($0) }),
    MathRow(
      testDescription: "sin, a few turns", range: -20...20, tolerance: 4e-16, isRelative: false,
      ours: { ExactMath.sin($0) }, libm: { Glibc.sin($0) }),
    MathRow(
      testDescription: "sin, many turns", range: 0...1e6, tolerance: 4e-16, isRelative: false,
      ours: { ExactMath.sin($0) }, libm: { Glibc.sin($0) }),
    MathRow(
      testDescription: "cos, a few turns", range: -20...20, tolerance: 4e-16, isRelative: false,
      ours: { ExactMath.cos($0) }, libm: { Glibc.cos($0) }),
    MathRow(
      testDescription: "cos, many turns", range: 0...1e6, tolerance: 4e-16, isRelative: false,
      ours: { ExactMath.cos($0) }, libm: { Glibc.cos($0) }),
    MathRow(
      testDescription: "x to the power 1.7", range: 0.001...1000, tolerance: 1e-14,
      isRelative: true,
      ours: { ExactMath.pow($0, 1.7) }, libm: { Glibc.pow($0, 1.7) }),
    MathRow(
      testDescription: "decibels", range: 1e-6...8, tolerance: 1e-13, isRelative: false,
      ours: { ExactMath.decibels($0) }, libm: { 20 * Glibc.log10($0) }),
  ]
}

@Suite struct ExactMathTests {
  @Test(arguments: MathRow.all)
  func `agrees with the C library`(row: MathRow) {
    let steps = 20_011
    var worst = 0.0
    for i in 0...steps {
      let x =
        row.range.lowerBound
        + (row.range.upperBound - row.range.lowerBound) * Double(i) / Double(steps)
      let want = row.libm(x)
      let error = abs(row.ours(x) - want) / (row.isRelative ? max(abs(want), 1e-300) : 1)
      worst = max(worst, error)
    }
    #expect(worst <= row.tolerance)
  }

  @Test func `the edges are those of the standard`() {
    #expect(ExactMath.exp2(0) == 1)
    #expect(ExactMath.exp2(10) == 1024)
    #expect(ExactMath.exp2(-2000) == 0)
    #expect(ExactMath.exp2(1024) == .infinity)
    #expect(ExactMath.exp2(.nan).isNaN)
    #expect(ExactMath.log2(0) == -.infinity)
    #expect(ExactMath.log2(-1).isNaN)
    #expect(ExactMath.log2(1) == 0)
    #expect(ExactMath.pow(0, 2) == 0)
    #expect(ExactMath.pow(0, 0) == 1)
    #expect(ExactMath.sin(0) == 0)
    #expect(ExactMath.cos(0) == 1)
  }
}
