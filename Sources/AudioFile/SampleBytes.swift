/// Samples as the bytes that a checksum counts: little-endian, in the width of the encoding.
enum SampleBytes {
  /// Of integers that stand in the upper bits of 32.
  static func of(_ samples: [Int32], _ encoding: Encoding) -> [UInt8] {
    let width = encoding.bytes
    var bytes = [UInt8](repeating: 0, count: samples.count * width)
    let source = samples.span
    var target = bytes.mutableSpan
    var place = 0
    for i in source.indices {
      let bits = UInt32(bitPattern: source[i])
      for byte in 0..<width {
        target[place] = UInt8(truncatingIfNeeded: bits &>> UInt32(8 &* (4 &- width &+ byte)))
        place &+= 1
      }
    }
    return bytes
  }

  /// Of floats, as 32 bits or as 64.
  static func of(_ samples: [Float], _ encoding: Encoding) -> [UInt8] {
    let width = encoding.bytes
    var bytes = [UInt8](repeating: 0, count: samples.count * width)
    let source = samples.span
    var target = bytes.mutableSpan
    var place = 0
    for i in source.indices {
      let bits =
        width == 8 ? Double(source[i]).bitPattern : UInt64(source[i].bitPattern)
      for byte in 0..<width {
        target[place] = UInt8(truncatingIfNeeded: bits &>> UInt64(8 &* byte))
        place &+= 1
      }
    }
    return bytes
  }
}
