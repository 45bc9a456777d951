import Score
import Testing

@testable import MusicXML

struct MXLContainerTests {
  /// A zip archive of stored or ready packed entries (APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12, 4.3.16).
  static func zip(_ entries: [(name: String, bytes: [UInt8], packed: [UInt8]?, declared: Int?)])
    -> [UInt8]
  {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    }
    for entry in entries {
      let data = entry.packed ?? entry.bytes
      let fields =
        little(entry.packed == nil ? 0 : 8, 2) + [0, 0, 0x21, 0x50]
        + little(Int(crc(entry.bytes)), 4)
        + little(data.count, 4) + little(entry.declared ?? entry.bytes.count, 4)
        + little(entry.name.utf8.count, 2) + [0, 0]
      directory +=
        [0x50, 0x4B, 1, 2, 20, 0, 20, 0, 0, 0] + fields + [UInt8](repeating: 0, count: 10)
      directory += little(archive.count, 4) + Array(entry.name.utf8)
      archive += [0x50, 0x4B, 3, 4, 20, 0, 0, 0] + fields + Array(entry.name.utf8) + data
    }
    let end =
      [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + little(entries.count, 2) + little(entries.count, 2)
      + little(directory.count, 4) + little(archive.count, 4) + [0, 0]
    return archive + directory + end
  }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  /// `count` × 258 + 1 zeros as deflate with the fixed codes (RFC 1951, section 3.2.6).
  static func zeros(_ count: Int) -> [UInt8] {
    var (bytes, word, filled): ([UInt8], UInt64, UInt64) = ([], 0, 0)
    func put(_ value: UInt64, _ bits: UInt64) {
      word |= value << filled
      filled += bits
      while filled >= 8 {
        bytes.append(UInt8(word & 255))
        word >>= 8
        filled -= 8
      }
    }
    put(0b011, 3)  // the last block, fixed codes
    put(0b0000_1100, 8)  // the literal 0: 00110000, its first bit first
    for _ in 0..<count {
      put(0b1010_0011, 8)  // length 258: 11000101
      put(0, 5)  // distance 1
    }
    put(0, 7)
    put(0, 7)
    return bytes
  }

  static func container(_ path: String) -> (String, [UInt8], [UInt8]?, Int?) {
    (
      "META-INF/container.xml",
      Array(
        "<container><rootfiles><rootfile full-path=\"\(path)\" media-type=\"application/vnd.recordare.musicxml+xml\"/><rootfile full-path=\"x.pdf\"/></rootfiles></container>"
          .utf8),
      nil, nil
    )
  }

  static let score = Sheet.document([Sheet.note("C4", 16)])

  @Test
  func `the score that the container names is read`() throws {
    let archive = Self.zip([
      ("mimetype", Array("application/vnd.recordare.musicxml".utf8), nil, nil),
      Self.container("a/b.musicxml"),
      ("a/b.musicxml", Self.score, nil, nil), ("other.xml", Array("<html/>".utf8), nil, nil),
    ])
    #expect(try Score(musicXML: archive).keys == [60])
  }

  @Test
  func `a single score needs no container`() throws {
    #expect(try Score(musicXML: Self.zip([("x.xml", Self.score, nil, nil)])).keys == [60])
  }

  @Test
  func `warnings name the file inside`() throws {
    let archive = Self.zip([
      Self.container("b.xml"),
      ("b.xml", Sheet.document([Sheet.note("C4", 16, inner: "<cue/>")]), nil, nil),
    ])
    #expect(
      try Score(musicXML: archive).warnings.map(\.message) == [
        "b.xml: part P1, measure 1: cue notes are not played"
      ])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var archive: [UInt8]
    var reason: ScoreError.Reason
  }

  static let rows: [Row] = [
    Row(
      testDescription: "a path that climbs", archive: zip([container("../../etc/passwd")]),
      reason: .malformed),
    Row(
      testDescription: "an absolute path", archive: zip([container("/etc/passwd")]),
      reason: .malformed),
    Row(testDescription: "a missing score", archive: zip([container("a.xml")]), reason: .malformed),
    Row(testDescription: "no score", archive: zip([("a.txt", [65], nil, nil)]), reason: .malformed),
    Row(
      testDescription: "two scores, no container",
      archive: zip([("a.xml", score, nil, nil), ("b.xml", score, nil, nil)]), reason: .malformed),
    Row(
      testDescription: "cut off", archive: Array(zip([("a.xml", score, nil, nil)]).dropLast(30)),
      reason: .malformed),
    Row(testDescription: "only the signature", archive: [0x50, 0x4B, 3, 4], reason: .malformed),
    Row(
      testDescription: "a wrong checksum",
      archive: zip([("a.xml", score, zeros(10), 2581)]), reason: .malformed),
    Row(
      testDescription: "four gigabytes declared",
      archive: zip([container("a.xml"), ("a.xml", [], zeros(100), 0xFFFF_FFF0)]), reason: .tooLarge),
  ]

  @Test(arguments: rows)
  func `bad archives are refused`(_ row: Row) throws {
    let error = try #require(throws: ScoreError.self) { try Score(musicXML: row.archive) }
    #expect(error.reason == row.reason, "\(error)")
  }

  @Test
  func `an entry that lies about its size is stopped where it should have ended`() throws {
    // 258,001 zeros that are declared as 10.
    let archive = try ZipArchive(Self.zip([("a", [], Self.zeros(1000), 10)]))
    #expect {
      _ = try archive.bytes(of: "a") { _ in 1_000_000 }
    } throws: { error in
      if case .broken? = error as? ZipArchive.Failure { true } else { false }
    }
  }

  @Test
  func `what is honest is unpacked`() throws {
    let zeros = [UInt8](repeating: 0, count: 2581)
    let archive = try ZipArchive(Self.zip([("a", zeros, Self.zeros(10), nil)]))
    #expect(try archive.bytes(of: "a") { _ in 10000 } == zeros)
  }
}
