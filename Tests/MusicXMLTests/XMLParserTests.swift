import Score
import Testing

@testable import MusicXML

struct XMLParserTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var reason: ScoreError.Reason
    var says: String
  }

  static let laughs =
    "<!DOCTYPE score-partwise [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n<score-partwise>&b;</score-partwise>"
  static let quadratic =
    "<!DOCTYPE score-partwise [<!ENTITY a \"\(String(repeating: "x", count: 20000))\">]>\n<score-partwise><movement-title>\(String(repeating: "&a;", count: 5000))</movement-title></score-partwise>"

  static let rows: [Row] = [
    Row(testDescription: "nothing", text: "", reason: .malformed, says: "ends too early"),
    Row(
      testDescription: "not closed", text: "<score-partwise>\n<part>", reason: .malformed,
      says: "ends too early"),
    Row(testDescription: "crossed", text: "<a>\n<b></a>", reason: .malformed, says: "mismatched"),
    Row(testDescription: "another document", text: "<html/>", reason: .malformed, says: "<html>"),
    Row(testDescription: "an opus", text: "<opus/>", reason: .unsupported, says: "opus"),
    Row(
      testDescription: "no part", text: "<score-partwise/>", reason: .malformed,
      says: "without a part"),
    Row(
      testDescription: "no measure", text: "<score-partwise><part id=\"P\"/></score-partwise>",
      reason: .malformed, says: "without a part"),
    Row(
      testDescription: "entities in entities", text: laughs, reason: .unsupported,
      says: "holds another entity"),
    Row(
      testDescription: "a large entity many times", text: quadratic, reason: .tooLarge,
      says: "many times the document"),
    Row(
      testDescription: "an external entity",
      text:
        "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><score-partwise>&e;</score-partwise>",
      reason: .unsupported, says: "nothing outside the file"),
    Row(
      testDescription: "an unknown encoding",
      text: "<?xml version=\"1.0\" encoding=\"EBCDIC-17\"?><score-partwise/>",
      reason: .unsupported, says: "ISO-8859-1"),
  ]

  @Test(arguments: rows)
  func `what cannot be read is said`(_ row: Row) throws {
    let error = try #require(throws: ScoreError.self) { try Score(musicXML: Array(row.text.utf8)) }
    #expect(error.reason == row.reason)
    #expect(error.description.contains(row.says), "\(error)")
  }

  @Test
  func `an error names its line and column`() throws {
    let error = try #require(throws: ScoreError.self) {
      try Score(musicXML: Array("<a>\n  <b></a>".utf8))
    }
    #expect(error.diagnostics[0].place == .text(line: 2, column: 8, source: nil))
  }

  @Test(arguments: ["UTF-16LE", "UTF-16BE", "ISO-8859-1", "UTF-8"])
  func `encodings give the same letters`(_ name: String) throws {
    let declared = name.hasPrefix("UTF-16") ? "UTF-16" : name
    let text =
      "<?xml version=\"1.0\" encoding=\"\(declared)\"?><score-partwise><movement-title>Für É</movement-title><part id=\"P\"><measure><note><pitch><step>C</step><octave>4</octave></pitch><duration>1</duration></note></measure></part></score-partwise>"
    let bytes: [UInt8] =
      switch name {
      case "UTF-16LE": Self.utf16(text, isLittle: true)
      case "UTF-16BE": Self.utf16(text, isLittle: false)
      case "ISO-8859-1": text.unicodeScalars.map { UInt8($0.value) }
      default: Array(text.utf8)
      }
    let score = try Score(musicXML: bytes)
    #expect(score.title == "Für É")
    #expect(score.keys == [60])
  }

  static func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
    var bytes: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
    for unit in text.utf16 {
      let (low, high) = (UInt8(unit & 255), UInt8(unit >> 8))
      bytes += isLittle ? [low, high] : [high, low]
    }
    return bytes
  }

  @Test
  func `places in UTF-16 are counted in characters`() throws {
    let text =
      "<score-partwise>\n<part id=\"P\"><measure>\n  <note/></measure></part></score-partwise>"
    let bytes = Self.utf16(text, isLittle: true)
    let score = try Score(musicXML: bytes)
    #expect(score.warnings.contains { $0.place == .text(line: 3, column: 3, source: nil) })
  }

  @Test
  func `deep nesting is refused`() throws {
    for name in ["part", "unheard-of"] {
      let deep = "<score-partwise>" + String(repeating: "<\(name)>", count: 100_000)
      let error = try #require(throws: ScoreError.self) { try Score(musicXML: Array(deep.utf8)) }
      #expect(error.reason == .tooLarge)
    }
  }

  @Test
  func `numbers are read from bytes`() {
    func read(_ text: String) -> Decimal? { Decimal(Array(text.utf8)[...]) }
    #expect(read("12")?.rational == Rational(12))
    #expect(read("-0.50")?.rational == Rational(-1, 2))
    #expect(read("+3.")?.rational == Rational(3))
    for text in ["", "-", ".", "1e3", "1,5", "9999999999999999", "x"] {
      #expect(read(text) == nil, "\(text)")
    }
  }
}
