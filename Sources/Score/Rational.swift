/// An exact fraction, reduced, with a denominator above 0.
///
/// Positions (in whole notes) and times (in seconds) are of this type, so that nothing is rounded
/// before a sample position is taken. A result whose numerator or denominator would leave 128 bits
/// (dozens of tempos without a common factor) is rounded: a sum to a multiple of 2⁻⁶⁰, so that a time is
/// off by less than 10⁻¹⁸, 13 orders below a sample; a product to the nearest double, and that to a
/// multiple of 2⁻⁴⁸. Beyond 2⁷⁸ values stay at 2⁷⁸.
public struct Rational: Sendable, Hashable, Comparable {
  /// The number above the line; it carries the sign.
  public let numerator: Int128
  /// The number below the line, above 0.
  public let denominator: Int128

  /// The fraction `numerator`/`denominator`, reduced; `denominator` must not be 0.
  public init(_ numerator: Int128, _ denominator: Int128 = 1) {
    precondition(denominator != 0, "a fraction over 0")
    if let over = Int64(exactly: numerator), let under = Int64(exactly: denominator) {
      let divisor = Int128(Rational.greatestCommonDivisor(over.magnitude, under.magnitude))
      if divisor == 1 {
        self.numerator = under < 0 ? -numerator : numerator
        self.denominator = under < 0 ? -denominator : denominator
        return
      }
      if divisor <= Int128(Int64.max), over > .min, under > .min {
        let factor = under < 0 ? -Int64(divisor) : Int64(divisor)
        self.numerator = Int128(over / factor)
        self.denominator = Int128(under / factor)
        return
      }
    }
    let divisor = Rational.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.numerator = sign * (numerator / Int128(divisor))
    self.denominator = sign * (denominator / Int128(divisor))
  }

  /// The whole number `value`.
  public init(_ value: Int) {
    numerator = Int128(value)
    denominator = 1
  }

  /// The multiple of 2⁻⁴⁸ nearest to `value`, at most 2⁷⁸ from 0; 0 for what is no number.
  ///
  /// For what is not rational by its nature: the logarithm of a tempo ramp.
  public init(nearest value: Double) {
    let steps = value.isNaN ? 0 : min(max((value * 0x1p48).rounded(), -0x1p126), 0x1p126)
    self.init(Int128(steps), 1 << 48)
  }

  private init(reducedNumerator: Int128, denominator: Int128) {
    numerator = reducedNumerator
    self.denominator = denominator
  }

  /// 0.
  public static let zero = Rational(0)
  /// 1.
  public static let one = Rational(1)

  /// The nearest double, for display and for the parts of a computation that need no exactness.
  public var double: Double { Rational.double(numerator) / Rational.double(denominator) }

  /// The nearest double of a whole number: by way of 64 bits where they do, which is 40 times faster.
  private static func double(_ value: Int128) -> Double {
    Int64(exactly: value).map { Double($0) } ?? Double(value)
  }

  /// The largest whole number that is not above this.
  public var floor: Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The nearest whole number; a half is rounded up.
  public var rounded: Int128 { (self + Rational(1, 2)).floor }

  /// The sum, exact unless 128 bits do not hold it.
  public static func + (a: Rational, b: Rational) -> Rational {
    if a.denominator == b.denominator {
      let (sum, overflow) = a.numerator.addingReportingOverflow(b.numerator)
      if !overflow { return a.denominator == 1 ? whole(sum) : Rational(sum, a.denominator) }
    }
    if let sum = shortSum(a, b) { return sum }
    let (left, overflowLeft) = a.numerator.multipliedReportingOverflow(by: b.denominator)
    let (right, overflowRight) = b.numerator.multipliedReportingOverflow(by: a.denominator)
    let (sum, overflowSum) = left.addingReportingOverflow(right)
    let (under, overflowUnder) = a.denominator.multipliedReportingOverflow(by: b.denominator)
    if overflowLeft || overflowRight || overflowSum || overflowUnder {
      guard a.isOnGrid, b.isOnGrid else { return Rational(nearest: a.double + b.double) }
      return Rational(a.onGrid + b.onGrid, 1 << 60)
    }
    return Rational(sum, under)
  }

  /// The sum of fractions of 62 bits: the part that the denominators have in common is left out first, so
  /// that only 64 bits must be divided.
  private static func shortSum(_ a: Rational, _ b: Rational) -> Rational? {
    guard let (n, d) = a.short, let (m, e) = b.short else { return nil }
    let common = greatestCommonDivisor(d.magnitude, e.magnitude)
    let (own, other) = (d / Int64(common), e / Int64(common))
    let sum = Int128(n) * Int128(other) + Int128(m) * Int128(own)
    // Only a factor of the common part can be left in the sum.
    let rest = greatestCommonDivisor((sum.magnitude % UInt128(common)).low, common)
    let under = Int128(own) * Int128(e / Int64(rest))
    return Rational(reducedNumerator: rest == 1 ? sum : sum / Int128(rest), denominator: under)
  }

