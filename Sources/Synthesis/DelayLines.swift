/// The sixteen delay lines of a room and the matrix between them.
///
/// They are worked through in runs in which no line comes to its end, so that nothing is asked frame by frame.
struct DelayLines: Sendable {
  /// Seconds of the lines: from 23 to 79 ms, no two in a simple ratio.
  private static let seconds: [Double] = [
    0.02311, 0.02593, 0.02887, 0.03163, 0.03511, 0.03847, 0.04219, 0.04603, 0.04987, 0.05323,
    0.05743, 0.06151, 0.06569, 0.07013, 0.07481, 0.07937,
  ]
  /// With which sign a line hears its channel and is heard in it: left the even ones, right the odd ones.
  private static var signs: Sixteen {
    (SIMD4(1, 1, -1, 1), SIMD4(1, -1, 1, 1), SIMD4(-1, 1, 1, -1), SIMD4(-1, -1, -1, -1))
  }

  /// Sets the energy of what comes back to half of what was sent.
  private let level: Float
  /// All lines one behind the other.
  private var memory: [Float]
  private let starts: [Int]
  private let ends: [Int]
  private var places: [Int]
  private var quartets: LineQuartet.All
  /// The states of their low-passes.
  private var lows: Sixteen = (.zero, .zero, .zero, .zero)

  init(rate: Int, decay: Double) {
    let lengths = Self.seconds.map { max(1, Int(($0 * Double(rate)).rounded())) }
    ends = lengths.indices.map { lengths[...$0].reduce(0, +) }
    starts = zip(ends, lengths).map { $0 - $1 }
    memory = [Float](repeating: 0, count: lengths.reduce(0, +))
    places = starts
    let quartets = (0..<4).map { number in
      let lines = 4 * number..<4 * number + 4
      return LineQuartet(
        seconds: lines.map { Double(lengths[$0]) / Double(rate) }, rate: rate, decay: decay)
    }
    self.quartets = (quartets[0], quartets[1], quartets[2], quartets[3])
    level = Float(0.2 / decay.squareRoot())
  }

  /// Replaces what goes in by what comes back.
  mutating func render(_ left: inout [Float], _ right: inout [Float]) {
    var start = 0
    while start < left.count {
      var count = left.count - start
      for line in places.indices { count = min(count, ends[line] - places[line]) }
      quartets.0.stand(at: places[0..<4])
      quartets.1.stand(at: places[4..<8])
      quartets.2.stand(at: places[8..<12])
      quartets.3.stand(at: places[12..<16])
      Self.render(&left, &right, start..<start + count, &memory, quartets, &lows, level)
      for line in places.indices {
        places[line] += count
        if places[line] == ends[line] { places[line] = starts[line] }
      }
      start += count
    }
  }

  private static func render(
    _ left: inout [Float], _ right: inout [Float], _ range: Range<Int>, _ memory: inout [Float],
    _ quartets: LineQuartet.All, _ lows: inout Sixteen, _ level: Float
  ) {
    var l = left.mutableSpan
    var r = right.mutableSpan
    var m = memory.mutableSpan
    let (a, b, c, d) = quartets
    let s = signs
    var (bass, tenor, alto, top) = lows
    for i in 0..<range.count {
      let at = range.lowerBound &+ i
      let (w, x, y, z) = (a.read(m, i), b.read(m, i), c.read(m, i), d.read(m, i))
      let back = (w * s.0 + x * s.1) + (y * s.2 + z * s.3)
      let sent = SIMD4(l[at], r[at], l[at], r[at])
      l[at] = (back[0] + back[2]) * level
      r[at] = (back[1] + back[3]) * level
      bass = a.damped(w, after: bass)
      tenor = b.damped(x, after: tenor)
      alto = c.damped(y, after: alto)
      top = d.damped(z, after: top)
      let fed = mixed((bass * a.gain, tenor * b.gain, alto * c.gain, top * d.gain))
      a.write(fed.0 + sent * s.0, &m, i)
      b.write(fed.1 + sent * s.1, &m, i)
      c.write(fed.2 + sent * s.2, &m, i)
      d.write(fed.3 + sent * s.3, &m, i)
    }
    lows = (bass, tenor, alto, top)
  }

  private typealias Sixteen = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  /// Times Hadamard's matrix of order 16, which is orthogonal with the factor 1/4 (that of the quartets).
  @inline(__always)
  private static func mixed(_ v: Sixteen) -> Sixteen {
    folded(folded(folded((v.0 + v.2, v.1 + v.3, v.0 - v.2, v.1 - v.3))))
  }

  /// The sums of neighbours, then their differences.
  @inline(__always)
  private static func folded(_ v: Sixteen) -> Sixteen {
    let (a, b) = (even(v.0, v.1), odd(v.0, v.1))
    let (c, d) = (even(v.2, v.3), odd(v.2, v.3))
    return (a + b, c + d, a - b, c - d)
  }

  @inline(__always)
  private static func even(_ v: SIMD4<Float>, _ w: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(v[0], v[2], w[0], w[2])
  }

  @inline(__always)
  private static func odd(_ v: SIMD4<Float>, _ w: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(v[1], v[3], w[1], w[3])
  }
}
