/// Bytes as text for a page (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    var i = 0
    while i < bytes.count {
      let left = bytes.count - i
      let a = UInt32(bytes[i]) << 16
      let b = left > 1 ? UInt32(bytes[i + 1]) << 8 : 0
      let c = left > 2 ? UInt32(bytes[i + 2]) : 0
      let word = a | b | c
      out.append(alphabet[Int(word >> 18 & 63)])
      out.append(alphabet[Int(word >> 12 & 63)])
      out.append(left > 1 ? alphabet[Int(word >> 6 & 63)] : UInt8(ascii: "="))
      out.append(left > 2 ? alphabet[Int(word & 63)] : UInt8(ascii: "="))
      i += 3
    }
    return String(decoding: out, as: UTF8.self)
  }
}
