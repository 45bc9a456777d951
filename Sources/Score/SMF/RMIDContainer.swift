/// A RIFF file that holds a MIDI file (RP-029), and what it may hold beside it: names and a SoundFont.
struct RMIDContainer {
  private(set) var title: String?
  private(set) var artist: String?
  private(set) var copyright: String?
  private(set) var bank: EmbeddedBank?
  /// What is odd about the container.
  private(set) var found = DiagnosticList()
  private var bankOffset: Int?

  /// Reads the chunks and gives the place of the MIDI file.
  mutating func read(_ bytes: Span<UInt8>) throws(ScoreError) -> Range<Int> {
    guard bytes.has("RMID", at: 8) else {
      throw ScoreError(
        .unsupported, at: .byte(8, track: nil),
        "unsupported RIFF form \(name(bytes, at: 8)), expected RMID")
    }
    var data: Range<Int>?
    var at = 12
    while at + 8 <= bytes.count {
      // A length beyond the end of the file is as much as there is.
      let length = min(bytes.littleEndian32(at: at + 4), bytes.count - at - 8)
      let content = at + 8..<at + 8 + length
      if bytes.has("data", at: at), data == nil {
        data = content
      } else if bytes.has("RIFF", at: at), bytes.has("sfbk", at: at + 8) {
        bank = EmbeddedBank(bytes: [UInt8](bytes.extracting(at..<content.upperBound)))
      } else if bytes.has("RIFF", at: at), bytes.has("DLS ", at: at + 8) {
        found.warn(
          at, track: nil, "the bank of sounds is in DLS form, which is not played",
          hint: "name a SoundFont with -i")
      } else if bytes.has("LIST", at: at), bytes.has("INFO", at: at + 8) {
        readInfo(bytes, content)
      }
      // `length & 1` binds tighter than +: the pad byte of an odd chunk.
      at = content.upperBound + length & 1
    }
    if let bankOffset { bank?.bankOffset = bankOffset }
    guard let data else {
      throw ScoreError(.malformed, at: .byte(12, track: nil), "an RMID without a data chunk")
    }
    guard bytes.has("MThd", at: data.lowerBound) else {
      throw ScoreError(
        .malformed, at: .byte(data.lowerBound, track: nil),
        "the data of an RMID must be a MIDI file: expected \"MThd\"")
    }
    return data
  }

  private mutating func readInfo(_ bytes: Span<UInt8>, _ list: Range<Int>) {
    var at = list.lowerBound + 4
    while at + 8 <= list.upperBound {
      let length = min(bytes.littleEndian32(at: at + 4), list.upperBound - at - 8)
      let content = [UInt8](bytes.extracting(at + 8..<at + 8 + length))
      let text = { TextDecoder.decode(Array(content.prefix { $0 != 0 })).trimmed }
      if bytes.has("INAM", at: at) { title = text().nonEmpty }
      if bytes.has("IART", at: at) { artist = text().nonEmpty }
      if bytes.has("ICOP", at: at) { copyright = text().nonEmpty }
      if bytes.has("DBNK", at: at) { readOffset(content, at: at) }
      at += 8 + length + length & 1
    }
  }

  /// The extension has two bytes and 0…127; players take the nearest of that.
  private mutating func readOffset(_ content: [UInt8], at: Int) {
    let number = content.prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) }
    let offset = content.isEmpty ? 1 : min(number, 127)
    if content.count != 2 || number > 127 {
      found.warn(
        at, track: nil,
        "a bank offset (DBNK) of \(content.count) bytes and value \(number), expected 2 bytes and"
          + " 0 to 127; \(offset) is taken")
    }
    bankOffset = offset
  }

  private func name(_ bytes: Span<UInt8>, at: Int) -> String {
    var name = ""
    for index in at..<max(at, min(at + 4, bytes.count)) where 0x20...0x7E ~= bytes[index] {
      name.unicodeScalars.append(Unicode.Scalar(bytes[index]))
    }
    return name.isEmpty ? "of no name" : "\"\(name)\""
  }
}
