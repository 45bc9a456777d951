import Score

/// A number as MusicXML writes it: digits with a sign and a decimal point, kept exactly.
struct Decimal: Hashable, Sendable {
  /// The digits as one whole number, with the sign.
  var digits: Int64
  /// 10 to the number of digits behind the point.
  var scale: Int64

  /// The whole number `value`.
  init(_ value: Int) {
    digits = Int64(value)
    scale = 1
  }

  /// The number that `text` spells; nil for anything else, for more than 15 digits, and for an empty text.
  init?(_ text: ArraySlice<UInt8>) {
    var position = text.startIndex
    var negative = false
    if position < text.endIndex,
      text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+")
    {
      negative = text[position] == UInt8(ascii: "-")
      position += 1
    }
    var (value, divisor, count, behind): (Int64, Int64, Int, Bool) = (0, 1, 0, false)
    while position < text.endIndex {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: "."), !behind {
        behind = true
        continue
      }
      guard byte >= 48, byte <= 57 else { return nil }
      count += 1
      if count > 15 {
        if behind { continue }  // finer than any tick
        return nil
      }
      value = value * 10 + Int64(byte - 48)
      if behind { divisor *= 10 }
    }
    guard count > 0 else { return nil }
    while divisor > 1, value % 10 == 0 {
      value /= 10
      divisor /= 10
    }
    digits = negative ? -value : value
    scale = divisor
  }

  /// The number as an exact fraction.
  var rational: Rational { Rational(Int128(digits), Int128(scale)) }
  /// The number as a double.
  var double: Double { Double(digits) / Double(scale) }
  /// The number without what stands behind the point.
  var integer: Int { Int(digits / scale) }
  /// Whether nothing stands behind the point.
  var isWhole: Bool { scale == 1 }
}
