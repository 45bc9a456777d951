/// One line being read, field by field; columns count characters from 1.
struct FieldReader {
  let line: ArraySlice<UInt8>
  let number: Int
  var at: Int

  init(_ line: ArraySlice<UInt8>, number: Int) {
    self.line = line
    self.number = number
    at = line.startIndex
  }

  mutating func skipBlanks() {
    while at < line.endIndex, line[at] == 0x20 || line[at] == 0x09 { at += 1 }
  }

  /// The field up to the next comma, without blanks around it; nil at the end of the line.
  mutating func field() -> (text: ArraySlice<UInt8>, start: Int)? {
    skipBlanks()
    guard at < line.endIndex else { return nil }
    let start = at
    while at < line.endIndex, line[at] != 0x2C { at += 1 }
    var end = at
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    if at < line.endIndex { at += 1 }
    return (line[start..<end], start)
  }

  /// An error at a place of the line.
  func error(_ place: Int, _ message: String, hint: String? = nil) -> Diagnostic {
    let before = String(decoding: line[line.startIndex..<place], as: UTF8.self)
    return Diagnostic(
      .error,
      .text(
        line: number, column: before.count + 1, source: String(decoding: line, as: UTF8.self)),
      message, hint: hint)
  }
}

/// A whole number of ASCII digits with a sign before it or not; nil if it is none or does not fit.
func wholeNumber(_ text: ArraySlice<UInt8>) -> Int? {
  var digits = text
  let isNegative = digits.first == 0x2D
  if isNegative || digits.first == 0x2B { digits = digits.dropFirst() }
  guard !digits.isEmpty, digits.count <= 18 else { return nil }
  var value = 0
  for digit in digits {
    guard 0x30...0x39 ~= digit else { return nil }
    value = value * 10 + Int(digit - 0x30)
  }
  return isNegative ? -value : value
}
