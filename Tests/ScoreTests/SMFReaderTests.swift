import Score
import Testing

struct SMFReaderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let warnings: Int

    init(_ name: String, _ bytes: [UInt8], warnings: Int) {
      testDescription = name
      self.bytes = bytes
      self.warnings = warnings
    }
  }

  typealias B = SMFBytes

  /// Each plays middle C for 480 ticks, whatever is wrong with it.
  static let rows = [
    Row("plain", B.file([B.track(B.c4, B.endOfTrack)]), warnings: 0),
    Row("no end of track", B.file([B.track(B.c4)]), warnings: 1),
    Row("a byte after the last chunk", B.file([B.track(B.c4, B.endOfTrack)]) + [10], warnings: 1),
    Row(
      "zeros after the end of track", B.file([B.track(B.c4, B.endOfTrack, [0, 0, 0])]), warnings: 1),
    Row("a length too great", B.file([B.track(length: 99, B.c4, B.endOfTrack)]), warnings: 1),
    Row(
      "a length that runs into the next track",
      B.file(format: 1, [B.track(length: 15, B.endOfTrack), B.track(B.c4, B.endOfTrack)]),
      warnings: 1),
    Row(
      "a length too small",
      B.file(
        format: 1,
        [
          B.track(length: 4, [0, 0xFF, 0x51, 3, 7, 0xA1, 0x20], B.endOfTrack),
          B.track(B.c4, B.endOfTrack),
        ]), warnings: 1),
    Row(
      "a length of 4 GB", B.file([B.track(length: 0xFFFF_FFFF, B.c4, B.endOfTrack)]), warnings: 1),
    Row(
      "an alien chunk of odd length, counted",
      B.file([Array("XFIH".utf8) + [0, 0, 0, 1, 9], B.track(B.c4, B.endOfTrack)]), warnings: 0),
    Row(
      "a long header",
      [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 8, 0, 0, 0, 1, 1, 0xE0, 9, 9]
        + B.track(B.c4, B.endOfTrack), warnings: 0),
    Row(
      "a count of tracks too small",
      B.header(format: 1, tracks: 1, division: 480) + B.track(B.endOfTrack)
        + B.track(B.c4, B.endOfTrack), warnings: 1),
    Row(
      "format 0 with two tracks", B.file([B.track(B.endOfTrack), B.track(B.c4, B.endOfTrack)]),
      warnings: 1),
    Row(
      "MacBinary before it",
      [UInt8](repeating: 0, count: 128) + B.file([B.track(B.c4, B.endOfTrack)]), warnings: 0),
    Row("junk before it", [1, 2, 3] + B.file([B.track(B.c4, B.endOfTrack)]), warnings: 1),
    Row(
      "running status across a system exclusive",
      B.file([
        B.track([0, 0x90, 60, 100, 0, 0xF0, 1, 0xF7, 0x83, 0x60, 60, 0], B.endOfTrack)
      ]), warnings: 1),
    Row(
      "a clock inside a note",
      B.file([
        B.track(
          [0, 0x90, 60, 100, 0x81, 0x70, 0xF8, 0x81, 0x70, 0x80, 60, 64], B.endOfTrack)
      ]), warnings: 1),
    Row(
      "a nonsense key and meter",
      B.file([
        B.track([0, 0xFF, 0x59, 2, 0xFE, 0xFF, 0, 0xFF, 0x58, 2, 4, 2], B.c4, B.endOfTrack)
      ]), warnings: 0),
    Row(
      "tempo 0", B.file([B.track([0, 0xFF, 0x51, 3, 0, 0, 0], B.c4, B.endOfTrack)]), warnings: 1),
    Row(
      "a meta event longer than the file",
      B.file([B.track(B.c4, [0, 0xFF, 1, 0xFF, 0xFF, 0xFF, 0x7F, 1])]), warnings: 1),
    Row(
      "a padded number",
      B.file([
        B.track(
          [0x80, 0x80, 0x80, 0, 0x90, 60, 100, 0x80, 0x80, 0x83, 0x60, 0x80, 60, 64], B.endOfTrack)
      ]), warnings: 0),
    Row(
      "an end of track with data", B.file([B.track(B.c4, [0, 0xFF, 0x2F, 1, 0])]), warnings: 0),
    Row("RMID", Self.rmid(B.file([B.track(B.c4, B.endOfTrack)])), warnings: 0),
  ]

  static func rmid(_ file: [UInt8]) -> [UInt8] {
    let odd: [UInt8] = Array("DISP".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
    let data = Array("data".utf8) + [UInt8(file.count & 255), UInt8(file.count >> 8), 0, 0] + file
    return Array("RIFF".utf8) + [UInt8(4 + odd.count + data.count), 0, 0, 0] + Array("RMID".utf8)
      + odd + data
  }

  @Test(arguments: rows) func `a file is repaired`(row: Row) throws {
    let score = try Score(midiFile: row.bytes)
    let strokes = Performance(score).strokes
    #expect(strokes.map(\.note.key) == [60])
    #expect(strokes.map(\.on) == [0])
    #expect(strokes.map(\.off) == [480])
    #expect(score.warnings.count == row.warnings, "\(score.warnings)")
    #expect(Score.Kind.recognised(in: row.bytes) == score.kind)
  }

  @Test func `a file cut at any byte is read in part or refused`() {
    let whole = B.file(
      format: 1,
      [
        B.track([0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xF0, 2, 0x7D, 0xF7], B.endOfTrack),
        B.track([0, 0xFF, 3, 2, 0x61, 0x62], B.c4, [0, 0xC0, 5, 0, 64, 0x40], B.endOfTrack),
      ])
    for count in 0..<whole.count {
      do throws(ScoreError) {
        let score = try Score(midiFile: Array(whole.prefix(count)))
        #expect(!score.warnings.isEmpty, "cut at \(count)")
        _ = Performance(score)
      } catch {
        #expect(!error.diagnostics.isEmpty, "cut at \(count)")
      }
    }
  }

  @Test func `a number of five bytes is refused by its place`() {
    let bytes = B.file([B.track([0x80, 0x80, 0x80, 0x80, 0, 0x90, 60, 100], B.endOfTrack)])
    #expect {
      try Score(midiFile: bytes)
    } throws: { error in
      (error as? ScoreError)?.diagnostics.first?.place == .byte(22, track: 1)
    }
  }

  @Test func `SMPTE divisions last what their frames say`() throws {
    // 30 × 80 ticks a second; 29 is 30000/1001 frames a second.
    for (division, ticks, seconds) in [
      (0xE250 as UInt16, 2400 as Int64, Rational(1)), (0xE728, 1000, Rational(1)),
      (0xE364, 3000, Rational(1001, 1000)),
    ] {
      let score = try Score(
        midiFile: B.file(division: division, [B.track(B.c4, B.endOfTrack)]))
      #expect(TempoMap(score).seconds(at: ticks) == seconds)
    }
  }
}
