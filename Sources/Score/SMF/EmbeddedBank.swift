/// A SoundFont inside an RMID file.
public struct EmbeddedBank: Sendable, Hashable {
  /// The SoundFont, a RIFF file of its own.
  public var bytes: [UInt8]
  /// What its DBNK chunk adds to the bank numbers of its presets, 0…127; 1 where there is none (SF2
  /// RMIDI extension, "DBNK Chunk").
  public var bankOffset: Int

  /// A bank.
  public init(bytes: [UInt8], bankOffset: Int = 1) {
    self.bytes = bytes
    self.bankOffset = bankOffset
  }

  /// The SoundFont with its presets in the banks in which the MIDI file looks for them.
  ///
  /// Drum kits stay in bank 128, and a bank that would lie beyond 127 becomes 0 (SF2 RMIDI extension,
  /// "Bank Offset"). Bytes that are no SoundFont are left as they are.
  public var soundFont: [UInt8] {
    if bankOffset == 0 { return bytes }
    var moved = bytes
    for place in bankPlaces {
      let bank = Int(bytes[place]) | Int(bytes[place + 1]) << 8
      if bank == 128 { continue }
      let sum = bank + bankOffset
      moved[place] = UInt8(sum > 127 ? 0 : sum)
      moved[place + 1] = 0
    }
    return moved
  }

  /// Where the bank numbers of the presets stand: in `phdr`, all records but the last, which ends them.
  private var bankPlaces: [Int] {
    let span = bytes.span
    guard let tables = chunk("LIST", form: "pdta", from: 12, to: bytes.count, span),
      let headers = chunk("phdr", from: tables.lowerBound + 4, to: tables.upperBound, span)
    else { return [] }
    return (0..<max(0, headers.count / 38 - 1)).map { headers.lowerBound + 38 * $0 + 22 }
  }

  /// The body of a chunk of a list, found by its name and, for a list, its form.
  private func chunk(
    _ name: String, form: String? = nil, from start: Int, to end: Int,
    _ span: Span<UInt8>
  ) -> Range<Int>? {
    var at = start
    while at + 8 <= end {
      let length = min(span.littleEndian32(at: at + 4), end - at - 8)
      if span.has(name, at: at), form.map({ span.has($0, at: at + 8) }) ?? true {
        return at + 8..<at + 8 + length
      }
      at += 8 + length + length & 1
    }
    return nil
  }
}
