/// The bytes of a note script, cut into lines that end with LF, CRLF or CR.
struct ScriptText {
  /// The whole file.
  let bytes: [UInt8]
  /// The first byte behind a byte order mark.
  let start: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The line that begins at `begin`: its bytes without the line end, where the next one begins, and
  /// whether all of them are ASCII.
  func line(from begin: Int) -> (content: Range<Int>, next: Int, isASCII: Bool) {
    let span = bytes.span
    var at = begin
    var all: UInt8 = 0
    while at < span.count, span[at] != 10, span[at] != 13 {
      all |= span[at]
      at += 1
    }
    var next = at < span.count ? at + 1 : at
    if next < span.count, span[at] == 13, span[next] == 10 { next += 1 }
    return (begin..<at, next, all < 0x80)
  }

  /// The number of the line in which a byte stands, from 1.
  static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    var line = 1
    for index in 0..<min(offset, bytes.count) where endsLine(index, in: bytes) { line += 1 }
    return line
  }

  /// Whether a line ends with this byte: LF, or CR without an LF behind it.
  private static func endsLine(_ index: Int, in bytes: [UInt8]) -> Bool {
    bytes[index] == 10
      || bytes[index] == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10)
  }

  /// The first byte in `range` that does not belong to a well-formed UTF-8 sequence.
  func firstInvalidByte(in range: Range<Int>) -> Int? {
    var at = range.lowerBound
    while at < range.upperBound {
      guard let length = sequenceLength(at: at, end: range.upperBound) else { return at }
      at += length
    }
    return nil
  }

  /// The length of the UTF-8 sequence at `at`, nil where it is not well formed (Unicode, table 3-7).
  func sequenceLength(at: Int, end: Int) -> Int? {
    let first = bytes[at]
    if first < 0x80 { return 1 }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0:
      length = 3
      second = 0xA0...0xBF
    case 0xED:
      length = 3
      second = 0x80...0x9F
    case 0xE1...0xEF: length = 3
    case 0xF0:
      length = 4
      second = 0x90...0xBF
    case 0xF4:
      length = 4
      second = 0x80...0x8F
    case 0xF1...0xF3: length = 4
    default: return nil
    }
    guard at + length <= end, second ~= bytes[at + 1] else { return nil }
    for index in at + 2..<max(at + 2, at + length) where bytes[index] & 0xC0 != 0x80 { return nil }
    return length
  }

  /// The characters of a part of the file, for messages.
  func words(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension ScriptText {
  /// Byte offsets, which do not fall, each as line, column and the line itself.
  func places(of offsets: [Int]) -> [Diagnostic.Place] {
    var line = 1
    var begin = start
    var at = start
    return offsets.map { offset in
      while at < min(offset, bytes.count) {
        if ScriptText.endsLine(at, in: bytes) {
          line += 1
          begin = at + 1
        }
        at += 1
      }
      let content = self.line(from: begin).content
      let before = begin..<max(begin, min(offset, content.upperBound))
      let column = words(before).unicodeScalars.count + 1
      return .text(line: line, column: column, source: words(content))
    }
  }
}
