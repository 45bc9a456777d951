import Testing

@testable import Score

struct TextDecoderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let encoding: TextEncoding
    let bytes: [UInt8]
    let text: String
    var testDescription: String { "\(encoding.rawValue) \(text)" }
  }

  /// Bytes from the code charts of each encoding.
  static let rows = [
    Row(encoding: .utf8, bytes: Array("Für Elise ♯ さくら".utf8), text: "Für Elise ♯ さくら"),
    Row(
      encoding: .shiftJIS, bytes: [0x82, 0xB3, 0x82, 0xAD, 0x82, 0xE7, 0x20, 0x93, 0xFA],
      text: "さくら 日"),
    Row(encoding: .eucKR, bytes: [0xBE, 0xC6, 0xB8, 0xAE, 0xB6, 0xFB], text: "아리랑"),
    Row(encoding: .gbk, bytes: [0xDC, 0xD4, 0xC0, 0xF2, 0xBB, 0xA8], text: "茉莉花"),
    Row(encoding: .big5, bytes: [0xB1, 0xE6, 0xAC, 0x4B, 0xAD, 0xB7], text: "望春風"),
    Row(
      encoding: .windows1251, bytes: [0xCA, 0xE0, 0xEB, 0xE8, 0xED, 0xEA, 0xE0], text: "Калинка"),
    Row(encoding: .koi8R, bytes: [0xEB, 0xC1, 0xCC, 0xC9, 0xCE, 0xCB, 0xC1], text: "Калинка"),
    Row(
      encoding: .latin1, bytes: [0x47, 0x72, 0xFC, 0xDF, 0x65, 0x20, 0xE0, 0x20, 0x4E, 0x6F, 0xEB],
      text: "Grüße à Noë"),
    Row(encoding: .latin1, bytes: [0xA9, 0x61, 0x62], text: "©ab"),
  ]

  @Test(arguments: rows) func `an encoding is told by its bytes`(row: Row) {
    #expect(TextEncoding.guess([row.bytes]) == row.encoding)
    #expect(TextDecoder.decode(row.bytes) == row.text)
  }

  @Test func `marks and tags overrule the guess`() {
    #expect(TextDecoder.decode([0xFF, 0xFE, 0x55, 0x30, 0x4F, 0x30]) == "さく")
    #expect(TextDecoder.decode(Array("{@JP}".utf8) + [0x82, 0xB3], as: .latin1) == "さ")
    #expect(TextDecoder.decode(Array("{@LATIN}".utf8) + [0xE9], as: .koi8R) == "é")
  }

  @Test func `the texts of a file decide together`() {
    // Alone, the two bytes of a syllable may be anything.
    let texts = [[0x82, 0xB3], [0x82, 0xAD], [0x82, 0xE7], [0x93, 0xFA]] as [[UInt8]]
    #expect(TextEncoding.guess(texts) == .shiftJIS)
  }

  @Test func `no bytes fail, and none is lost`() {
    var random = RandomScore(seed: 5)
    let singleByte: Set<TextEncoding> = [.windows1251, .koi8R, .latin1]
    for _ in 0..<300 {
      // A digit is the second byte of no character in any of the encodings: it comes back whatever stands
      // before it, and so everything between the two has been read.
      let bytes = [0x31] + random.bytes(atMost: 40) + [0x31]
      for encoding in TextEncoding.allCases {
        let text = TextDecoder.decode(bytes, as: encoding)
        #expect(text.utf8.first == 0x31 && text.utf8.last == 0x31, "\(encoding) \(bytes)")
        if singleByte.contains(encoding) {
          #expect(text.unicodeScalars.count == bytes.count, "\(encoding) \(bytes)")
        }
      }
      let guessed = TextDecoder.decode(bytes)
      #expect(guessed.utf8.first == 0x31 && guessed.utf8.last == 0x31, "\(bytes)")
    }
  }
}
