import Score

/// The length of a note type as a fraction of a whole note: `quarter` is 1/4; nil for no such type.
func noteValue(_ type: ArraySlice<UInt8>) -> Rational? {
  switch true {
  case type.spells("quarter"): Rational(1, 4)
  case type.spells("eighth"): Rational(1, 8)
  case type.spells("half"): Rational(1, 2)
  case type.spells("16th"): Rational(1, 16)
  case type.spells("whole"): Rational(1)
  case type.spells("32nd"): Rational(1, 32)
  case type.spells("64th"): Rational(1, 64)
  case type.spells("breve"): Rational(2)
  case type.spells("128th"): Rational(1, 128)
  case type.spells("256th"): Rational(1, 256)
  case type.spells("512th"): Rational(1, 512)
  case type.spells("1024th"): Rational(1, 1024)
  case type.spells("long"): Rational(4)
  case type.spells("maxima"): Rational(8)
  default: nil
  }
}

extension Rational {
  /// The whole number below it, for lengths that are known to be small.
  var ticks: Int64 { Int64(clamping: floor) }
}
