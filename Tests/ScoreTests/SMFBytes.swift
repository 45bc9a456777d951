/// Standard MIDI Files as tests write them: the bytes of the standard, spelled out.
enum SMFBytes {
  static func file(format: Int = 0, division: UInt16 = 480, _ tracks: [[UInt8]]) -> [UInt8] {
    header(format: format, tracks: tracks.count, division: division) + tracks.flatMap { $0 }
  }

  static func header(format: Int, tracks: Int, division: UInt16) -> [UInt8] {
    Array("MThd".utf8) + [
      0, 0, 0, 6, 0, UInt8(format), UInt8(tracks >> 8), UInt8(tracks & 255), UInt8(division >> 8),
      UInt8(division & 255),
    ]
  }

  /// A track chunk with its true length, or a false one.
  static func track(length: Int? = nil, _ content: [UInt8]...) -> [UInt8] {
    let bytes = content.flatMap { $0 }
    let length = length ?? bytes.count
    return Array("MTrk".utf8) + (0..<4).map { UInt8(length >> (24 - 8 * $0) & 255) } + bytes
  }

  /// Middle C for 480 ticks.
  static let c4: [UInt8] = [0, 0x90, 60, 100, 0x83, 0x60, 0x80, 60, 64]
  static let endOfTrack: [UInt8] = [0, 0xFF, 0x2F, 0]
}
