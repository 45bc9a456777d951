internal import Glibc

/// Makes RF64 (EBU Tech 3306) of a WAV that has become larger than its 32-bit sizes can say.
///
/// The chunk with the 64-bit sizes must be the first, so everything moves by its 36 bytes; a WAV that is
/// known to become so large is better begun as RF64.
enum RF64 {
  /// The largest RIFF file, in bytes.
  static let riffLimit = 0xFFFF_FFFF + 8

  /// Changes the file; the error number where that fails, else 0.
  static func upgrade(_ descriptor: Int32, length: Int, frames: Int, dataBytes: Int) -> Int32 {
    var head = [UInt8](repeating: 0, count: min(length, 1 << 20))
    var code = read(descriptor, &head, at: 0)
    if code != 0 { return code }
    guard let data = StreamedHeader.riffData(head) else { return EINVAL }
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    var end = length
    while end > 12 {
      let start = max(12, end - (1 << 20))
      if piece.count != end - start { piece = [UInt8](repeating: 0, count: end - start) }
      code = read(descriptor, &piece, at: start)
      if code != 0 { return code }
      code = write(descriptor, piece, at: start + 36)
      if code != 0 { return code }
      end = start
    }
    var header = Array("RF64".utf8)
    header.append(little: 0xFFFF_FFFF, count: 4)
    header.append(contentsOf: "WAVEds64".utf8)
    header.append(little: 28, count: 4)
    header.append(little: length + 36 - 8, count: 8)
    header.append(little: dataBytes, count: 8)
    header.append(little: frames, count: 8)
    header.append(little: 0, count: 4)
    code = write(descriptor, header, at: 0)
    if code != 0 { return code }
    return write(descriptor, [0xFF, 0xFF, 0xFF, 0xFF], at: data + 36 - 4)
  }

  /// Where the time of day stands in the PEAK chunk that libsndfile gives floats in RF64, asked or not (its
  /// switch for that chunk knows WAV, AIFF and CAF only); nil where there is none.
  static func clock(_ descriptor: Int32, length: Int) -> Int? {
    var head = [UInt8](repeating: 0, count: min(length, 1 << 20))
    guard read(descriptor, &head, at: 0) == 0,
      let chunk = StreamedHeader.chunk("PEAK", before: "data", in: head)
    else { return nil }
    return chunk + 4  // Behind the chunk's version.
  }

  private static func read(_ descriptor: Int32, _ bytes: inout [UInt8], at place: Int) -> Int32 {
    unsafe bytes.withUnsafeMutableBytes { unsafe readAll(descriptor, $0, at: place) }
  }

  private static func write(_ descriptor: Int32, _ bytes: [UInt8], at place: Int) -> Int32 {
    unsafe bytes.withUnsafeBytes { unsafe writeAll(descriptor, $0, at: place) }
  }
}
