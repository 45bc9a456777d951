/// Gives the pages of an Ogg file a fixed serial number.
///
/// libsndfile takes the number from the clock, which would make the bytes of equal sound differ. A page is
/// "OggS", 22 bytes, the count of its segments and their lengths, then the segments (RFC 3533, section 6);
/// its checksum is over the page with the checksum 0.
struct OggPages {
  static let serial: UInt32 = 0x4B6C_6176

  private var pending: [UInt8] = []

  /// Takes bytes; pages that are complete with them go to `output`.
  @unsafe mutating func add(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    unsafe pending.append(contentsOf: bytes)
    var start = 0
    while let end = Self.pageEnd(pending, from: start) {
      Self.rewrite(&pending, start..<end)
      output.append(contentsOf: pending[start..<end])
      start = end
    }
    pending.removeFirst(start)
  }

  private static func pageEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= start + 27 else { return nil }
    let segments = Int(bytes[start + 26])
    guard bytes.count >= start + 27 + segments else { return nil }
    let end = bytes[(start + 27)..<(start + 27 + segments)].reduce(start + 27 + segments) {
      $0 + Int($1)
    }
    return end <= bytes.count ? end : nil
  }

  private static func rewrite(_ bytes: inout [UInt8], _ page: Range<Int>) {
    for i in 0..<4 {
      bytes[page.lowerBound + 14 + i] = UInt8(truncatingIfNeeded: serial >> UInt32(8 * i))
      bytes[page.lowerBound + 22 + i] = 0
    }
    let sum = checksum(bytes[page])
    for i in 0..<4 {
      bytes[page.lowerBound + 22 + i] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * i))
    }
  }

  /// CRC-32 with the polynomial 0x04C11DB7, highest bit first, from 0.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0
    for byte in bytes {
      sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
    }
    return sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { sum, _ in
      sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
    }
  }
}
