public import Synthesis

/// How one recording lies on another: B(t) ≈ gain · A(t − lag).
public struct Alignment: Sendable, Hashable {
  /// How many frames B is later than A, fractions included.
  public var lagFrames: Double
  /// Whether B has its channels the other way round.
  public var isSwapped: Bool

  /// B is A.
  public static let identity = Alignment(lagFrames: 0, isSwapped: false)

  init(lagFrames: Double, isSwapped: Bool) {
    self.lagFrames = lagFrames
    self.isSwapped = isSwapped
  }

  /// The alignment of two recordings of one rate.
  ///
  /// Found on the loudest stretch of A (about six seconds), by the largest magnitude of the
  /// cross-correlation within ±`searchFrames`, and to a fraction of a frame by the slope of the
  /// cross-spectrum's phase, weighted by its power. Where the waves do not agree (another synthesizer), the largest
  /// is as likely a period of the music away: then it is looked for within 3 ms of where the rises of level agree best.
  public init(
    of b: StereoBlock, on a: StereoBlock, searchFrames: Int, rate: Int
  ) {
    self = .identity
    let window = Self.loudest(a, length: 1 << 18)
    guard !window.isEmpty, b.frames > 0 else { return }
    var size = 4
    while size < window.count + 2 * searchFrames { size *= 2 }
    let transform = FourierTransform(size: size)
    let soundA = a.piece(from: window.lowerBound, count: window.count)
    // The piece of B that can match: from `searchFrames` before the window to as many after it.
    let soundB = b.piece(
      from: window.lowerBound - searchFrames, count: window.count + 2 * searchFrames)
    let (monoA, monoB) = (soundA.mono, soundB.mono)
    let cross = Self.product(transform.spectrum(of: monoA), transform.spectrum(of: monoB))
    let correlation = transform.signal(real: cross.real, imaginary: cross.imaginary)
    var peak = Self.largest(correlation, in: 0...2 * searchFrames)
    guard correlation[peak] != 0 else { return }
    let own = Products.squares(monoA, monoA.indices)
    let other = Products.squares(monoB, peak..<min(monoB.count, peak + monoA.count))
    if abs(Double(correlation[peak])) < 0.5 * (own * other).squareRoot() {
      let (near, reach) = (RiseLag.frames(of: monoB, on: monoA, rate: rate), 3 * rate / 1000)
      let range = max(0, near - reach)...min(2 * searchFrames, near + reach)
      peak = Self.largest(correlation, in: range.clamped(to: 0...2 * searchFrames))
    }
    lagFrames =
      Double(peak - searchFrames)
      + Self.fraction(monoA, monoB, later: peak, isNegative: correlation[peak] < 0)
    isSwapped = Self.isSwapped(soundA, soundB, later: peak)
  }

  /// The stretch of at most `length` frames with the most energy, on a grid of an eighth of it.
  private static func loudest(_ sound: StereoBlock, length: Int) -> Range<Int> {
    if sound.frames <= length { return 0..<sound.frames }
    let step = length / 8
    let energies = stride(from: 0, to: sound.frames - step + 1, by: step).map { start in
      Products.squares(sound.left, start..<start + step)
        + Products.squares(sound.right, start..<start + step)
    }
    var best = (start: 0, energy: -1.0)
    for first in 0...(energies.count - 8) {
      let energy = energies[first..<first + 8].reduce(0, +)
      if energy > best.energy { best = (first * step, energy) }
    }
    return best.start..<best.start + length
  }

  private typealias Spectrum = (real: [Float], imaginary: [Float])

  /// conj(A) · B.
  private static func product(_ a: Spectrum, _ b: Spectrum) -> Spectrum {
    var real = a.real
    var imaginary = a.real
    for k in real.indices {
      real[k] = a.real[k] * b.real[k] + a.imaginary[k] * b.imaginary[k]
      imaginary[k] = a.real[k] * b.imaginary[k] - a.imaginary[k] * b.real[k]
    }
    return (real, imaginary)
  }

