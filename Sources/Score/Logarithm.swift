/// ln x for x > 0 by the series of artanh: only sums, products and quotients, so that every CPU gives
/// the same bits (a libm need not).
func naturalLogarithm(_ x: Double) -> Double {
  var exponent = Double(x.exponent)
  var mantissa = x.significand  // 1 ..< 2
  if mantissa > 1.4142135623730951 {
    mantissa /= 2
    exponent += 1
  }
  let s = (mantissa - 1) / (mantissa + 1)
  let square = s * s
  var sum = 0.0
  var n = 25.0
  while n >= 1 {
    sum = sum * square + 1 / n
    n -= 2
  }
  return 2 * s * sum + exponent * 0.6931471805599453
}

/// log₂ x for x > 0.
func binaryLogarithm(_ x: Double) -> Double { naturalLogarithm(x) / 0.6931471805599453 }
