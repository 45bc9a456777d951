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
  private var macros: [(name: String, value: String)] = []

  /// Files included in each other deeper than this are taken for a circle.
  static let deepest = 16
  static let mostIncludes = 1000
  /// No line grows beyond this by its macros.
  static let longestLine = 1 << 16

  /// Reads the text; `include` answers that of another file, by its path as written.
  init(
    _ bytes: [UInt8], include: (String) throws(SoundFontError) -> [UInt8]
  ) throws(SoundFontError) {
    try read(bytes, depth: 0, include)
  }

  private mutating func read(
    _ bytes: [UInt8], depth: Int, _ include: (String) throws(SoundFontError) -> [UInt8]
  ) throws(SoundFontError) {
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
        let name = String(words[1])
        macros.removeAll { $0.name == name }
        macros.append((name, String(words[2])))
        // $AB must be looked for before $A.
        macros.sort { $0.name.utf8.count > $1.name.utf8.count }
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
          try include(expanded(SFZText.trimmed(Substring(path)))), depth: depth + 1, include)
      } else {
        take(expanded(String(line)), number)
      }
    }
  }

  /// Macros replaced, once each, so that none can grow for ever.
  private func expanded(_ text: String) -> String {
    guard text.contains("$") else { return text }
    var text = text
    for macro in macros where text.utf8.count < SFZText.longestLine && text.contains(macro.name) {
      text = SFZText.replacing(macro.name, by: macro.value, in: text)
    }
    return text
  }

  /// Takes the headers and opcodes of a line: a value goes on to the next ` name=` or header.
  private mutating func take(_ line: String, _ number: Int) {
    let bytes = Array(line.utf8)
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "<"), let close = bytes[at...].firstIndex(of: UInt8(ascii: ">"))
      {
        sections.append(
          Section(header: String(decoding: bytes[at + 1..<close], as: UTF8.self), line: number))
        at = close + 1
      } else if let name = SFZText.name(bytes, at) {
        var end = name.end + 1
        while end < bytes.count {
          if bytes[end] == UInt8(ascii: "<") { break }
          let isGap = bytes[end] == 0x20 || bytes[end] == 0x09
          if isGap, SFZText.name(bytes, end + 1) != nil { break }
          end += 1
        }
        let value = String(decoding: bytes[name.end + 1..<end], as: UTF8.self)
        if sections.isEmpty { sections.append(Section(header: "global", line: number)) }
        sections[sections.count - 1].opcodes.append(
          (name.text, SFZText.trimmed(Substring(value)), number))
        at = end
      } else {
        at += 1
      }
    }
  }

  /// The opcode's name that begins here and ends before a `=`.
  private static func name(_ bytes: [UInt8], _ at: Int) -> (text: String, end: Int)? {
    var end = at
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "=") {
        return end == at
          ? nil : (String(decoding: bytes[at..<end], as: UTF8.self).lowercased(), end)
      }
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
      let isDigit = byte >= 0x30 && byte <= 0x39
      if !isLetter && !isDigit && byte != UInt8(ascii: "_") { return nil }
      end += 1
    }
    return nil
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

  private static func replacing(_ name: String, by value: String, in text: String) -> String {
    let (name, value, text) = (Array(name.utf8), Array(value.utf8), Array(text.utf8))
    var result: [UInt8] = []
    var at = 0
    while at < text.count {
      if text[at...].starts(with: name) {
        result += value
        at += name.count
      } else {
        result.append(text[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
