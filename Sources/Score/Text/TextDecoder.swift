/// Turns the bytes of a text whose encoding nobody wrote down into characters; it never fails.
public enum TextDecoder {
  /// The text, in the encoding that fits its own bytes best.
  public static func decode(_ bytes: [UInt8]) -> String {
    decode(bytes, as: TextEncoding.guess([bytes]))
  }

  /// The text in an encoding; bytes that it does not have become U+FFFD, and where the system lacks the
  /// encoding Latin-1 stands in for it.
  ///
  /// A byte order mark, or a tag of RP-026 (`{@JP}`, `{@LATIN}`) at the front, overrules the encoding and
  /// is left out.
  public static func decode(_ bytes: [UInt8], as encoding: TextEncoding) -> String {
    var bytes = bytes[...]
    var encoding = encoding
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]), bytes.count & 1 == 0,
      let text = utf16(bytes)
    {
      return text
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      (bytes, encoding) = (bytes.dropFirst(3), .utf8)
    } else if bytes.starts(with: "{@JP}".utf8) {
      (bytes, encoding) = (bytes.dropFirst(5), .shiftJIS)
    } else if bytes.starts(with: "{@LATIN}".utf8) {
      (bytes, encoding) = (bytes.dropFirst(8), .latin1)
    }
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    if encoding == .utf8 {
      // A lone Latin-1 text in a file of UTF-8 is likelier than a broken one.
      return String(validating: bytes, as: UTF8.self) ?? latin1(bytes)
    }
    guard let converter = TextConverter(from: encoding.rawValue) else { return latin1(bytes) }
    return converter.convert(Array(bytes))
  }

  private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>) -> String? {
    let isLittle = bytes.first == 0xFF
    let rest = Array(bytes.dropFirst(2))
    let units = stride(from: 0, to: rest.count - 1, by: 2).map { index in
      isLittle
        ? UInt16(rest[index]) | UInt16(rest[index + 1]) << 8
        : UInt16(rest[index]) << 8 | UInt16(rest[index + 1])
    }
    return String(validating: units, as: UTF16.self)
  }
}

extension String {
  /// Without blanks, line ends and NULs at both ends.
  var trimmed: String {
    func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }

  var nonEmpty: String? { isEmpty ? nil : self }
}
