import Synthesis

/// The window, the transform and the bands of a `MelSpectrogram` at one rate.
struct MelBank: Sendable {
  let hop: Int
  private let transform: FourierTransform
  private let window: [Float]
  /// The first bin of each band, and where its weights begin.
  private let firsts: [Int]
  private let places: [Int]
  private let weights: [Float]

  init(rate: Int) {
    hop = MelSpectrogram.hop(rate: rate)
    let size = 2 * hop
    transform = FourierTransform(size: size)
    window = (0..<size).map {
      Float(0.5 - 0.5 * ExactMath.cos(6.283185307179586 * (Double($0) + 0.5) / Double(size)))
    }
    var (firsts, places, weights): ([Int], [Int], [Float]) = ([], [0], [])
    for band in Self.bands(size: size, rate: rate) {
      firsts.append(band.first)
      weights += band.weights
      places.append(weights.count)
    }
    (self.firsts, self.places, self.weights) = (firsts, places, weights)
  }

  /// The levels of `columns` columns, the first window beginning at a place of `samples`, in which all of them lie.
  func levels(_ samples: [Float], from start: Int, columns: Int) -> [Float] {
    let size = 2 * hop
    // A sine of full scale gives 0 dB: (size/4)² is the power of its bin under a Hann window.
    let scale = 16 / (Float(size) * Float(size))
    var piece = [Float](repeating: 0, count: size)
    var real = [Float](repeating: 0, count: size / 2 + 1)
    var (imaginary, power) = (real, real)
    var levels: [Float] = []
    levels.reserveCapacity(columns * MelSpectrogram.bands)
    for column in 0..<columns {
      Self.multiply(samples, from: start + column * hop, window, into: &piece)
      transform.spectrum(of: piece, real: &real, imaginary: &imaginary)
      Self.powers(real, imaginary, scale: scale, into: &power)
      for band in firsts.indices {
        let sum = Self.sum(
          weights, places[band]..<places[band + 1], power, from: firsts[band])
        levels.append(Float(10 * ExactMath.log10(Double(max(sum, 1e-14)))))
      }
    }
    return levels
  }

  private static func multiply(
    _ samples: [Float], from start: Int, _ window: [Float], into piece: inout [Float]
  ) {
    let (x, w) = (samples.span, window.span)
    var y = piece.mutableSpan
    for i in 0..<w.count { y[i] = x[start &+ i] * w[i] }
  }

  private static func powers(
    _ real: [Float], _ imaginary: [Float], scale: Float, into power: inout [Float]
  ) {
    let (re, im) = (real.span, imaginary.span)
    var p = power.mutableSpan
    for k in 0..<p.count { p[k] = (re[k] * re[k] + im[k] * im[k]) * scale }
  }

  /// Four sums side by side.
  private static func sum(
    _ weights: [Float], _ range: Range<Int>, _ power: [Float], from first: Int
  ) -> Float {
    let (w, p) = (weights.span, power.span)
    var (s0, s1, s2, s3): (Float, Float, Float, Float) = (0, 0, 0, 0)
    var (i, k) = (range.lowerBound, first)
    while i &+ 4 <= range.upperBound {
      s0 += w[i] * p[k]
      s1 += w[i &+ 1] * p[k &+ 1]
      s2 += w[i &+ 2] * p[k &+ 2]
      s3 += w[i &+ 3] * p[k &+ 3]
      i &+= 4
      k &+= 4
    }
    while i < range.upperBound {
      s0 += w[i] * p[k]
      i &+= 1
      k &+= 1
    }
    return (s0 + s1) + (s2 + s3)
  }

  private struct Band {
    let first: Int
    let weights: [Float]
  }

  private static func bands(size: Int, rate: Int) -> [Band] {
    func mel(_ hertz: Double) -> Double { 2595 * ExactMath.log10(1 + hertz / 700) }
    func hertz(_ mel: Double) -> Double {
      700 * (ExactMath.exp2(mel / 2595 * 3.321928094887362) - 1)
    }
    let low = mel(30)
    let high = mel(min(16_000, 0.45 * Double(rate)))
    let edges = (0..<MelSpectrogram.bands + 2).map {
      min(
        Double(size / 2),
        hertz(low + (high - low) * Double($0) / Double(MelSpectrogram.bands + 1)) * Double(size)
          / Double(rate))
    }
    return (0..<MelSpectrogram.bands).map { band in
      let (from, middle, to) = (edges[band], edges[band + 1], edges[band + 2])
      // Narrow bands still hold their nearest bin.
      let first = min(Int(from.rounded(.up)), Int(middle.rounded()))
      let last = max(Int(to.rounded(.down)), Int(middle.rounded()))
      let weights = (first...last).map { bin -> Float in
        let x = Double(bin)
        let slope = x <= middle ? (x - from) / (middle - from) : (to - x) / (to - middle)
        return Float(max(slope, bin == Int(middle.rounded()) ? 0.5 : 0))
      }
      return Band(first: first, weights: weights)
    }
  }
}
