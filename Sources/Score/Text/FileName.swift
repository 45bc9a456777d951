/// Names of files as text, whatever bytes they are made of.
///
/// Linux knows names as bytes and asks for no encoding; names from older systems are often Latin-1 or
/// Shift-JIS. A byte that is no part of UTF-8 stands in the text as one character of a private-use plane,
/// U+10FE00 and the byte, and goes back to the system as it came. Characters of that range in a name are
/// taken byte for byte as well, so no two names become one text.
extension String {
  /// The text of a name that the system gave.
  public init(fileName bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self), !text.hasStrayBytes {
      self = text
      return
    }
    var text = String.UnicodeScalarView()
    var place = 0
    while place < bytes.count {
      let length = Self.length(ofFirst: bytes[place...])
      if let one = String(validating: bytes[place..<place + length], as: UTF8.self),
        !one.hasStrayBytes
      {
        text.append(contentsOf: one.unicodeScalars)
      } else {
        // A whole character of the private range is three bytes of continuation behind its first.
        for byte in bytes[place..<place + length] { text.append(StrayByte.scalar(byte)) }
      }
      place += length
    }
    self = String(text)
  }

  /// The name as the system wants it: its bytes and a zero.
  public var fileName: [CChar] {
    hasStrayBytes ? (fileNameBytes + [0]).map(CChar.init(bitPattern:)) : Array(utf8CString)
  }

  /// The bytes of the name.
  public var fileNameBytes: [UInt8] {
    if !hasStrayBytes { return Array(utf8) }
    return unicodeScalars.reduce(into: []) { bytes, scalar in
      if let byte = StrayByte.byte(scalar) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  /// Whether the text stands for bytes that are no UTF-8, and so is a name and nothing else.
  public var hasStrayBytes: Bool {
    // All of them begin with these two bytes, F4 8F; ordinary names are done with one look at each byte.
    utf8.contains(0xF4) && unicodeScalars.contains { StrayByte.byte($0) != nil }
  }

  /// The names between the slashes of a path.
  ///
  /// A slash is one whatever stands behind it: with an accent alone it would make one character.
  public var pathNames: [String] { unicodeScalars.split(separator: "/").map { String($0) } }

  /// The text with bytes that are no UTF-8 as `\xe9`.
  public var withStrayBytesTold: String {
    if !hasStrayBytes { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if let byte = StrayByte.byte(scalar) {
        text += "\\x" + String(byte, radix: 16)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// How many bytes belong together at the front: a character of UTF-8, or one that is none.
  private static func length(ofFirst bytes: ArraySlice<UInt8>) -> Int {
    guard let first = bytes.first, first >= 0xC2, first <= 0xF4 else { return 1 }
    let wanted = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let character = bytes.prefix(wanted)
    return String(validating: character, as: UTF8.self) == nil ? 1 : character.count
  }
}

/// Bytes from 0x80 on that are no UTF-8, as characters.
enum StrayByte {
  private static let base: UInt32 = 0x10FE00

  /// The character of a byte.
  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}"  // Every number below 110000 is a character.
  }

  /// The byte of a character, if it stands for one.
  static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }
}
