/// Elementary functions for the signal path, made of sums, products and quotients only.
///
/// A libm chooses its code by the CPU, and two choices may differ in the last bit; these give the same
/// bits on every machine. Errors against libm are tested: relative error below 4·10⁻¹⁶ for `exp2`,
/// absolute below 4·10⁻¹⁶ for `sin`, `cos` (|x| < 10⁶), below 10⁻¹⁵·max(1, |log2 x|) for `log2`.
public enum ExactMath {
  /// ln 2.
  public static let ln2 = 0.693147180559945309417

  /// 2ˣ; 0 below −1022, infinite above 1024.
  public static func exp2(_ x: Double) -> Double {
    if !(x > -1022) { return x.isNaN ? .nan : 0 }
    if x >= 1024 { return .infinity }
    // Adding 1.5 · 2⁵² leaves no room for a fraction: rounded to nearest without a call.
    let whole = (x + 6_755_399_441_055_744) - 6_755_399_441_055_744
    let y = (x - whole) * ln2  // |y| ≤ 0.3466
    // Taylor's series to y¹³/13!: the rest is below 5·10⁻¹⁸. Even and odd terms apart, because two short
    // chains take half the time of a long one.
    let q = y * y
    var even = 1.0 / 479_001_600
    even = even * q + 1.0 / 3_628_800
    even = even * q + 1.0 / 40_320
    even = even * q + 1.0 / 720
    even = even * q + 1.0 / 24
    even = even * q + 0.5
    var odd = 1.0 / 6_227_020_800
    odd = odd * q + 1.0 / 39_916_800
    odd = odd * q + 1.0 / 362_880
    odd = odd * q + 1.0 / 5_040
    odd = odd * q + 1.0 / 120
    odd = odd * q + 1.0 / 6
    // The largest term is added last, so that its rounding is the only one that counts.
    let sum = 1 + (y + (q * even + y * q * odd))
    let exponent = Int(whole)
    if exponent == 1024 { return sum * 0x1p1023 * 2 }
    return sum * Double(bitPattern: UInt64(exponent + 1023) << 52)
  }

  /// eˣ.
  public static func exp(_ x: Double) -> Double { exp2(x * 1.442695040888963407360) }

  /// The logarithm to base 2; −∞ at 0, NaN below.
  public static func log2(_ x: Double) -> Double {
    if x <= 0 || !x.isFinite { return x == 0 ? -.infinity : (x > 0 ? x : .nan) }
    var exponent = Double(x.exponent)
    var mantissa = x.significand  // 1 ..< 2
    if mantissa > 1.4142135623730951 {
      mantissa *= 0.5
      exponent += 1
    }
    let s = (mantissa - 1) / (mantissa + 1)  // |s| ≤ 0.1716
    let q = s * s
    var sum = 1.0 / 23
    sum = sum * q + 1.0 / 21
    sum = sum * q + 1.0 / 19
    sum = sum * q + 1.0 / 17
    sum = sum * q + 1.0 / 15
    sum = sum * q + 1.0 / 13
    sum = sum * q + 1.0 / 11
    sum = sum * q + 1.0 / 9
    sum = sum * q + 1.0 / 7
    sum = sum * q + 1.0 / 5
    sum = sum * q + 1.0 / 3
    sum = sum * q + 1
    return exponent + 2 * s * sum * 1.442695040888963407360
  }

  /// The natural logarithm.
  public static func log(_ x: Double) -> Double { log2(x) * ln2 }

  /// The logarithm to base 10.
  public static func log10(_ x: Double) -> Double { log2(x) * 0.301029995663981195214 }

  /// `x` to the power of `y`, for x ≥ 0.
  public static func pow(_ x: Double, _ y: Double) -> Double {
    y == 0 ? 1 : exp2(y * log2(x))
  }

  /// The sine of `x` radians.
  public static func sin(_ x: Double) -> Double {
    let (rest, quarter) = reduced(x)
    switch quarter {
    case 0: return sine(rest)
    case 1: return cosine(rest)
    case 2: return -sine(rest)
    default: return -cosine(rest)
    }
  }

  /// The cosine of `x` radians.
  public static func cos(_ x: Double) -> Double {
    let (rest, quarter) = reduced(x)
    switch quarter {
    case 0: return cosine(rest)
    case 1: return -sine(rest)
    case 2: return -cosine(rest)
    default: return sine(rest)
    }
  }

  /// The factor of a level in decibels: 10^(dB/20).
  public static func gain(decibels: Double) -> Double {
    exp2(decibels * 0.166096404744368117394)
  }

  /// The level of a factor in decibels: 20·log10; −∞ at 0.
  public static func decibels(_ gain: Double) -> Double {
    6.02059991327962390427 * log2(gain)
  }

  /// `x` less the nearest multiple of π/2, |rest| ≤ π/4, and that multiple modulo 4 (Cody and Waite's
  /// reduction with π/2 in three parts, the first two of 33 bits).
  private static func reduced(_ x: Double) -> (rest: Double, quarter: Int) {
    let n = (x * 0.636619772367581343076).rounded()
    let rest =
      ((x - n * 1.57079632673412561417) - n * 6.07710050630396597660e-11)
      - n * 2.02226624879595063154e-21
    return (rest, Int(n) & 3)
  }

  /// Taylor's series to x¹⁷/17! for |x| ≤ π/4.
  private static func sine(_ x: Double) -> Double {
    let q = x * x
    var sum = 1.0 / 355_687_428_096_000
    sum = sum * q - 1.0 / 1_307_674_368_000
    sum = sum * q + 1.0 / 6_227_020_800
    sum = sum * q - 1.0 / 39_916_800
    sum = sum * q + 1.0 / 362_880
    sum = sum * q - 1.0 / 5_040
    sum = sum * q + 1.0 / 120
    sum = sum * q - 1.0 / 6
    return x + x * q * sum
  }

  /// Taylor's series to x¹⁶/16! for |x| ≤ π/4.
  private static func cosine(_ x: Double) -> Double {
    let q = x * x
    var sum = 1.0 / 20_922_789_888_000
    sum = sum * q - 1.0 / 87_178_291_200
    sum = sum * q + 1.0 / 479_001_600
    sum = sum * q - 1.0 / 3_628_800
    sum = sum * q + 1.0 / 40_320
    sum = sum * q - 1.0 / 720
    sum = sum * q + 1.0 / 24
    sum = sum * q - 0.5
    return 1 + q * sum
  }
}
