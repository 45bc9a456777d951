/// The remainder, 0 or more, and the quotient rounded down.
func euclidean(_ value: Int, _ divisor: Int) -> (remainder: Int, quotient: Int) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (remainder + divisor, quotient - 1) : (remainder, quotient)
}
