/// An exact fraction, reduced, with a denominator above 0.
///
/// Positions (in whole notes) and times (in seconds) are of this type, so that nothing is rounded
/// before a sample position is taken. A result whose numerator or denominator would leave 128 bits
/// (dozens of tempos without a common factor) is rounded to a multiple of 2⁻⁶⁰: a time is then off
/// by less than 10⁻¹⁸, 13 orders below a sample.
public struct Rational: Sendable, Hashable, Comparable {
  /// The number above the line; it carries the sign.
  public let numerator: Int128
  /// The number below the line, above 0.
  public let denominator: Int128

  /// The fraction `numerator`/`denominator`, reduced; `denominator` must not be 0.
  public init(_ numerator: Int128, _ denominator: Int128 = 1) {
    precondition(denominator != 0, "a fraction over 0")
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

  /// The multiple of 2⁻⁴⁸ nearest to `value`, which must be finite and below 2⁷⁰.
  ///
  /// For what is not rational by its nature: the logarithm of a tempo ramp.
  public init(nearest value: Double) {
    self.init(Int128((value * 0x1p48).rounded()), 1 << 48)
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
    let (left, overflowLeft) = a.numerator.multipliedReportingOverflow(by: b.denominator)
    let (right, overflowRight) = b.numerator.multipliedReportingOverflow(by: a.denominator)
    let (sum, overflowSum) = left.addingReportingOverflow(right)
    let (under, overflowUnder) = a.denominator.multipliedReportingOverflow(by: b.denominator)
    if overflowLeft || overflowRight || overflowSum || overflowUnder {
      return Rational(a.onGrid + b.onGrid, 1 << 60)
    }
    return Rational(sum, under)
  }

  /// The difference.
  public static func - (a: Rational, b: Rational) -> Rational { a + (-b) }

  /// The negative.
  public static prefix func - (a: Rational) -> Rational {
    Rational(reducedNumerator: -a.numerator, denominator: a.denominator)
  }

  /// The product, exact unless 128 bits do not hold it.
  public static func * (a: Rational, b: Rational) -> Rational {
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

  /// Adds `b` in place.
  public static func += (a: inout Rational, b: Rational) { a = a + b }

  /// Whether `a` is the smaller one; exact unless 128 bits do not hold the comparison.
  public static func < (a: Rational, b: Rational) -> Bool {
    if a.denominator == b.denominator { return a.numerator < b.numerator }
    let (left, overflowLeft) = a.numerator.multipliedReportingOverflow(by: b.denominator)
    let (right, overflowRight) = b.numerator.multipliedReportingOverflow(by: a.denominator)
    if overflowLeft || overflowRight {
      return a.floor != b.floor ? a.floor < b.floor : a.onGrid < b.onGrid
    }
    return left < right
  }

  private static func whole(_ value: Int128) -> Rational {
    Rational(reducedNumerator: value, denominator: 1)
  }

  /// The nearest multiple of 2⁻⁶⁰, as their count; for values below 2⁶⁶.
  private var onGrid: Int128 {
    let whole = floor
    let rest = Double(numerator - whole * denominator) / Double(denominator)
    return (whole << 60) + Int128((rest * 0x1p60).rounded())
  }

  /// Euclid's algorithm, in 64 bits as soon as both numbers fit.
  static func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (a, b) = (a, b)
    while b != 0 {
      if a <= UInt128(UInt64.max), b <= UInt128(UInt64.max) {
        var (c, d) = (UInt64(a), UInt64(b))
        while d != 0 { (c, d) = (d, c % d) }
        return UInt128(c)
      }
      (a, b) = (b, a % b)
    }
    return max(a, 1)
  }
}

extension Rational: CustomStringConvertible {
  /// `3/4`, or `2` for a whole number.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
