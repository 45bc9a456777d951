import Testing

@testable import Score

struct RationalTests {
  @Test func `fractions are reduced, the sign above the line`() {
    #expect(Rational(6, -4) == Rational(-3, 2))
    #expect(Rational(6, -4).denominator == 2)
    #expect(Rational(0, -7) == .zero)
    #expect(Rational(3, 2).description == "3/2")
    #expect(Rational(4, 2).description == "2")
  }

  @Test func `sums and products are exact`() {
    #expect(Rational(1, 3) + Rational(1, 6) == Rational(1, 2))
    #expect(Rational(1, 3) - Rational(1, 2) == Rational(-1, 6))
    #expect(Rational(2, 3) * Rational(9, 4) == Rational(3, 2))
    #expect(Rational(2, 3) / Rational(-4, 9) == Rational(-3, 2))
    // 10,000 times 183.486 ms are 1,834.86 s.
    let sum = (0..<10000).reduce(Rational.zero) { sum, _ in sum + Rational(183_486, 1_000_000) }
    #expect(sum == Rational(183_486, 100))
  }

  @Test func `short ways give what the long way gives`() {
    // Numbers of all lengths up to 63 bits, by a linear congruential generator (Knuth's MMIX).
    var state: UInt64 = 1
    func next() -> Int128 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int128(Int64(bitPattern: state) >> Int64(state >> 1 & 63))
    }
    func euclid(_ a: Int128, _ b: Int128) -> Int128 { b == 0 ? abs(a) : euclid(b, a % b) }
    for _ in 0..<2000 {
      let (n, m, d, e) = (next(), next(), next(), next())
      guard d != 0, e != 0 else { continue }
      let divisor = euclid(n, d) * (d < 0 ? -1 : 1)
      let (a, b) = (Rational(n, d), Rational(m, e))
      #expect(a.numerator == n / divisor && a.denominator == d / divisor)
      guard abs(d) < 1 << 31, abs(e) < 1 << 31, abs(n) < 1 << 31, abs(m) < 1 << 31 else { continue }
      let sum = a + b
      #expect(sum.numerator * d * e == (n * e + m * d) * sum.denominator)
      #expect(euclid(sum.numerator, sum.denominator) == 1 && sum.denominator > 0)
      let product = a * b
      #expect(product.numerator * d * e == n * m * product.denominator)
      #expect(euclid(product.numerator, product.denominator) == 1 && product.denominator > 0)
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let value: Rational
    let floor: Int128
    let rounded: Int128
    var testDescription: String { value.description }
  }

  @Test(arguments: [
    Row(value: Rational(7, 2), floor: 3, rounded: 4),
    Row(value: Rational(-7, 2), floor: -4, rounded: -3),
    Row(value: Rational(10, 3), floor: 3, rounded: 3),
    Row(value: Rational(-10, 3), floor: -4, rounded: -3), Row(value: .one, floor: 1, rounded: 1),
  ]) func `a half is rounded up`(row: Row) {
    #expect(row.value.floor == row.floor)
    #expect(row.value.rounded == row.rounded)
  }

  @Test func `what is too large stays at the end of the range`() {
    // Each product overflows 128 bits: (2¹⁰⁰/3)·(2¹⁰⁰/5), and 12 times 8192.
    let large = Rational(1 << 100, 3) * Rational(1 << 100, 5)
    #expect(large.double == 0x1p78)
    let negative = Rational(-1 << 100, 3) * Rational(1 << 100, 5)
    #expect(negative.double == -0x1p78)
    #expect(Rational(nearest: .nan) == .zero)
    #expect(Rational(nearest: .infinity).double == 0x1p78)
    // Sums and comparisons whose cross products do not fit.
    let (a, b) = (Rational(1 << 125, 3), Rational(1 << 125, 7))
    #expect(b < a)
    #expect((a + b).double == 0x1p78)
  }

  @Test func `order is that of the numbers`() {
    #expect(Rational(1, 3) < Rational(34, 100))
    #expect(Rational(-1, 2) < Rational(-1, 3))
    #expect(!(Rational(1, 2) < Rational(2, 4)))
  }

  @Test func `what 128 bits do not hold is rounded to less than a hundredth of a nanosecond`() {
    // A sum over the first 40 primes: its exact denominator has 200 bits.
    let primes = (2...173).filter { n in !(2..<n).contains { n % $0 == 0 } }
    let sum = primes.reduce(Rational.zero) { $0 + Rational(1, Int128($1)) }
    let double = primes.reduce(0.0) { $0 + 1 / Double($1) }
    #expect(abs(sum.double - double) < 1e-14)
    let product = primes.reduce(Rational.one) { $0 * Rational(Int128($1), Int128($1 + 1)) }
    #expect(abs(product.double - primes.reduce(1.0) { $0 * Double($1) / Double($1 + 1) }) < 1e-12)
    #expect(sum > Rational(1) && sum < Rational(3))
  }
}
