/// The text of an SFZ instrument taken apart: headers and opcodes, with macros and included files put in.
struct SFZText {
  /// A header and what stands under it.
  struct Section {
    var header: String
    var line: Int
    /// In the order of the text.
    var opcodes: [(name: String, value: String, line: Int)] = []
  }

  private(set) var sections: [Section] = []
  private var included = 0
  private var macros = SFZMacros()
  /// Bytes of all files and of what macros add.
  private var size = 0

  /// Files included in each other deeper than this are taken for a circle.
  static let deepest = 16
  static let mostIncludes = 1000
  /// More text than this is refused; a large instrument has some 10 MB.
  static let mostBytes = 1 << 26
  private let mostBytes: Int

  /// Reads the text; `include` answers that of another file, by its path as written.
  init(
    _ bytes: [UInt8], mostBytes: Int = SFZText.mostBytes,
    include: (String) throws(SoundFontError) -> [UInt8]
  ) throws(SoundFontError) {
    self.mostBytes = mostBytes
    try read(bytes, depth: 0, include)
  }

  private mutating func read(
    _ bytes: [UInt8], depth: Int, _ include: (String) throws(SoundFontError) -> [UInt8]
  ) throws(SoundFontError) {
    try count(bytes.count, line: nil)
    let text = SFZText.withoutBlockComments(SFZText.decoded(bytes))
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let number = index + 1
      let line = SFZText.withoutComment(raw)
      if line.hasPrefix("#define") {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count == 3, words[1].hasPrefix("$") else {
          throw SoundFontError(.malformed, "expected '#define $NAME VALUE'", line: number)
        }
        macros.define(String(words[1]), as: String(words[2]))
      } else if line.hasPrefix("#include") {
        included += 1
        guard included <= SFZText.mostIncludes else {
          throw SoundFontError(
            .tooLarge, "more than \(SFZText.mostIncludes) #includes", line: number)
        }
        guard depth < SFZText.deepest else {
          throw SoundFontError(.malformed, "#include within #include, \(depth) deep", line: number)
        }
        let path = line.dropFirst(8).filter { $0 != "\"" }
        try read(
          try include(macros.expanded(SFZText.trimmed(Substring(path)))), depth: depth + 1, include)
      } else {
        let whole = macros.expanded(line)
        try count(max(0, whole.utf8.count - line.utf8.count), line: number)
        take(whole, number)
      }
    }
  }

  private mutating func count(_ bytes: Int, line: Int?) throws(SoundFontError) {
    size += bytes
    if size > mostBytes {
      throw SoundFontError(
        .tooLarge, "more than \(mostBytes) bytes of text, with all includes and macros",
        line: line)
    }
  }

  /// Takes the headers and opcodes of a line: a value goes on to the next ` name=` or header.
  private mutating func take(_ line: String, _ number: Int) {
    let bytes = Array(line.utf8)
    let lastClose = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "<"), at < lastClose,
        let close = bytes[at...].firstIndex(of: UInt8(ascii: ">"))
      {
        sections.append(
          Section(header: String(decoding: bytes[at + 1..<close], as: UTF8.self), line: number))
        at = close + 1
        continue
      }
      let word = SFZText.word(bytes, at)
      if word.isName {
        var end = word.end + 1
        while end < bytes.count {
          if bytes[end] == UInt8(ascii: "<") { break }
          let isGap = bytes[end] == 0x20 || bytes[end] == 0x09
          if isGap, SFZText.word(bytes, end + 1).isName { break }
          end += 1
        }
        let name = String(decoding: bytes[at..<word.end], as: UTF8.self).lowercased()
        let value = String(decoding: bytes[word.end + 1..<end], as: UTF8.self)
        if sections.isEmpty { sections.append(Section(header: "global", line: number)) }
        sections[sections.count - 1].opcodes.append(
          (name, SFZText.trimmed(Substring(value)), number))
        at = end
      } else {
        // No name begins within the word either.
        at = max(at + 1, word.end)
      }
    }
  }

  /// Where the letters, digits and _ from here on end, and whether that is an opcode's name: a `=` follows.
  private static func word(_ bytes: [UInt8], _ at: Int) -> (end: Int, isName: Bool) {
    var end = at
    while end < bytes.count {
      let byte = bytes[end]
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
      let isDigit = byte >= 0x30 && byte <= 0x39
      if !isLetter && !isDigit && byte != UInt8(ascii: "_") {
        return (end, byte == UInt8(ascii: "=") && end > at)
      }
      end += 1
    }
    return (end, false)
  }

  private static func decoded(_ bytes: [UInt8]) -> String {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func withoutBlockComments(_ text: String) -> String {
    guard text.contains("/*") else { return text }
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      if bytes[at] == 0x2F, at + 1 < bytes.count, bytes[at + 1] == 0x2A {
        at += 2
        while at < bytes.count, !(bytes[at - 1] == 0x2A && bytes[at] == 0x2F && at > 2) {
          // Lines keep their numbers.
          if bytes[at] == 0x0A { result.append(0x0A) }
          at += 1
        }
        at += 1
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func withoutComment(_ line: Substring) -> String {
    let bytes = Array(line.utf8)
    for at in bytes.indices.dropLast() where bytes[at] == 0x2F && bytes[at + 1] == 0x2F {
      return trimmed(Substring(String(decoding: bytes[..<at], as: UTF8.self)))
    }
    return trimmed(line)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let last = text.last, last.isWhitespace { text.removeLast() }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    return String(text)
  }
}
