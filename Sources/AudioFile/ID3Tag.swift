/// Texts before an MP3: an ID3v2.4 tag (id3.org, 2000), in UTF-8.
///
/// LAME's own tag has Latin-1 or UTF-16, and libsndfile gives it UTF-8 as if it were Latin-1.
enum ID3Tag {
  static func bytes(_ tags: [Tag: String]) -> [UInt8] {
    var frames: [UInt8] = []
    for tag in Tag.allCases {
      guard let text = tags[tag] else { continue }
      var body: [UInt8] = [3]
      let name: String
      switch tag {
      case .title: name = "TIT2"
      case .artist: name = "TPE1"
      case .album: name = "TALB"
      case .copyright: name = "TCOP"
      case .date: name = "TDRC"
      case .genre: name = "TCON"
      case .software: name = "TSSE"
      case .tracknumber: name = "TRCK"
      case .comment:
        name = "COMM"
        body.append(contentsOf: "eng\0".utf8)
      case .license:
        name = "TXXX"
        body.append(contentsOf: "LICENSE\0".utf8)
      }
      body.append(contentsOf: text.utf8)
      frames.append(contentsOf: name.utf8)
      frames.append(contentsOf: size(body.count))
      frames.append(contentsOf: [0, 0])
      frames.append(contentsOf: body)
    }
    return frames.isEmpty ? [] : Array("ID3".utf8) + [4, 0, 0] + size(frames.count) + frames
  }

  /// Four bytes of seven bits.
  private static func size(_ value: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) }
  }
}
