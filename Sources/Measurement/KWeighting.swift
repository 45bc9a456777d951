import Synthesis

/// The filter before loudness is measured, ITU-R BS.1770-4, annex 1: a head's shelf, then a high-pass; over two
/// stereo sounds at once, which hide each other's waiting.
struct KWeighting {
  /// Left and right of A, left and right of B.
  typealias Frame = SIMD4<Double>

  /// A filter of the second order, in transposed direct form II.
  private struct Stage {
    private let b: (Double, Double, Double)
    private let a: (Double, Double)
    private var s1 = Frame.zero
    private var s2 = Frame.zero

    /// The filter that has these coefficients at 48 kHz, moved to another rate: to the s of the bilinear transform,
    /// so stretched that the poles' corner stays on its frequency, and back.
    init(_ b: (Double, Double, Double), _ a: (Double, Double), rate: Int) {
      let over = (b.0 + b.1 + b.2, 2 * (b.0 - b.2), b.0 - b.1 + b.2)
      let under = (1 + a.0 + a.1, 2 * (1 - a.1), 1 - a.0 + a.1)
      let corner = (under.0 / under.2).squareRoot()
      let angle = arcTangent(corner) * 48_000 / Double(rate)
      let stretch = rate == 48_000 ? 1 : corner * ExactMath.cos(angle) / ExactMath.sin(angle)
      func back(_ p: (Double, Double, Double)) -> (Double, Double, Double) {
        let (p1, p2) = (p.1 * stretch, p.2 * stretch * stretch)
        return (p.0 + p1 + p2, 2 * (p.0 - p2), p.0 - p1 + p2)
      }
      let (x, y) = (back(over), back(under))
      self.b = (x.0 / y.0, x.1 / y.0, x.2 / y.0)
      self.a = (y.1 / y.0, y.2 / y.0)
    }

    @inline(__always) mutating func next(_ x: Frame) -> Frame {
      let y = b.0 * x + s1
      s1 = b.1 * x - a.0 * y + s2
      s2 = b.2 * x - a.1 * y
      return y
    }
  }

  private var shelf: Stage
  private var highPass: Stage

  /// The filter at a rate, at least `leastRate`; the coefficients are the standard's, tables 1 and 2.
  init(rate: Int) {
    shelf = Stage(
      (1.53512485958697, -2.69169618940638, 1.19839281085285),
      (-1.69065929318241, 0.73248077421585), rate: rate)
    highPass = Stage((1, -2, 1), (-1.99004745483398, 0.99007225036621), rate: rate)
  }

  /// The lowest rate in Hz: below, the shelf lies beyond the band.
  static let leastRate = 4000

  /// The sums of the filtered samples' squares over a range of both sounds, of both channels: A, B.
  mutating func energies(
    _ a: StereoBlock, _ b: StereoBlock, _ range: Range<Int>
  ) -> SIMD2<Double> {
    let (al, ar, bl, br) = (a.left.span, a.right.span, b.left.span, b.right.span)
    var (shelf, highPass) = (self.shelf, self.highPass)
    var sum = Frame.zero
    for i in range {
      let x = Frame(Double(al[i]), Double(ar[i]), Double(bl[i]), Double(br[i]))
      let y = highPass.next(shelf.next(x))
      sum += y * y
    }
    (self.shelf, self.highPass) = (shelf, highPass)
    return SIMD2(sum[0] + sum[1], sum[2] + sum[3])
  }
}

/// Integrated loudness from the energies of steps of 100 ms, by ITU-R BS.1770-4 and EBU R 128.
enum GatedLoudness {
  /// Frames of a step.
  static func step(rate: Int) -> Int { (rate + 5) / 10 }

  /// LUFS: blocks of 400 ms every 100 ms, those above −70 LUFS, of them those above 10 LU below their mean; nil where
  /// there is none.
  static func integrated(_ energies: [Double], step: Int) -> Double? {
    guard energies.count >= 4 else { return nil }
    let blocks = (3..<energies.count).map { last in
      energies[last - 3...last].reduce(0, +) / Double(4 * step)
    }
    func mean(above gate: Double) -> Double {
      let loud = blocks.filter { $0 > gate }
      return loud.isEmpty ? 0 : loud.reduce(0, +) / Double(loud.count)
    }
    let absolute = ExactMath.pow(10, (-70 + 0.691) / 10)
    let all = mean(above: absolute)
    let loud = mean(above: max(absolute, all / 10))
    return loud > 0 ? 10 * ExactMath.log10(loud) - 0.691 : nil
  }
}
