/// How long texts may be, in bytes of UTF-8, so that the file stays whole and other programs read them.
extension Container {
  /// The name of a marker; AIFF has one byte for its length.
  var cueNameBytes: Int { self == .aiff ? 255 : 4096 }

  /// The most markers: the tracks of a FLAC cue sheet, the positive numbers of AIFF's 16 bits; in a WAVE
  /// with the longest names just what a chunk's 32-bit size can say.
  var mostCues: Int {
    switch self {
    case .flac: 254
    case .aiff: 32_767
    default: 1 << 19
    }
  }

  /// The text of a tag.
  ///
  /// libsndfile reads a WAVE's below 2048 bytes with the 0 at its end and a fill byte, and an AIFF's below 8192;
  /// all texts of a CAF lie in 16 KiB, and those of an Opus file on one page of 65,025 bytes. It writes its own
  /// name behind that of the software, both in 127 bytes.
  func bytes(of tag: Tag) -> Int {
    if tag == .software, self != .mp3 { return 100 }
    return switch self {
    case .caf: 1500
    case .wav, .rf64: 2045
    case .aiff, .opus: 4096
    case .flac, .ogg, .mp3, .au, .w64, .raw: 65_536
    }
  }
}

extension String {
  /// As much of it as so many bytes hold, in whole Unicode scalars.
  func prefix(bytes: Int) -> String {
    guard var end = utf8.index(startIndex, offsetBy: bytes, limitedBy: endIndex), end < endIndex
    else { return self }
    while utf8[end] & 0xC0 == 0x80 { utf8.formIndex(before: &end) }
    return String(self[..<end])
  }
}

extension AudioFileWriter.Options {
  /// The tags that a container has a place for, as long as it holds them.
  func tags(in container: Container) -> [Tag: String] {
    var held: [Tag: String] = [:]
    for (tag, text) in tags where container.tags.contains(tag) {
      held[tag] = text.prefix(bytes: container.bytes(of: tag))
    }
    return held
  }

  /// The places that a file of so many frames has, if that is known, with names as long as it holds them.
  static func cues(_ cues: [CuePoint], in container: Container, frames: Int?) -> [CuePoint] {
    let end = container == .flac ? frames ?? .max : min(frames ?? .max, 1 << 32)
    let inside = cues.filter { $0.frame >= 0 && $0.frame < end }
    let sorted = container == .flac ? inside.sorted { $0.frame < $1.frame } : inside
    return sorted.prefix(container.mostCues).map {
      CuePoint(frame: $0.frame, name: $0.name.prefix(bytes: container.cueNameBytes))
    }
  }

  /// What is cut, each for a person to read.
  func cuts(_ container: Container) -> [String] {
    var warnings: [String] = []
    for tag in Tag.allCases where container.tags.contains(tag) {
      let most = container.bytes(of: tag)
      if tags[tag]?.utf8.count ?? 0 > most {
        warnings.append(
          "\(container.rawValue) files have \(most) bytes for the tag \(tag.rawValue); it is cut there"
        )
      }
    }
    if !container.hasCues { return warnings }
    let names = cues.count { $0.name.utf8.count > container.cueNameBytes }
    if names > 0 {
      warnings.append(
        "\(container.rawValue) files have \(container.cueNameBytes) bytes for a marker's name; "
          + "\(names) are cut there")
    }
    let left = cues.count - container.mostCues
    if left > 0 {
      warnings.append(
        "\(container.rawValue) files have \(container.mostCues) markers at most; \(left) are left out"
      )
    }
    return warnings
  }
}
