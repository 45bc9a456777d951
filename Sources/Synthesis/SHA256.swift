/// The SHA-256 of bytes that come piece by piece (FIPS 180-4).
public struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  /// Of no bytes so far.
  public init() {}

  /// Takes the next bytes.
  public mutating func update(_ bytes: [UInt8]) {
    count += UInt64(bytes.count)
    if pending.isEmpty {
      let whole = bytes.count / 64 * 64
      Self.compress(&state, bytes, end: whole)
      pending.append(contentsOf: bytes[whole...])
    } else {
      pending.append(contentsOf: bytes)
      let whole = pending.count / 64 * 64
      Self.compress(&state, pending, end: whole)
      pending.removeFirst(whole)
    }
  }

  /// The 32 bytes of the digest in hexadecimal.
  public consuming func hexadecimal() -> String {
    let bits = count &* 8
    var last = pending
    last.append(0x80)
    while last.count % 64 != 56 { last.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      last.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    var state = state
    Self.compress(&state, last, end: last.count)
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  @inline(__always)
  private static func turned(_ x: UInt32, _ bits: UInt32) -> UInt32 {
    x &>> bits | x &<< (32 &- bits)
  }

  private static func compress(_ state: inout [UInt32], _ bytes: [UInt8], end: Int) {
    let source = bytes.span
    let k = constants.span
    var schedule = [UInt32](repeating: 0, count: 64)
    var w = schedule.mutableSpan
    var h = state.mutableSpan
    var start = 0
    while start < end {
      for i in 0..<16 {
        let at = start &+ 4 &* i
        w[i] =
          UInt32(source[at]) &<< 24 | UInt32(source[at &+ 1]) &<< 16
          | UInt32(source[at &+ 2]) &<< 8 | UInt32(source[at &+ 3])
      }
      for i in 16..<64 {
        let (x, y) = (w[i &- 15], w[i &- 2])
        let s0 = turned(x, 7) ^ turned(x, 18) ^ x &>> 3
        let s1 = turned(y, 17) ^ turned(y, 19) ^ y &>> 10
        w[i] = w[i &- 16] &+ s0 &+ w[i &- 7] &+ s1
      }
      var (a, b, c, d) = (h[0], h[1], h[2], h[3])
      var (e, f, g, z) = (h[4], h[5], h[6], h[7])
      for i in 0..<64 {
        let s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
        let t1 = z &+ s1 &+ (e & f ^ ~e & g) &+ k[i] &+ w[i]
        let s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
        let t2 = s0 &+ (a & b ^ a & c ^ b & c)
        (z, g, f, e) = (g, f, e, d &+ t1)
        (d, c, b, a) = (c, b, a, t1 &+ t2)
      }
      h[0] &+= a
      h[1] &+= b
      h[2] &+= c
      h[3] &+= d
      h[4] &+= e
      h[5] &+= f
      h[6] &+= g
      h[7] &+= z
      start += 64
    }
  }
}
