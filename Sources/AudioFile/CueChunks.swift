/// Cue points as chunks behind the samples.
///
/// There they may be of any size: libsndfile has 100 KiB for all that stands before the samples, and readers
/// that do not care for markers need not pass them. WAVE has `cue ` with the places and `LIST adtl` with their
/// names (Microsoft and IBM: Multimedia Programming Interface and Data Specifications 1.0, 1991), AIFF has
/// `MARK` (Apple: Audio Interchange File Format 1.3, 1989).
enum CueChunks {
  /// All chunks of a form; empty where it has none.
  static func all(_ container: Container, _ cues: [CuePoint]) -> [UInt8] {
    if cues.isEmpty { return [] }
    var bytes: [UInt8] = []
    switch container {
    case .wav, .rf64:
      for (name, body) in [("cue ", places(cues)), ("LIST", names(cues))] {
        bytes.append(contentsOf: name.utf8)
        bytes.append(little: body.count, count: 4)
        bytes.append(contentsOf: body)
      }
    case .aiff:
      let body = marks(cues)
      bytes.append(contentsOf: "MARK".utf8)
      bytes.append(big: body.count, count: 4)
      bytes.append(contentsOf: body)
    case .flac, .au, .caf, .w64, .ogg, .opus, .mp3, .raw: break
    }
    return bytes
  }

  static func places(_ cues: [CuePoint]) -> [UInt8] {
    var body: [UInt8] = []
    body.append(little: cues.count, count: 4)
    for (index, cue) in cues.enumerated() {
      body.append(little: index + 1, count: 4)
      body.append(little: cue.frame, count: 4)
      body.append(contentsOf: "data".utf8)
      body.append(little: 0, count: 8)
      body.append(little: cue.frame, count: 4)
    }
    return body
  }

  static func names(_ cues: [CuePoint]) -> [UInt8] {
    var body = Array("adtl".utf8)
    for (index, cue) in cues.enumerated() {
      // Filled to four bytes: libsndfile reads on there, where others read on at two.
      var text = Array(cue.name.utf8) + [0]
      while text.count % 4 != 0 { text.append(0) }
      body.append(contentsOf: "labl".utf8)
      body.append(little: text.count + 4, count: 4)
      body.append(little: index + 1, count: 4)
      body.append(contentsOf: text)
    }
    return body
  }

  private static func marks(_ cues: [CuePoint]) -> [UInt8] {
    var body: [UInt8] = []
    body.append(big: cues.count, count: 2)
    for (index, cue) in cues.enumerated() {
      body.append(big: index + 1, count: 2)
      body.append(big: cue.frame, count: 4)
      // A count and the text, together even.
      body.append(UInt8(cue.name.utf8.count))
      body.append(contentsOf: cue.name.utf8)
      if cue.name.utf8.count % 2 == 0 { body.append(0) }
    }
    return body
  }

  /// Adds them to a file that is otherwise finished.
  static func add(_ cues: [CuePoint], to stream: ByteStream, _ container: Container) {
    let bytes = all(container, cues)
    if bytes.isEmpty { return }
    stream.append(bytes)
    let (size, place) = size(container, length: stream.trueLength)
    stream.patch(size, at: place)
  }

  /// What the header says of a file of so many bytes, and where, so that it counts the chunks too.
  private static func size(_ container: Container, length: Int) -> (bytes: [UInt8], place: Int) {
    var bytes: [UInt8] = []
    switch container {
    case .aiff: bytes.append(big: length - 8, count: 4)
    // The first of the 64-bit sizes.
    case .rf64: bytes.append(little: length - 8, count: 8)
    default: bytes.append(little: length - 8, count: 4)
    }
    return (bytes, container == .rf64 ? 20 : 4)
  }
}