  /// Numerator and denominator where both are below 2⁶².
  private var short: (numerator: Int64, denominator: Int64)? {
    guard let over = Int64(exactly: numerator), let under = Int64(exactly: denominator),
      over.magnitude < 1 << 62, under < 1 << 62
    else { return nil }
    return (over, under)
  }

  /// The difference.
  public static func - (a: Rational, b: Rational) -> Rational { a + (-b) }

  /// The negative.
  public static prefix func - (a: Rational) -> Rational {
    Rational(reducedNumerator: -a.numerator, denominator: a.denominator)
  }

  /// The product, exact unless 128 bits do not hold it.
  public static func * (a: Rational, b: Rational) -> Rational {
    if let (n, d) = a.short, let (m, e) = b.short {
      let c = Int64(greatestCommonDivisor(n.magnitude, e.magnitude))
      let f = Int64(greatestCommonDivisor(m.magnitude, d.magnitude))
      return Rational(
        reducedNumerator: Int128(n / c) * Int128(m / f), denominator: Int128(d / f) * Int128(e / c))
    }
    // Crosswise reduction keeps the factors small.
    let c = greatestCommonDivisor(a.numerator.magnitude, b.denominator.magnitude)
    let d = greatestCommonDivisor(b.numerator.magnitude, a.denominator.magnitude)
    let (over, overflowOver) = (a.numerator / Int128(c)).multipliedReportingOverflow(
      by: b.numerator / Int128(d))
    let (under, overflowUnder) = (a.denominator / Int128(d)).multipliedReportingOverflow(
      by: b.denominator / Int128(c))
    if overflowOver || overflowUnder { return Rational(nearest: a.double * b.double) }
    return Rational(reducedNumerator: over, denominator: under)
  }

  /// The quotient; `b` must not be 0.
  public static func / (a: Rational, b: Rational) -> Rational {
    a * Rational(b.denominator, b.numerator)
  }

  /// The quotient by a whole number; `b` must not be 0.
  static func / (a: Rational, b: Int128) -> Rational {
    let (under, overflow) = a.denominator.multipliedReportingOverflow(by: b)
    return overflow ? a / Rational(b) : Rational(a.numerator, under)
  }

  /// Adds `b` in place.
  public static func += (a: inout Rational, b: Rational) { a = a + b }

  /// Whether `a` is the smaller one; exact unless 128 bits do not hold the comparison.
  public static func < (a: Rational, b: Rational) -> Bool {
    if a.denominator == b.denominator { return a.numerator < b.numerator }
    let (left, overflowLeft) = a.numerator.multipliedReportingOverflow(by: b.denominator)
    let (right, overflowRight) = b.numerator.multipliedReportingOverflow(by: a.denominator)
    if overflowLeft || overflowRight {
      if a.floor != b.floor { return a.floor < b.floor }
      return a.isOnGrid ? a.onGrid < b.onGrid : a.double < b.double
    }
    return left < right
  }

  private static func whole(_ value: Int128) -> Rational {
    Rational(reducedNumerator: value, denominator: 1)
  }

  /// Whether 128 bits hold the count of multiples of 2⁻⁶⁰.
  private var isOnGrid: Bool { floor.magnitude < 1 << 65 }

  /// The nearest multiple of 2⁻⁶⁰, as their count; for values below 2⁶⁵.
  private var onGrid: Int128 {
    let whole = floor
    let rest = Double(numerator - whole * denominator) / Double(denominator)
    return (whole << 60) + Int128((rest * 0x1p60).rounded())
  }

  /// Euclid's algorithm, in 64 bits as soon as both numbers fit; 1 for two zeros.
  static func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (a, b) = (a, b)
    while b != 0 {
      if a.high == 0, b.high == 0 { return UInt128(greatestCommonDivisor(a.low, b.low)) }
      (a, b) = (b, a % b)
    }
    return max(a, 1)
  }

  /// Stein's algorithm: shifts and differences only, four times faster than divisions; 1 for two zeros.
  static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    if a <= 1 || b <= 1 { return a == 1 || b == 1 ? 1 : max(a | b, 1) }
    let twos = (a | b).trailingZeroBitCount
    var (a, b) = (a &>> UInt64(a.trailingZeroBitCount), b)
    repeat {
      b &>>= UInt64(b.trailingZeroBitCount)
      (a, b) = a < b ? (a, b &- a) : (b, a &- b)
    } while b != 0 && a != 1
    return a &<< UInt64(twos)
  }
}

extension UInt128 {
  /// The upper 64 bits.
  fileprivate var high: UInt64 { UInt64(truncatingIfNeeded: self >> 64) }
  /// The lower 64 bits.
  fileprivate var low: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension Rational: CustomStringConvertible {
  /// `3/4`, or `2` for a whole number.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
