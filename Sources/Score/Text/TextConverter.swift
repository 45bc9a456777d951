private import Glibc

/// The C library's `iconv` from an encoding to UTF-8; the only place of this target that calls C.
@safe
struct TextConverter: ~Copyable {
  private let handle: iconv_t

  /// A converter; nil where the system does not know the encoding.
  init?(from encoding: String) {
    guard let handle = unsafe iconv_open("UTF-8", encoding),
      unsafe handle != iconv_t(bitPattern: -1)
    else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe _ = iconv_close(handle) }

  /// The text of these bytes; each byte that the encoding does not have becomes U+FFFD.
  func convert(_ bytes: [UInt8]) -> String {
    // One byte becomes at most four of UTF-8; what is wrong becomes three.
    var input = bytes
    var output = [UInt8](repeating: 0, count: 4 * bytes.count + 4)
    let filled = unsafe input.withUnsafeMutableBytes { source in
      unsafe output.withUnsafeMutableBytes { target in
        unsafe convert(source, into: target)
      }
    }
    return String(decoding: output[..<filled], as: UTF8.self)
  }

  private func convert(
    _ source: UnsafeMutableRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Int {
    unsafe iconv(handle, nil, nil, nil, nil)
    var from = unsafe source.baseAddress?.assumingMemoryBound(to: CChar.self)
    var left = source.count
    var to = unsafe target.baseAddress?.assumingMemoryBound(to: CChar.self)
    var room = target.count
    while left > 0 {
      let before = left
      if unsafe iconv(handle, &from, &left, &to, &room) != -1 { break }
      guard left > 0, room >= 3 else { break }
      // A byte that begins no character: say so and go on behind it.
      for byte in [0xEF, 0xBF, 0xBD] as [UInt8] {
        unsafe to?.pointee = CChar(bitPattern: byte)
        unsafe to = to?.successor()
        room -= 1
      }
      unsafe from = from?.successor()
      left -= 1
      if left >= before { break }
    }
    return target.count - room
  }
}