  /// The place of the largest magnitude in a range; of several that are as good as equal (a steady tone has one a
  /// period) the one nearest to the middle, which is no lag.
  private static func largest(_ correlation: [Float], in range: ClosedRange<Int>) -> Int {
    let (first, end) = (range.lowerBound, min(range.upperBound, correlation.count - 1))
    let middle = (range.lowerBound + range.upperBound) / 2
    guard first <= end else { return middle }
    var most: Float = 0
    for i in first...end where abs(correlation[i]) > most { most = abs(correlation[i]) }
    var best: Int?
    for i in first...end where abs(correlation[i]) >= 0.9995 * most {
      let isPeak =
        (i == first || abs(correlation[i - 1]) <= abs(correlation[i]))
        && (i == end || abs(correlation[i + 1]) <= abs(correlation[i]))
      if isPeak, best.map({ abs(i - middle) < abs($0 - middle) }) ?? true { best = i }
    }
    return best ?? middle
  }

  /// The rest of the lag, −1…1 frame: φ(ω) = −ω·δ fitted with the cross-power as weight; the first sample of A
  /// lies beside that of B with the index `later`.
  private static func fraction(
    _ a: [Float], _ b: [Float], later: Int, isNegative: Bool
  ) -> Double {
    let size = 1 << 15
    let count = min(size, a.count)
    let middle = (a.count - count) / 2
    let hann = (0..<count).map {
      Float(0.5 - 0.5 * ExactMath.cos(6.283185307179586 * (Double($0) + 0.5) / Double(count)))
    }
    let transform = FourierTransform(size: size)
    var pieceA = a.piece(from: middle, count: count)
    var pieceB = b.piece(from: middle + later, count: count)
    for i in 0..<count {
      pieceA[i] *= hann[i]
      pieceB[i] *= hann[i]
    }
    let cross = product(transform.spectrum(of: pieceA), transform.spectrum(of: pieceB))
    let sign: Double = isNegative ? -1 : 1
    var (over, under) = (0.0, 0.0)
    for k in 1..<size / 2 {
      let (real, imaginary) = (sign * Double(cross.real[k]), sign * Double(cross.imaginary[k]))
      let power = real * real + imaginary * imaginary
      guard real > 0, power > 0 else { continue }
      let omega = 6.283185307179586 * Double(k) / Double(size)
      // Small angles are all that is left after whole frames: the tangent's quotient will do, and is
      // exact to 1 % at a tenth of a turn, where the weight of high frequencies in music is small.
      let phase = arcTangent(imaginary / real)
      let weight = power.squareRoot()
      over -= weight * omega * phase
      under += weight * omega * omega
    }
    return under > 0 ? min(1, max(-1, over / under)) : 0
  }

  /// Whether the difference of the channels has changed its sign while their sum has not.
  private static func isSwapped(
    _ a: StereoBlock, _ b: StereoBlock, later: Int
  ) -> Bool {
    var (side, middle) = (0.0, 0.0)
    for i in 0..<min(a.frames, b.frames - later) {
      let j = i + later
      side += Double((a.left[i] - a.right[i]) * (b.left[j] - b.right[j]))
      middle += Double((a.left[i] + a.right[i]) * (b.left[j] + b.right[j]))
    }
    return side * middle < 0 && abs(side) > 1e-6 * abs(middle)
  }
}

/// The arc tangent to 10⁻⁵, for |x| of any size (a quotient by argument reduction at 1).
func arcTangent(_ x: Double) -> Double {
  let magnitude = abs(x)
  let inside = magnitude <= 1 ? magnitude : 1 / magnitude
  let q = inside * inside
  // Abramowitz and Stegun 4.4.49.
  let series =
    inside
    * (1 + q
      * (-0.3333314528 + q
        * (0.1999355085 + q
          * (-0.1420889944 + q
            * (0.1065626393 + q
              * (-0.0752896400 + q * (0.0429096138 + q * (-0.0161657367 + q * 0.0028662257))))))))
  let angle = magnitude <= 1 ? series : 1.5707963267948966 - series
  return x < 0 ? -angle : angle
}
