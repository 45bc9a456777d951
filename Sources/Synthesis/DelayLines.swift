/// The sixteen delay lines of a room and the matrix between them.
struct DelayLines: Sendable {
  /// Seconds of the lines: from 23 to 79 ms, no two in a simple ratio.
  private static let seconds: [Double] = [
    0.02311, 0.02593, 0.02887, 0.03163, 0.03511, 0.03847, 0.04219, 0.04603, 0.04987, 0.05323,
    0.05743, 0.06151, 0.06569, 0.07013, 0.07481, 0.07937,
  ]
  /// Which lines hear the left and the right channel, and are heard in them, with which sign.
  private static let left = SIMD16<Float>(1, 0, -1, 0, 1, 0, 1, 0, -1, 0, 1, 0, -1, 0, -1, 0)
  private static let right = SIMD16<Float>(0, 1, 0, 1, 0, -1, 0, 1, 0, 1, 0, -1, 0, -1, 0, -1)
  /// Sets the energy of what comes back to half of what was sent.
  private let level: Float

  private var memory: [Float]
  private let starts: [Int]
  private let lengths: [Int]
  private var places: [Int]
  private let gain: SIMD16<Float>
  private let damping: SIMD16<Float>
  private var filtered = SIMD16<Float>.zero

  init(rate: Int, decay: Double) {
    lengths = Self.seconds.map { max(1, Int(($0 * Double(rate)).rounded())) }
    var starts: [Int] = []
    var sum = 0
    for length in lengths {
      starts.append(sum)
      sum += length
    }
    self.starts = starts
    memory = [Float](repeating: 0, count: sum)
    places = starts
    var gain = SIMD16<Float>.zero
    var damping = SIMD16<Float>.zero
    for (line, length) in lengths.enumerated() {
      let time = Double(length) / Double(rate)
      gain[line] = Float(ExactMath.exp2(-time / decay * 9.96578428466208705))  // 10⁻³
      damping[line] = Float(
        Self.pole(ratio: ExactMath.exp2(-time / decay * 9.96578428466208705), rate: rate))
    }
    self.gain = gain
    self.damping = damping
    level = Float(0.2 / decay.squareRoot())
  }

  /// The pole of a one-pole low-pass, unity at 0 Hz, whose gain at 4 kHz is `ratio`.
  ///
  /// With it a line decays there twice as fast. At rates where 4 kHz is at the edge it is what they have.
  private static func pole(ratio: Double, rate: Int) -> Double {
    let cosine = ExactMath.cos(2 * Double.pi * min(4000, 0.45 * Double(rate)) / Double(rate))
    // (1 − p)² = r² (1 − 2 p cos ω + p²)
    let a = 1 - ratio * ratio
    let b = 1 - ratio * ratio * cosine
    return a <= 0 ? 0 : (b - (b * b - a * a).squareRoot()) / a
  }

  /// Replaces what goes in by what comes back.
  mutating func render(_ l: inout [Float], _ r: inout [Float]) {
    Self.render(
      &l, &r, &memory, &places, &filtered, starts, lengths, gain, damping, level)
  }

  private static func render(
    _ left: inout [Float], _ right: inout [Float], _ memory: inout [Float], _ places: inout [Int],
    _ filtered: inout SIMD16<Float>, _ starts: [Int], _ lengths: [Int], _ gain: SIMD16<Float>,
    _ damping: SIMD16<Float>, _ level: Float
  ) {
    var l = left.mutableSpan
    var r = right.mutableSpan
    var buffer = memory.mutableSpan
    var at = places.mutableSpan
    let first = starts.span
    let length = lengths.span
    var low = filtered
    let (toLeft, toRight) = (Self.left, Self.right)
    for i in l.indices {
      var out = SIMD16<Float>.zero
      for line in 0..<16 { out[line] = buffer[at[line]] }
      let back = out * level
      // 1 − p and p: unity at 0 Hz.
      low = out + (low - out) * damping
      let tiny = low .< Float.quietest .& low .> -Float.quietest
      low.replace(with: 0, where: tiny)
      let fed = mixed(low * gain) + toLeft * l[i] + toRight * r[i]
      for line in 0..<16 {
        let place = at[line]
        buffer[place] = fed[line]
        let next = place &+ 1
        at[line] = next == first[line] &+ length[line] ? first[line] : next
      }
      l[i] = (back * toLeft).sum()
      r[i] = (back * toRight).sum()
    }
    filtered = low
  }

  /// Times Hadamard's matrix of order 16, which is orthogonal with the factor 1/4.
  @inline(__always)
  private static func mixed(_ x: SIMD16<Float>) -> SIMD16<Float> {
    var y = SIMD16<Float>(lowHalf: x.lowHalf + x.highHalf, highHalf: x.lowHalf - x.highHalf)
    y = SIMD16(lowHalf: y.evenHalf + y.oddHalf, highHalf: y.evenHalf - y.oddHalf)
    y = SIMD16(lowHalf: y.evenHalf + y.oddHalf, highHalf: y.evenHalf - y.oddHalf)
    y = SIMD16(lowHalf: y.evenHalf + y.oddHalf, highHalf: y.evenHalf - y.oddHalf)
    return y * 0.25
  }
}
