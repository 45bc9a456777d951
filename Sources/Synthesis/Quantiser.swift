/// Makes integers of samples: dither, rounding to nearest, saturation, and the count of what was clipped.
///
/// Full scale is ±1, so a 16-bit sample is `x` × 32768, at most 32767. Whatever comes after this sees
/// numbers in range, which no file library rounds or wraps again.
public struct Quantiser: Sendable {
  /// Bits of the integers: 16, 24 or 32.
  public let bits: Int
  /// What is added before rounding.
  public let dither: Dither
  /// Samples so far that did not fit and were set to the nearest that does; a NaN becomes 0 and counts.
  public private(set) var clipped = 0

  private let noise: HashNoise
  private let shape: SIMD8<Double>
  private var errors = (left: SIMD8<Double>.zero, right: SIMD8<Double>.zero)
  private var frame = 0

  /// A quantiser to `bits` bits; `rate`, in Hz, chooses the filter of shaped dither.
  public init(bits: Int, dither: Dither, seed: UInt64 = 0, rate: Int = 44_100) {
    precondition(bits > 1 && bits <= 32)
    self.bits = bits
    self.dither = dither
    noise = HashNoise(seed: seed, stream: 0x6469_7468)
    shape = NoiseShape.coefficients(rate: rate)
  }

  /// Replaces `samples` by the next frames, interleaved, each integer in the upper `bits` of its 32.
  ///
  /// With one channel only the left plane is read.
  public mutating func quantise(
    _ block: borrowing StereoBlock, channels: Int, into samples: inout [Int32]
  ) {
    let count = block.frames * channels
    if samples.count != count { samples = [Int32](repeating: 0, count: count) }
    let scale = Scale(bits: bits)
    defer { frame += block.frames }
    if channels == 2, dither == .tpdf {
      clipped += Self.dithered(block.left, block.right, scale, noise, frame, into: &samples)
      return
    }
    for channel in 0..<channels {
      let plane = channel == 0 ? block.left : block.right
      switch dither {
      case .none:
        clipped += Self.round(plane, scale, into: &samples, from: channel, stride: channels)
      case .tpdf:
        clipped += Self.dithered(
          plane, scale, noise, frame, into: &samples, from: channel, stride: channels)
      case .shaped:
        var state = channel == 0 ? errors.left : errors.right
        clipped += Self.shaped(
          plane, scale, noise, frame, shape, &state, into: &samples, from: channel,
          stride: channels)
        if channel == 0 { errors.left = state } else { errors.right = state }
      }
    }
  }

  /// The numbers of a width.
  private struct Scale {
    let factor: Double
    let highest: Double
    let lowest: Double
    let shift: Int32

    init(bits: Int) {
      factor = Double(1 << (bits - 1))
      highest = factor - 1
      lowest = -factor
      shift = Int32(32 - bits)
    }

    /// Adding this leaves an integer in the low bits of a Double: rounded to nearest, ties to even.
    static let magic = 6_755_399_441_055_744.0  // 1.5 · 2⁵²

    @inline(__always)
    func integer(_ value: Double, _ clipped: inout Int) -> Int32 {
      var fitting = value < highest ? value : highest
      fitting = fitting > lowest ? fitting : lowest
      let fits = value < highest + 0.5 && value >= lowest - 0.5
      if !fits {
        clipped += 1
        if value.isNaN { return 0 }
      }
      return Int32(truncatingIfNeeded: (fitting + Self.magic).bitPattern) &<< shift
    }
  }

  private static func round(
    _ plane: [Float], _ scale: Scale, into samples: inout [Int32], from first: Int, stride: Int
  ) -> Int {
    let source = plane.span
    var target = samples.mutableSpan
    var clipped = 0
    var place = first
    for i in source.indices {
      target[place] = scale.integer(Double(source[i]) * scale.factor, &clipped)
      place &+= stride
    }
    return clipped
  }

  /// The sum of two even 16-bit numbers from the half of a hash that belongs to the channel, in steps:
  /// −1 to 1, mean 0.
  @inline(__always)
  private static func triangle(_ hash: UInt64, channel: Int) -> Double {
    let half = UInt32(truncatingIfNeeded: hash &>> UInt64(truncatingIfNeeded: channel &* 32))
    let sum = Int32(truncatingIfNeeded: half & 0xFFFF) &+ Int32(truncatingIfNeeded: half >> 16)
    return Double(sum &- 65_535) * 0x1p-16
  }

  /// Both planes at once, because one hash has the noise of both.
  private static func dithered(
    _ left: [Float], _ right: [Float], _ scale: Scale, _ noise: HashNoise, _ frame: Int,
    into samples: inout [Int32]
  ) -> Int {
    let (l, r) = (left.span, right.span)
    var target = samples.mutableSpan
    var clipped = 0
    for i in l.indices {
      let (a, b) = (l[i], r[i])
      let hash = noise[frame &+ i]
      let x = Double(a) * scale.factor + (a == 0 ? 0 : triangle(hash, channel: 0))
      let y = Double(b) * scale.factor + (b == 0 ? 0 : triangle(hash, channel: 1))
      target[2 &* i] = scale.integer(x, &clipped)
      target[2 &* i &+ 1] = scale.integer(y, &clipped)
    }
    return clipped
  }

  private static func dithered(
    _ plane: [Float], _ scale: Scale, _ noise: HashNoise, _ frame: Int,
    into samples: inout [Int32], from first: Int, stride: Int
  ) -> Int {
    let source = plane.span
    var target = samples.mutableSpan
    var clipped = 0
    var place = first
    for i in source.indices {
      let sample = source[i]
      let added = triangle(noise[frame &+ i], channel: first)
      let value = Double(sample) * scale.factor + (sample == 0 ? 0 : added)
      target[place] = scale.integer(value, &clipped)
      place &+= stride
    }
    return clipped
  }

  private static func shaped(
    _ plane: [Float], _ scale: Scale, _ noise: HashNoise, _ frame: Int, _ shape: SIMD8<Double>,
    _ state: inout SIMD8<Double>, into samples: inout [Int32], from first: Int, stride: Int
  ) -> Int {
    let source = plane.span
    var target = samples.mutableSpan
    var errors = state
    var clipped = 0
    var place = first
    for i in source.indices {
      let sample = source[i]
      var error = 0.0
      var integer: Int32 = 0
      if sample != 0 {
        let wanted = Double(sample) * scale.factor - (shape * errors).sum()
        integer = scale.integer(
          wanted + triangle(noise[frame &+ i], channel: first), &clipped)
        // Where it clips the error would run away; a step and a half is the most that rounding makes.
        error = Double(integer &>> scale.shift) - wanted
        error = error < 2 ? error : 2
        error = error > -2 ? error : -2
      }
      errors = SIMD8(
        error, errors[0], errors[1], errors[2], errors[3], errors[4], errors[5], errors[6])
      target[place] = integer
      place &+= stride
    }
    state = errors
    return clipped
  }
}
