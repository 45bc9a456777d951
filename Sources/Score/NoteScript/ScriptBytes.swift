/// The bytes that mean something in a script.
extension UInt8 {
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isDigit: Bool { self &- 0x30 < 10 }
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// What may follow the letter at the beginning of a label or of a macro's name.
  var isNameByte: Bool { isLetter || isDigit || self == 0x5F || self == 0x2D }

  /// Whether a word of a voice line ends before this byte.
  var endsVoiceWord: Bool {
    switch self {
    case 0x20, 0x09, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: ";"):
      true
    default: false
    }
  }
}

/// A number with a decimal point: `digits` × 10^−`places`.
struct ScriptDecimal: Hashable {
  var digits: Int64
  var places: Int

  static let powers: [Int64] = (0...18).map { exponent in
    (0..<exponent).reduce(1) { product, _ in product * 10 }
  }

  var rational: Rational { Rational(Int128(digits), Int128(ScriptDecimal.powers[places])) }
}

/// Reads numbers and words from a part of a script.
struct ScriptCursor {
  let bytes: [UInt8]
  var at: Int
  let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  /// The next byte, 0 at the end (a NUL in the text is no word of any kind).
  var next: UInt8 { at < end ? bytes[at] : 0 }

  var isAtEnd: Bool { at >= end }

  mutating func skipBlanks() {
    while at < end, bytes[at].isBlank { at += 1 }
  }

  /// Steps over `byte` if it is the next one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard at < end, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// Steps over ASCII characters if they are the next ones.
  mutating func take(_ text: String) -> Bool {
    guard bytes.span.has(text, at: at), at + text.utf8.count <= end else { return false }
    at += text.utf8.count
    return true
  }

  /// A whole number; `Int.max` where it is larger than any that is allowed anywhere.
  mutating func integer() -> Int? {
    guard at < end, bytes[at].isDigit else { return nil }
    var value = 0
    while at < end, bytes[at].isDigit {
      value = value > 99_999_999_999_999_999 ? .max : value * 10 + Int(bytes[at] & 15)
      at += 1
    }
    return value
  }

  /// What came of reading a number with a decimal point.
  enum Reading {
    case none
    case tooLong
    case value(ScriptDecimal)
  }

  /// `12` or `12.5`; a point without a digit behind it is not read.
  mutating func decimal() -> Reading {
    guard at < end, bytes[at].isDigit else { return .none }
    var digits: Int64 = 0
    var count = 0
    var places = 0
    var isFraction = false
    while at < end {
      let byte = bytes[at]
      if byte.isDigit {
        if digits != 0 || byte != 0x30 { count += 1 }
        if count <= 18 { digits = digits * 10 + Int64(byte & 15) }
        if isFraction { places += 1 }
      } else if byte == 0x2E, !isFraction, at + 1 < end, bytes[at + 1].isDigit {
        isFraction = true
      } else {
        break
      }
      at += 1
    }
    return count > 18 || places > 18
      ? .tooLong : .value(ScriptDecimal(digits: digits, places: places))
  }

  /// A label or a macro's name.
  mutating func name() -> Range<Int>? {
    guard at < end, bytes[at].isLetter else { return nil }
    let begin = at
    while at < end, bytes[at].isNameByte { at += 1 }
    return begin..<at
  }
}
