/// Turns the bytes of a text whose encoding nobody wrote down into characters; it never fails.
public enum TextDecoder {
  /// The text: UTF-8 where the bytes are valid UTF-8, else Latin-1.
  public static func decode(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
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
