import Score
import Testing

@Suite struct FileNameTests {
  /// Names of two to four bytes of each kind: ASCII, first and later bytes of UTF-8, bytes that are neither,
  /// and a character of the range that stands for bytes.
  static let names: [[UInt8]] = {
    let pieces: [[UInt8]] = [
      [0x61], [0xC3], [0xA9], [0xC3, 0xA9], [0xED, 0xA0, 0x80], [0xE6, 0xB8], [0xFF],
      [0xF4, 0x8F, 0xBA, 0x80], [0xF4, 0x8F, 0xBA], [0xC0, 0xAF],
    ]
    return pieces.flatMap { a in pieces.flatMap { b in pieces.map { a + b + $0 } } }
  }()

  @Test func `every name comes back byte for byte, and no two are one text`() {
    var texts: [[UInt8]: [UInt8]] = [:]
    for bytes in Self.names {
      let text = String(fileName: bytes)
      #expect(text.fileNameBytes == bytes)
      #expect(text.fileName.map(UInt8.init(bitPattern:)) == bytes + [0])
      #expect(texts.updateValue(bytes, forKey: Array(text.utf8)) ?? bytes == bytes)
    }
  }

  @Test func `UTF-8 is what it is, other bytes are told`() {
    #expect(String(fileName: Array("清流 ą.wav".utf8)) == "清流 ą.wav")
    #expect(!String(fileName: Array("\u{10FE7F}".utf8)).hasStrayBytes)
    #expect("/a//\u{301}b/".pathNames == ["a", "\u{301}b"])
    #expect(String(fileName: [0x61, 0xE9, 0x2E]).withStrayBytesTold == #"a\xe9."#)
    #expect(JSON.string(String(fileName: [0x61, 0xE9])).text == #""a\udce9""#)
  }
}
