/// How a playhead reads between two samples.
public enum Interpolation: String, Sendable, Hashable, CaseIterable {
  /// A straight line through 2 samples: cheap and dull, its images lie 20 to 30 dB down.
  case linear
  /// A cubic through 4 samples (Catmull–Rom), from a table of 256 phases; FluidSynth's 4th order.
  case cubic
  /// A windowed sinc over 32 samples (Kaiser, β = 9): images and aliases of what lies below 0.8 of the
  /// band are more than 90 dB down; when the pitch goes up its band narrows with it.
  case sinc
}

/// The weights of the cubic and of the sinc, by phase.
enum Weights {
  /// Phases between two samples.
  static let phases = 256

  /// Catmull–Rom's weights of the samples −1, 0, 1, 2 at each phase.
  static let cubic: [SIMD4<Float>] = (0..<phases).map { phase in
    let x = Double(phase) / Double(phases)
    return SIMD4<Float>(
      Float(x * (x * (1 - 0.5 * x) - 0.5)), Float(x * x * (1.5 * x - 2.5) + 1),
      Float(x * (x * (2 - 1.5 * x) + 0.5)), Float(0.5 * x * x * (x - 1)))
  }

  /// Samples that a sinc covers.
  static let sincTaps = 32

  /// Sinc tables for bands of 2^(−k/4), k = 0…16: rows of `sincTaps` weights for 257 phases, so that a
  /// reader can go in a line from each row to the next.
  static let sinc: [[SIMD4<Float>]] = (0...16).map { step in
    sincTable(band: ExactMath.exp2(-Double(step) / 4))
  }

  /// The table for a playhead that moves `step` (32.32) samples a frame.
  static func sinc(step: UInt64) -> [SIMD4<Float>] {
    let ratio = Double(step) * (0x1p-32 * 0.999)
    return sinc[paces.firstIndex { $0 >= ratio } ?? 16]
  }

  /// The pace up to which each table serves, but the last one's.
  private static let paces = (0..<16).map { ExactMath.exp2(Double($0) / 4) }

  private static func sincTable(band: Double) -> [SIMD4<Float>] {
    let half = Double(sincTaps / 2)
    let beta = 9.0
    // The edge lies so far below the band's end that the transition ends not far beyond it.
    let edge = 0.9 * band
    let floor = bessel(beta)
    var rows: [SIMD4<Float>] = []
    for phase in 0...phases {
      let x = Double(phase) / Double(phases)
      var row = (0..<sincTaps).map { tap in
        let distance = Double(tap) - (half - 1) - x
        let t = distance / half
        let window = t * t >= 1 ? 0 : bessel(beta * (1 - t * t).squareRoot()) / floor
        let angle = 3.14159265358979324 * edge * distance
        return window * edge * (angle == 0 ? 1 : ExactMath.sin(angle) / angle)
      }
      // Unity at 0 Hz in every row: else the phases would modulate a constant.
      let sum = row.reduce(0, +)
      for tap in row.indices { row[tap] /= sum }
      for group in stride(from: 0, to: sincTaps, by: 4) {
        rows.append(
          SIMD4<Float>(
            Float(row[group]), Float(row[group + 1]), Float(row[group + 2]), Float(row[group + 3])))
      }
    }
    return rows
  }

  /// The modified Bessel function of order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term, k) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= (x / (2 * k)) * (x / (2 * k))
      sum += term
      k += 1
    }
    return sum
  }
}
