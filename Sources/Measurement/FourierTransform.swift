import Synthesis

/// The discrete Fourier transform of real signals of one size, a power of two.
///
/// Radix 2, in place, over half as many complex points as the signal has samples. Twiddles come from
/// `ExactMath`, so that a measurement is the same on every machine.
public struct FourierTransform: Sendable {
  /// The number of real samples, a power of two of at least 4.
  public let size: Int

  private let half: Int
  /// cos and −sin of 2πk/size for k below size/2.
  private let cosines: [Float]
  private let sines: [Float]
  /// The same for the butterflies of 1, 2, 4, … points, those of n points from place n on.
  private let stageCosines: [Float]
  private let stageSines: [Float]
  private let reversed: [Int32]

  /// A transform of `size` samples; `size` must be a power of two of at least 4.
  public init(size: Int) {
    precondition(size >= 4 && size & (size - 1) == 0)
    self.size = size
    half = size / 2
    let turn = 6.283185307179586 / Double(size)
    cosines = (0..<half).map { Float(ExactMath.cos(turn * Double($0))) }
    sines = (0..<half).map { Float(-ExactMath.sin(turn * Double($0))) }
    var stageCosines = [Float](repeating: 1, count: max(2, half))
    var stageSines = [Float](repeating: 0, count: max(2, half))
    var middle = 1
    while middle < half {
      for k in 0..<middle {
        stageCosines[middle + k] = cosines[k * half / middle]
        stageSines[middle + k] = sines[k * half / middle]
      }
      middle *= 2
    }
    self.stageCosines = stageCosines
    self.stageSines = stageSines
    let bits = half.trailingZeroBitCount
    reversed = (0..<half).map { index in
      bits == 0 ? 0 : Int32(truncatingIfNeeded: UInt32(index).bitSwapped >> UInt32(32 - bits))
    }
  }

  /// The spectrum of `samples`: `size`/2 + 1 complex values as two planes, in bins of rate/size.
  ///
  /// Samples beyond `size` are left out, missing ones are 0.
  public func spectrum(of samples: [Float]) -> (real: [Float], imaginary: [Float]) {
    var real = [Float](repeating: 0, count: half + 1)
    var imaginary = [Float](repeating: 0, count: half + 1)
    spectrum(of: samples, real: &real, imaginary: &imaginary)
    return (real, imaginary)
  }

  /// As `spectrum(of:)`, into planes of `size`/2 + 1 values that the caller keeps.
  public func spectrum(of samples: [Float], real: inout [Float], imaginary: inout [Float]) {
    precondition(real.count == half + 1 && imaginary.count == half + 1)
    let count = samples.count
    for k in 0..<half {
      let to = Int(reversed[k])
      real[to] = 2 * k < count ? samples[2 * k] : 0
      imaginary[to] = 2 * k + 1 < count ? samples[2 * k + 1] : 0
    }
    Self.butterflies(
      &real, &imaginary, count: half, cosines: stageCosines, sines: stageSines, isInverse: false)
    unpack(&real, &imaginary)
  }

  /// The signal of a spectrum as `spectrum(of:)` gives it.
  public func signal(real: [Float], imaginary: [Float]) -> [Float] {
    precondition(real.count == half + 1 && imaginary.count == half + 1)
    var (packedReal, packedImaginary) = pack(real, imaginary)
    Self.butterflies(
      &packedReal, &packedImaginary, count: half, cosines: stageCosines, sines: stageSines,
      isInverse: true)
    var samples = [Float](repeating: 0, count: size)
    let scale = 1 / Float(half)
    for k in 0..<half {
      samples[2 * k] = packedReal[k] * scale
      samples[2 * k + 1] = packedImaginary[k] * scale
    }
    return samples
  }

  private static func butterflies(
    _ real: inout [Float], _ imaginary: inout [Float], count: Int, cosines: [Float],
    sines: [Float], isInverse: Bool
  ) {
    var re = real.mutableSpan
    var im = imaginary.mutableSpan
    let c = cosines.span
    let s = sines.span
    let sign: Float = isInverse ? -1 : 1
    // Those of one and of two points have the factors 1 and −i.
    var start = 0
    while start + 4 <= count {
      let (r0, r1, r2, r3) = (re[start], re[start + 1], re[start + 2], re[start + 3])
      let (i0, i1, i2, i3) = (im[start], im[start + 1], im[start + 2], im[start + 3])
      let (ar, ai, br, bi) = (r0 + r1, i0 + i1, r0 - r1, i0 - i1)
      let (cr, ci, dr, di) = (r2 + r3, i2 + i3, r2 - r3, i2 - i3)
      re[start] = ar + cr
      im[start] = ai + ci
      re[start + 2] = ar - cr
      im[start + 2] = ai - ci
      re[start + 1] = br + sign * di
      im[start + 1] = bi - sign * dr
      re[start + 3] = br - sign * di
      im[start + 3] = bi + sign * dr
      start += 4
    }
    if count < 4 { pairs(&re, &im, count) }
    var middle = 4
    // Two stages at once, as long as there are two: half as many ways to memory and back.
    while middle * 2 < count {
      var start = 0
      while start < count {
        turnTwice(&re, &im, c, s, sign, from: start, middle: middle)
        start += 4 * middle
      }
      middle *= 4
    }
    if middle < count { turn(&re, &im, c, s, sign, from: 0, middle: middle) }
  }

