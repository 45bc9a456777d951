/// The lines of a text with LF, CRLF or CR ends and perhaps a byte order mark.
struct TextLines {
  private let bytes: [UInt8]
  private var at = 0
  /// The number of the line that `next` gave last, from 1.
  private(set) var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  /// The next line without its end.
  mutating func next() -> ArraySlice<UInt8>? {
    guard at < bytes.count else { return nil }
    let start = at
    while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
    let line = bytes[start..<at]
    if at < bytes.count {
      at += bytes[at] == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
    }
    number += 1
    return line
  }
}
