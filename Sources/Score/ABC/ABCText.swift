/// Bytes to lines, and ABC's spellings of letters to letters.
enum ABCText {
  /// The lines of a file, in UTF-8: what is not valid UTF-8 is Latin-1.
  static func lines(_ file: [UInt8]) -> [ABCLine] {
    let bytes = utf8(file)
    var lines: [ABCLine] = []
    var begin = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var index = begin
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 10 || byte == 13 {
        lines.append(ABCLine(number: lines.count + 1, bytes: Array(bytes[begin..<index])))
        if byte == 13, index + 1 < bytes.count, bytes[index + 1] == 10 { index += 1 }
        begin = index + 1
      }
      index += 1
    }
    if begin < bytes.count {
      lines.append(ABCLine(number: lines.count + 1, bytes: Array(bytes[begin...])))
    }
    return lines
  }

  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil {
      return bytes
    }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + bytes.count / 16)
    for byte in bytes {
      if byte < 0x80 {
        out.append(byte)
      } else {
        out.append(0xC0 | byte >> 6)
        out.append(0x80 | byte & 0x3F)
      }
    }
    return out
  }

  /// A text with its mnemonics (`\'e`), entities (`&eacute;`) and code points (`\u00e9`) as letters
  /// (ABC 2.1, section 8.2).
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == ABC.backslash, index + 1 < text.endIndex {
        index = escape(text, index + 1, &out)
      } else if byte == UInt8(ascii: "&"), let (scalar, next) = entity(text, index + 1) {
        out += String(scalar).utf8
        index = next
      } else {
        out.append(byte)
        index += 1
      }
    }
    return out
  }

  /// What follows a backslash; the index after it.
  private static func escape(_ text: ArraySlice<UInt8>, _ index: Int, _ out: inout [UInt8]) -> Int {
    let byte = text[index]
    if byte == UInt8(ascii: "u") || byte == UInt8(ascii: "U") {
      let digits = text[(index + 1)...].prefix(byte == UInt8(ascii: "u") ? 4 : 8)
      if let code = UInt32(ABC.string(digits), radix: 16), let scalar = Unicode.Scalar(code) {
        out += String(scalar).utf8
        return index + 1 + digits.count
      }
    }
    if index + 1 < text.endIndex {
      let pair = ABC.string(text[index...index + 1])
      if let letter = mnemonics[pair] {
        out += String(letter).utf8
        return index + 2
      }
    }
    if [ABC.percent, ABC.backslash, UInt8(ascii: "&")].contains(byte) {
      out.append(byte)
      return index + 1
    }
    out.append(ABC.backslash)
    return index
  }

  private static func entity(_ text: ArraySlice<UInt8>, _ index: Int) -> (Unicode.Scalar, Int)? {
    guard let end = text[index...].prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = ABC.string(text[index..<end])
    if name.hasPrefix("#x") {
      return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init).map { ($0, end + 1) }
    }
    if name.hasPrefix("#") {
      return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init).map { ($0, end + 1) }
    }
    let accents = [
      "grave": "`", "acute": "'", "circ": "^", "uml": "\"", "tilde": "~", "cedil": ",", "ring": "o",
      "slash": "/", "caron": "v",
    ]
    if let first = name.first, let accent = accents[String(name.dropFirst())],
      let letter = mnemonics[accent + String(first)]
    {
      return letter.unicodeScalars.first.map { ($0, end + 1) }
    }
    let others: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "copy": "©", "szlig": "ß", "aelig": "æ",
      "AElig": "Æ", "oelig": "œ", "OElig": "Œ", "nbsp": " ",
    ]
    return others[name].map { ($0, end + 1) }
  }

  /// Two characters after a backslash, and the letter that they stand for.
  private static let mnemonics: [String: Character] = {
    let rows = [
      ("`", "AEIOUaeiou", "ÀÈÌÒÙàèìòù"), ("'", "AEIOUYaeiouy", "ÁÉÍÓÚÝáéíóúý"),
      ("^", "AEIOUYaeiouy", "ÂÊÎÔÛŶâêîôûŷ"), ("\"", "AEIOUYaeiouy", "ÄËÏÖÜŸäëïöüÿ"),
      ("~", "ANOano", "ÃÑÕãñõ"), (",", "Cc", "Çç"), ("c", "Cc", "Çç"), ("o", "Aa", "Åå"),
      ("/", "Oo", "Øø"), ("v", "SsZzCc", "ŠšŽžČč"), ("H", "Oo", "Őő"), ("a", "a", "å"),
      ("A", "A", "Å"), ("s", "s", "ß"), ("a", "e", "æ"), ("A", "E", "Æ"), ("o", "e", "œ"),
      ("O", "E", "Œ"),
    ]
    var table: [String: Character] = [:]
    for (accent, plain, letters) in rows {
      for (letter, marked) in zip(plain, letters) { table[accent + String(letter)] = marked }
    }
    return table
  }()
}
