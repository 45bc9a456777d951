/// A place in a line from which things are taken; every question at the end answers no.
struct ABCCursor {
  let bytes: [UInt8]
  var position: Int
  var end: Int

  init(_ bytes: [UInt8], from position: Int = 0, to end: Int? = nil) {
    self.bytes = bytes
    self.position = min(position, bytes.count)
    self.end = min(end ?? bytes.count, bytes.count)
  }

  var isAtEnd: Bool { position >= end }

  /// The byte here, 0 at the end.
  var byte: UInt8 { position < end ? bytes[position] : 0 }

  /// The byte `ahead` of here, 0 beyond the end.
  func peek(_ ahead: Int) -> UInt8 { position + ahead < end ? bytes[position + ahead] : 0 }

  mutating func take(_ byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Takes as many of `byte` as there are, and counts them.
  mutating func takeAll(_ byte: UInt8) -> Int {
    let begin = position
    while position < end, bytes[position] == byte { position += 1 }
    return position - begin
  }

  mutating func skipBlanks() {
    while position < end, ABC.isBlank(bytes[position]) { position += 1 }
  }

  /// A whole number without a sign; what is above a million counts as a million.
  mutating func number() -> Int? {
    guard position < end, ABC.isDigit(bytes[position]) else { return nil }
    var value = 0
    while position < end, ABC.isDigit(bytes[position]) {
      value = min(value * 10 + Int(bytes[position] - 48), 1_000_000)
      position += 1
    }
    return value
  }

  /// A whole number with or without a sign, after blanks.
  mutating func signedNumber() -> Int? {
    skipBlanks()
    let begin = position
    let isNegative = take(ABC.minus)
    if !isNegative { _ = take(ABC.plus) }
    guard let value = number() else {
      position = begin
      return nil
    }
    return isNegative ? -value : value
  }

  /// A number of digits with or without a fraction after a point.
  mutating func decimal() -> Rational? {
    guard let whole = number() else { return nil }
    var value = Rational(whole)
    if byte == UInt8(ascii: "."), ABC.isDigit(peek(1)) {
      position += 1
      let begin = position
      var over = 0
      var under = 1
      while position < end, ABC.isDigit(bytes[position]) {
        if position - begin < 9 {
          over = over * 10 + Int(bytes[position] - 48)
          under *= 10
        }
        position += 1
      }
      value += Rational(Int128(over), Int128(under))
    }
    return value
  }

  /// A length as after a note: `3`, `3/2`, `/2`, `/`, `//`; 1 where there is none.
  ///
  /// Nil, and taken, where the number below the line is 0.
  mutating func length() -> Rational? {
    let over = number() ?? 1
    let slashes = takeAll(ABC.slash)
    if slashes == 0 { return Rational(over) }
    if let under = number() {
      return under == 0 ? nil : Rational(Int128(over), Int128(under))
    }
    return Rational(Int128(over), 1 << Int128(min(slashes, 16)))
  }

  /// Whether a length begins here.
  var isAtLength: Bool { ABC.isDigit(byte) || byte == ABC.slash }

  /// The bytes up to the next blank.
  mutating func word() -> ArraySlice<UInt8> {
    skipBlanks()
    let begin = position
    while position < end, !ABC.isBlank(bytes[position]) { position += 1 }
    return bytes[begin..<position]
  }

  /// The bytes up to `closing`, which is taken too; nil, and nothing taken, where there is none.
  mutating func text(upTo closing: UInt8) -> ArraySlice<UInt8>? {
    guard let found = bytes[position..<end].firstIndex(of: closing) else { return nil }
    let text = bytes[position..<found]
    position = found + 1
    return text
  }

  /// What is left.
  var remaining: ArraySlice<UInt8> { bytes[min(position, end)..<end] }

  /// Takes all that is left.
  mutating func rest() -> ArraySlice<UInt8> {
    let text = bytes[min(position, end)..<end]
    position = end
    return text
  }
}
