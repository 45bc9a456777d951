import Synthesis

/// One partial: a sound turned down by a frequency and smoothed, a complex value each two milliseconds.
struct PartialEnvelope {
  /// Steps in a second.
  static let stepsPerSecond = 500

  private(set) var real: [Float]
  private(set) var imaginary: [Float]

  /// The envelope of `samples` (the first of which is frame `-2 · step` of the first value) at a frequency, `count`
  /// values; a Hann window of `width` values smooths it.
  init(
    _ samples: [Float], count: Int, hertz: Double, rate: Int, step: Int, width: Int
  ) {
    let turn = 6.283185307179586 * hertz / Double(rate)
    let length = 4 * step
    var c = [Float](repeating: 0, count: length)
    var s = c
    for i in 0..<length {
      let window = 0.5 - 0.5 * ExactMath.cos(6.283185307179586 * (Double(i) + 0.5) / Double(length))
      let angle = turn * Double(i)
      c[i] = Float(window * ExactMath.cos(angle) * 2 / Double(length))
      s[i] = Float(-window * ExactMath.sin(angle) * 2 / Double(length))
    }
    var re = [Float](repeating: 0, count: count)
    var im = re
    for k in 0..<count {
      let (x, y) = Self.products(samples, from: k * step, c, s)
      let angle = turn * Double(k * step)
      let (cosine, sine) = (Float(ExactMath.cos(angle)), Float(-ExactMath.sin(angle)))
      re[k] = x * cosine - y * sine
      im[k] = x * sine + y * cosine
    }
    let window = (0..<width).map {
      Float(
        (1 - ExactMath.cos(6.283185307179586 * (Double($0) + 0.5) / Double(width))) / Double(width))
    }
    real = Self.smoothed(re, window)
    imaginary = Self.smoothed(im, window)
  }

  private static func products(
    _ samples: [Float], from start: Int, _ c: [Float], _ s: [Float]
  ) -> (Float, Float) {
    // Eight sums side by side.
    var (x, y) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    let (from, cosines, sines) = (samples.span, c.span, s.span)
    var i = 0
    while i + 8 <= cosines.count {
      var (v, a, b) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
      for lane in 0..<8 {
        v[lane] = from[start + i + lane]
        a[lane] = cosines[i + lane]
        b[lane] = sines[i + lane]
      }
      x += v * a
      y += v * b
      i += 8
    }
    var (sumX, sumY) = (x.sum(), y.sum())
    while i < cosines.count {
      sumX += from[start + i] * cosines[i]
      sumY += from[start + i] * sines[i]
      i += 1
    }
    return (sumX, sumY)
  }

  private static func smoothed(_ values: [Float], _ window: [Float]) -> [Float] {
    let half = window.count / 2
    var out = values
    for k in values.indices {
      var sum: Float = 0
      for i in max(0, half - k)..<min(window.count, values.count - k + half) {
        sum += window[i] * values[k + i - half]
      }
      out[k] = sum
    }
    return out
  }

  /// This less `other` times `factor`.
  func less(_ other: PartialEnvelope, times factor: Float) -> PartialEnvelope {
    var rest = self
    for k in real.indices {
      rest.real[k] -= factor * other.real[k]
      rest.imaginary[k] -= factor * other.imaginary[k]
    }
    return rest
  }

  /// The power at a step.
  func power(at k: Int) -> Double { Double(real[k] * real[k] + imaginary[k] * imaginary[k]) }

  /// The mean power over some steps; those that there are not count as silence.
  func power(_ steps: Range<Int>) -> Double {
    var sum = 0.0
    for k in steps.clamped(to: real.indices) { sum += power(at: k) }
    return steps.isEmpty ? 0 : sum / Double(steps.count)
  }

  /// How many hertz above its nominal frequency the partial lies, by the mean turn from step to step.
  func offset(_ steps: Range<Int>, stepSeconds: Double) -> Double? {
    var (re, im) = (0.0, 0.0)
    for k in steps.clamped(to: 0..<max(0, real.count - 1)) {
      re += Double(real[k] * real[k + 1] + imaginary[k] * imaginary[k + 1])
      im += Double(real[k] * imaginary[k + 1] - imaginary[k] * real[k + 1])
    }
    guard re != 0 || im != 0 else { return nil }
    let angle = re > 0 ? arcTangent(im / re) : (im >= 0 ? 1 : -1) * 3.141592653589793 / 2
    return angle / (6.283185307179586 * stepSeconds)
  }
}
