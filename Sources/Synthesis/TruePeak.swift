/// Estimates how high sound goes at and between its samples, at four times the rate.
///
/// Between two samples it looks at three points, each a sum of 16 samples weighted by a windowed sinc, as
/// ITU-R BS.1770-4, annex 2, describes it.
struct TruePeak: Sendable {
  /// How many samples later the peak around a sample is known.
  static let delay = 9

  private var left = SIMD16<Float>.zero
  private var right = SIMD16<Float>.zero
  private var before: Float = 0

  /// The weights of the samples −7…8 at a quarter, a half and three quarters on the way from 0 to 1.
  private static let weights: [SIMD16<Float>] = [0.25, 0.5, 0.75].map { place in
    var row = SIMD16<Float>.zero
    for tap in 0..<16 {
      let x = place - Double(tap - 7)
      let window = ExactMath.cos(Double.pi * x / 17)
      row[tap] = Float(ExactMath.sin(Double.pi * x) / (Double.pi * x) * window * window)
    }
    return row / row.sum()
  }

  /// The most that a weighted sum can exceed its largest sample.
  private static let most: Float =
    weights.map { row in
      (0..<16).reduce(0) { $0 + abs(row[$1]) }
    }.max() ?? 1

  /// Takes a frame; answers the peak around the frame that came `delay` before it.
  ///
  /// Below `above` it may be less than true.
  mutating func next(_ l: Float, _ r: Float, above: Float) -> Float {
    left = Self.moved(left, l)
    right = Self.moved(right, r)
    // Index 7 is the sample before the gap that is looked at.
    let near = max(abs(left[7]), abs(right[7]))
    var between = near
    let largest = max(abs(left[8]), abs(right[8]))
    if largest > between { between = largest }
    if Self.largest(left, right) * Self.most > above {
      for row in Self.weights {
        let (a, b) = (abs((left * row).sum()), abs((right * row).sum()))
        if a > between { between = a }
        if b > between { between = b }
      }
    }
    // The peak around sample 7: the gap before it and the gap after.
    let peak = before > between ? before : between
    before = between
    return peak
  }

  private static func largest(_ a: SIMD16<Float>, _ b: SIMD16<Float>) -> Float {
    let x = a.replacing(with: -a, where: a .< 0)
    let y = b.replacing(with: -b, where: b .< 0)
    return x.replacing(with: y, where: y .> x).max()
  }

  private static func moved(_ samples: SIMD16<Float>, _ next: Float) -> SIMD16<Float> {
    var moved = SIMD16<Float>()
    moved.lowHalf = SIMD8(
      samples[1], samples[2], samples[3], samples[4], samples[5], samples[6], samples[7], samples[8]
    )
    moved.highHalf = SIMD8(
      samples[9], samples[10], samples[11], samples[12], samples[13], samples[14], samples[15], next
    )
    return moved
  }
}
