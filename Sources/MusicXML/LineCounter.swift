import Score

/// Counts lines and columns of ascending places in a document.
struct LineCounter {
  private let document: [UInt8]
  private let unit: Int
  private let offset: Int
  private var position: Int
  private var line = 1
  private var lineStart: Int

  init(_ document: [UInt8]) {
    self.document = document
    let head = Array(document.prefix(2))
    // UTF-16, with a byte order mark or begun by "<".
    let isBig = head == [0xFE, 0xFF] || head == [0, 60]
    let isLittle = head == [0xFF, 0xFE] || head == [60, 0]
    unit = isBig || isLittle ? 2 : 1
    offset = isBig ? 1 : 0
    position = head == [0xFE, 0xFF] || head == [0xFF, 0xFE] ? 2 : 0
    lineStart = position
  }

  /// Line and column of a byte, which may not lie before the last one asked for.
  mutating func place(of byte: Int) -> Diagnostic.Place {
    while position < min(byte, document.count - unit + 1) {
      if document[position + offset] == 10, unit == 1 || document[position + 1 - offset] == 0 {
        line += 1
        lineStart = position + unit
      }
      position += unit
    }
    var column = 1
    var index = lineStart
    while index + unit <= min(byte, document.count) {
      // The further bytes of a character in UTF-8 do not count.
      if unit == 2 || document[index] & 0xC0 != 0x80 { column += 1 }
      index += unit
    }
    return .text(line: line, column: column, source: nil)
  }
}
