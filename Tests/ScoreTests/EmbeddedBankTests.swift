import Score
import TestSupport
import Testing

/// The SoundFont in an RMID file (SF2 RMIDI extension, revision 1.19).
struct EmbeddedBankTests {
  typealias B = SMFBytes
  static let midi = B.file([B.track(B.c4, B.endOfTrack)])

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let offset: [UInt8]?
    /// In the file.
    let bank: Int
    /// For the MIDI file.
    let heard: Int
    var warnings = 0
  }

  @Test(arguments: [
    Row(testDescription: "no DBNK means one", offset: nil, bank: 0, heard: 1),
    Row(testDescription: "nothing is added", offset: [0, 0], bank: 3, heard: 3),
    Row(testDescription: "five are added", offset: [5, 0], bank: 1, heard: 6),
    Row(testDescription: "drums stay", offset: [5, 0], bank: 128, heard: 128),
    Row(testDescription: "beyond 127 is 0", offset: [127, 0], bank: 1, heard: 0),
    Row(testDescription: "at most 127", offset: [0, 1], bank: 0, heard: 127, warnings: 1),
    Row(testDescription: "one byte of two", offset: [2], bank: 0, heard: 2, warnings: 1),
    Row(testDescription: "no byte of two", offset: [], bank: 0, heard: 1, warnings: 1),
  ])
  func `banks lie where the MIDI file looks for them`(row: Row) throws {
    let font = cosineSoundFont(bank: row.bank)
    let score = try Score(midiFile: rmidFile(Self.midi, bank: font, offset: row.offset))
    #expect(score.kind == .rmid)
    #expect(score.warnings.count == row.warnings, "\(score.warnings)")
    let bank = try #require(score.embeddedBank)
    // Not one byte but the number itself differs: both fonts were made by one function.
    let isTheFont = bank.bytes == font
    let isMoved = bank.soundFont == cosineSoundFont(bank: row.heard)
    #expect(isTheFont && isMoved)
  }

  @Test func `a bank in DLS form is told and left`() throws {
    let dls: [UInt8] = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("DLS ".utf8)
    let score = try Score(midiFile: rmidFile(Self.midi, bank: dls))
    #expect(score.embeddedBank == nil)
    #expect(
      score.warnings.map(\.message) == ["the bank of sounds is in DLS form, which is not played"])
    #expect(Performance(score).strokes.count == 1)
  }

  @Test func `a bank cut at any byte is no crash`() throws {
    let font = cosineSoundFont()
    for count in 0..<600 {
      _ =
        EmbeddedBank(
          bytes: Array(font.suffix(font.count - font.count / 600 * count)), bankOffset: 1
        )
        .soundFont
      _ = EmbeddedBank(bytes: Array(font.prefix(count)), bankOffset: 1).soundFont
    }
  }
}
