/// The metadata of a FLAC file (RFC 9639, section 8), made from what libFLAC has written: with the number
/// of frames where it is known in advance, with a cue sheet, and with the names of cues as chapters.
struct FLACHeader {
  /// Frames that will be written, if known.
  let frames: Int?
  let rate: Int
  private(set) var cues: [CuePoint] = []

  /// What libFLAC has written.
  private var blocks: [(kind: UInt8, body: [UInt8])] = []
  /// How long the metadata has become.
  private var size = 0

  init(frames: Int?, rate: Int, cues: [CuePoint]) {
    self.frames = frames
    self.rate = rate
    self.cues = cues
  }

  /// Takes these places, at most 254 in the order of time.
  mutating func name(_ cues: [CuePoint]) { self.cues = cues }

  /// Changes the bytes with which the file begins; the end of the old metadata.
  mutating func edit(_ bytes: inout [UInt8]) -> Int {
    blocks = []
    var place = 4
    var isLast = false
    while !isLast {
      guard place + 4 <= bytes.count else { return 0 }
      let end = place + 4 + bytes.big(place + 1, count: 3)
      guard end <= bytes.count else { return 0 }
      blocks.append((bytes[place] & 0x7F, Array(bytes[(place + 4)..<end])))
      isLast = bytes[place] & 0x80 != 0
      place = end
    }
    let header = metadata(cues, leadOut: frames ?? 0)
    size = header.count
    bytes.replaceSubrange(0..<place, with: header)
    return place
  }

  /// What stands behind STREAMINFO when so many frames have been written and only these cues are among them,
  /// filled up to the same length; nil where nothing changes.
  func settled(_ cues: [CuePoint], frames: Int) -> (bytes: [UInt8], place: Int)? {
    if self.cues.isEmpty || size == 0 { return nil }
    let header = metadata(cues, leadOut: frames, size: size)
    // The mark, then the first block, which libFLAC completes by itself.
    let place = 4 + 4 + 34
    return (Array(header[place...]), place)
  }

  /// All of it, with padding if it is shorter than `size`; each cue takes more than a padding's own 4 bytes.
  private func metadata(_ cues: [CuePoint], leadOut: Int, size: Int = 0) -> [UInt8] {
    var blocks = blocks
    if !cues.isEmpty {
      blocks.insert((5, cueSheet(cues, leadOut: leadOut)), at: min(1, blocks.count))
    }
    for index in blocks.indices {
      if blocks[index].kind == 0, let frames, blocks[index].body.count >= 18 {
        // 36 bits after 20 of rate, 3 of channels and 5 of width; 0 is unknown.
        let said = frames >> 36 == 0 ? frames : 0
        blocks[index].body[13] &= 0xF0
        blocks[index].body[13] |= UInt8(truncatingIfNeeded: said >> 32)
        blocks[index].body.put(big: said, at: 14, count: 4)
      }
      if blocks[index].kind == 4, !cues.isEmpty { addChapters(cues, to: &blocks[index].body) }
    }
    let length = blocks.reduce(4) { $0 + 4 + $1.body.count }
    if length < size { blocks.append((1, [UInt8](repeating: 0, count: size - length - 4))) }
    var header = Array("fLaC".utf8)
    for (index, block) in blocks.enumerated() {
      header.append(block.kind | (index == blocks.count - 1 ? 0x80 : 0))
      header.append(big: block.body.count, count: 3)
      header.append(contentsOf: block.body)
    }
    return header
  }

  /// A cue sheet that is not a compact disc's: a track with one index for each cue, and the lead-out.
  private func cueSheet(_ cues: [CuePoint], leadOut: Int) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: 128 + 8 + 259)
    body.append(UInt8(cues.count + 1))
    for (index, cue) in cues.enumerated() {
      body.append(big: cue.frame, count: 8)
      body.append(UInt8(index + 1))
      body.append(contentsOf: repeatElement(0, count: 12 + 14))
      body.append(1)
      body.append(big: 0, count: 8)
      body.append(1)
      body.append(contentsOf: [0, 0, 0])
    }
    body.append(big: leadOut, count: 8)
    body.append(255)
    body.append(contentsOf: repeatElement(0, count: 12 + 14 + 1))
    return body
  }

  /// CHAPTER001=00:00:01.500 and CHAPTER001NAME=… (Xiph wiki, Chapter Extension).
  private func addChapters(_ cues: [CuePoint], to comments: inout [UInt8]) {
    guard comments.count >= 8 else { return }
    let vendor = comments.little(0, count: 4)
    guard comments.count >= 8 + vendor else { return }
    let count = comments.little(4 + vendor, count: 4)
    comments.put(little: count + 2 * cues.count, at: 4 + vendor, count: 4)
    for (index, cue) in cues.enumerated() {
      let key = "CHAPTER" + Self.digits(index + 1, 3)
      // In parts, so that no frame is too large for it.
      let thousandths = cue.frame / rate * 1000 + (cue.frame % rate * 2000 / rate + 1) / 2
      let time =
        Self.digits(thousandths / 3_600_000, 2) + ":" + Self.digits(thousandths / 60_000 % 60, 2)
        + ":" + Self.digits(thousandths / 1000 % 60, 2) + "." + Self.digits(thousandths % 1000, 3)
      for text in ["\(key)=\(time)", "\(key)NAME=\(cue.name)"] {
        comments.append(little: text.utf8.count, count: 4)
        comments.append(contentsOf: text.utf8)
      }
    }
  }

  private static func digits(_ value: Int, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
