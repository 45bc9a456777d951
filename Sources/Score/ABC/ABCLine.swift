/// A line of an ABC file in UTF-8.
struct ABCLine: Sendable {
  /// Counts from 1.
  var number: Int
  /// Without the line's end.
  var bytes: [UInt8]

  /// The place of a byte of the line; columns count characters from 1.
  func place(_ byte: Int) -> Diagnostic.Place {
    var column = 1
    for other in bytes.prefix(byte) where other & 0xC0 != 0x80 { column += 1 }
    // A line of megabytes would make every diagnostic as long.
    let source = bytes.count <= 400 ? String(decoding: bytes, as: UTF8.self) : nil
    return .text(line: number, column: column, source: source)
  }

  /// The letter of the information field that the line is (`T:`), or `+` for a continued one.
  var field: UInt8? {
    guard bytes.count >= 2, bytes[1] == ABC.colon else { return nil }
    return ABC.isLetter(bytes[0]) || bytes[0] == ABC.plus ? bytes[0] : nil
  }

  /// Whether nothing but blanks stands in it.
  var isBlank: Bool { bytes.allSatisfy(ABC.isBlank) }

  /// The line up to the `%` that begins a comment; a backslash protects one.
  var withoutComment: ABCLine {
    var index = 0
    while index < bytes.count {
      if bytes[index] == ABC.percent {
        return ABCLine(number: number, bytes: Array(bytes[..<index]))
      }
      index += bytes[index] == ABC.backslash ? 2 : 1
    }
    return self
  }

  /// Whether it begins with these ASCII characters.
  func starts(with text: StaticString) -> Bool {
    ABC.equal(bytes[..<min(text.utf8CodeUnitCount, bytes.count)], text)
  }
}

/// The characters of ABC, and small questions about bytes.
enum ABC {
  static let colon = UInt8(ascii: ":")
  static let plus = UInt8(ascii: "+")
  static let percent = UInt8(ascii: "%")
  static let backslash = UInt8(ascii: "\\")
  static let quote = UInt8(ascii: "\"")
  static let bar = UInt8(ascii: "|")
  static let open = UInt8(ascii: "[")
  static let close = UInt8(ascii: "]")
  static let slash = UInt8(ascii: "/")
  static let minus = UInt8(ascii: "-")
  static let exclamation = UInt8(ascii: "!")

  static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  static func isLetter(_ byte: UInt8) -> Bool {
    (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
  }

  static func isNoteLetter(_ byte: UInt8) -> Bool {
    (byte >= 65 && byte <= 71) || (byte >= 97 && byte <= 103)
  }

  static func lowercase(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }

  /// Whether the bytes are this ASCII text.
  static func equal(_ bytes: some Collection<UInt8>, _ text: StaticString) -> Bool {
    bytes.elementsEqual(ascii(text))
  }

  /// Whether the bytes are this ASCII text, capitals or not.
  static func similar(_ bytes: some Collection<UInt8>, _ text: StaticString) -> Bool {
    bytes.lazy.map(lowercase).elementsEqual(ascii(text))
  }

  static func ascii(_ text: StaticString) -> [UInt8] {
    text.description.utf8.map { $0 }
  }

  /// The bytes between the blanks at both ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (low, high) = (bytes.startIndex, bytes.endIndex)
    while low < high, isBlank(bytes[low]) { low += 1 }
    while high > low, isBlank(bytes[high - 1]) { high -= 1 }
    return bytes[low..<high]
  }

  static func string(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