  /// Butterflies of two runs of `middle` points, the first at `start`.
  @inline(__always)
  private static func turn(
    _ re: inout MutableSpan<Float>, _ im: inout MutableSpan<Float>, _ c: Span<Float>,
    _ s: Span<Float>, _ sign: Float, from start: Int, middle: Int
  ) {
    for k in 0..<middle {
      let (wr, wi) = (c[middle &+ k], sign * s[middle &+ k])
      let (a, b) = (start &+ k, start &+ middle &+ k)
      let (ar, ai, br, bi) = (re[a], im[a], re[b], im[b])
      let xr = br * wr - bi * wi
      let xi = br * wi + bi * wr
      re[b] = ar - xr
      im[b] = ai - xi
      re[a] = ar + xr
      im[a] = ai + xi
    }
  }

  /// Butterflies of the first with the second and of the third with the fourth of four runs of `middle` points, then of
  /// the halves that come of it.
  @inline(__always)
  private static func turnTwice(
    _ re: inout MutableSpan<Float>, _ im: inout MutableSpan<Float>, _ c: Span<Float>,
    _ s: Span<Float>, _ sign: Float, from start: Int, middle: Int
  ) {
    for k in 0..<middle {
      let (i0, i1) = (start &+ k, start &+ middle &+ k)
      let (i2, i3) = (i0 &+ 2 &* middle, i1 &+ 2 &* middle)
      let (ur, ui) = (c[middle &+ k], sign * s[middle &+ k])
      let (vr, vi) = (c[2 &* middle &+ k], sign * s[2 &* middle &+ k])
      let (r1, m1, r3, m3) = (re[i1], im[i1], re[i3], im[i3])
      let (xr, xi) = (r1 * ur - m1 * ui, r1 * ui + m1 * ur)
      let (yr, yi) = (r3 * ur - m3 * ui, r3 * ui + m3 * ur)
      let (ar, ai, br, bi) = (re[i0] + xr, im[i0] + xi, re[i0] - xr, im[i0] - xi)
      let (cr, ci, dr, di) = (re[i2] + yr, im[i2] + yi, re[i2] - yr, im[i2] - yi)
      let (pr, pi) = (cr * vr - ci * vi, cr * vi + ci * vr)
      // The second halves' factor is the first halves' turned by −i, or by i on the way back.
      let (qr, qi) = (sign * (dr * vi + di * vr), -sign * (dr * vr - di * vi))
      re[i0] = ar + pr
      im[i0] = ai + pi
      re[i2] = ar - pr
      im[i2] = ai - pi
      re[i1] = br + qr
      im[i1] = bi + qi
      re[i3] = br - qr
      im[i3] = bi - qi
    }
  }

  private static func pairs(
    _ re: inout MutableSpan<Float>, _ im: inout MutableSpan<Float>, _ count: Int
  ) {
    guard count == 2 else { return }
    (re[0], re[1]) = (re[0] + re[1], re[0] - re[1])
    (im[0], im[1]) = (im[0] + im[1], im[0] - im[1])
  }

  /// Turns the transform of the packed signal into the one of the real signal.
  private func unpack(_ real: inout [Float], _ imaginary: inout [Float]) {
    let first = (real[0], imaginary[0])
    real[0] = first.0 + first.1
    imaginary[0] = 0
    real[half] = first.0 - first.1
    imaginary[half] = 0
    var k = 1
    while k <= half - k {
      let j = half - k
      let (ar, ai, br, bi) = (real[k], imaginary[k], real[j], imaginary[j])
      let (er, ei) = ((ar + br) / 2, (ai - bi) / 2)
      let (or, oi) = ((ai + bi) / 2, (br - ar) / 2)
      let (wr, wi) = (cosines[k], sines[k])
      let (tr, ti) = (or * wr - oi * wi, or * wi + oi * wr)
      real[k] = er + tr
      imaginary[k] = ei + ti
      real[j] = er - tr
      imaginary[j] = ti - ei
      k += 1
    }
  }

  /// The packed transform, in bit-reversed order, of a real signal's spectrum.
  private func pack(_ real: [Float], _ imaginary: [Float]) -> ([Float], [Float]) {
    var outReal = [Float](repeating: 0, count: half)
    var outImaginary = [Float](repeating: 0, count: half)
    for k in 0..<half {
      let j = half - k
      let (er, ei) = ((real[k] + real[j]) / 2, (imaginary[k] - imaginary[j]) / 2)
      let (dr, di) = ((real[k] - real[j]) / 2, (imaginary[k] + imaginary[j]) / 2)
      let (wr, wi) = (cosines[k], -sines[k])
      let (or, oi) = (dr * wr - di * wi, dr * wi + di * wr)
      let to = Int(reversed[k])
      outReal[to] = er - oi
      outImaginary[to] = ei + or
    }
    return (outReal, outImaginary)
  }
}

extension UInt32 {
  /// The bits in the opposite order.
  fileprivate var bitSwapped: UInt32 {
    var x = self.byteSwapped
    x = (x >> 4) & 0x0F0F_0F0F | (x & 0x0F0F_0F0F) << 4
    x = (x >> 2) & 0x3333_3333 | (x & 0x3333_3333) << 2
    return (x >> 1) & 0x5555_5555 | (x & 0x5555_5555) << 1
  }
}
