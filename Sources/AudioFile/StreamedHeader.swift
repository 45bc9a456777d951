/// Sizes in a header that leaves before its samples.
enum StreamedHeader {
  /// Puts the size of the samples, in bytes, or "unknown" into a header; its own end.
  static func edit(_ bytes: inout [UInt8], _ container: Container, dataBytes: Int?) -> Int {
    switch container {
    case .wav:
      guard let data = riffData(bytes) else { break }
      let whole = dataBytes.map { data - 8 + $0 + $0 % 2 } ?? 0xFFFF_FFFF
      bytes.put(little: whole, at: 4, count: 4)
      bytes.put(little: dataBytes ?? 0xFFFF_FFFF, at: data - 4, count: 4)
    case .au:
      // Offset, then size: 0xFFFFFFFF where it is not known (Sun, audio_filehdr.h).
      if bytes.count >= 12 { bytes.put(big: dataBytes ?? 0xFFFF_FFFF, at: 8, count: 4) }
    default: break
    }
    return 0
  }

  /// Where the samples of a RIFF file begin.
  static func riffData(_ bytes: [UInt8]) -> Int? {
    var place = 12
    while place + 8 <= bytes.count {
      if bytes[place..<(place + 4)].elementsEqual("data".utf8) { return place + 8 }
      let size = bytes.little(place + 4, count: 4)
      place += 8 + size + size % 2
    }
    return nil
  }
}
