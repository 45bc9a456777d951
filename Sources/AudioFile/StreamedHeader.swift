/// Sizes in a header that leaves before its samples.
enum StreamedHeader {
  private static let unknown = 0xFFFF_FFFF

  /// Puts the size of the samples, in bytes, or "unknown" into a header, before `behind` bytes of chunks; its
  /// own end.
  ///
  /// A size that 32 bits cannot say is unknown too.
  static func edit(_ bytes: inout [UInt8], _ container: Container, dataBytes: Int?, behind: Int = 0)
    -> Int
  {
    switch container {
    case .wav:
      guard let data = riffData(bytes) else { break }
      let whole = dataBytes.map { data - 8 + $0 + $0 % 2 + behind } ?? unknown
      bytes.put(little: min(whole, unknown), at: 4, count: 4)
      let size = whole < unknown ? dataBytes ?? unknown : unknown
      bytes.put(little: size, at: data - 4, count: 4)
    case .au:
      // Offset, then size: all ones where it is not known (Sun, audio_filehdr.h).
      if bytes.count >= 12 { bytes.put(big: min(dataBytes ?? unknown, unknown), at: 8, count: 4) }
    default: break
    }
    return 0
  }

  /// Where the samples of a RIFF file begin.
  static func riffData(_ bytes: [UInt8]) -> Int? { chunk("data", in: bytes) }

  /// Where the body of a RIFF file's chunk begins; nil where it does not stand before another.
  static func chunk(_ name: String, before last: String? = nil, in bytes: [UInt8]) -> Int? {
    var place = 12
    while place + 8 <= bytes.count {
      let title = bytes[place..<(place + 4)]
      if title.elementsEqual(name.utf8) { return place + 8 }
      if let last, title.elementsEqual(last.utf8) { return nil }
      let size = bytes.little(place + 4, count: 4)
      place += 8 + size + size % 2
    }
    return nil
  }
}
