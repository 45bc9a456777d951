/// The metadata of a FLAC file (RFC 9639, section 8), made from what libFLAC has written: with the number
/// of frames where it is known in advance, with a cue sheet, and with the names of cues as chapters.
struct FLACHeader {
  /// Frames that will be written, if known.
  let frames: Int?
  let rate: Int
  private(set) var cues: [CuePoint] = []

  /// Where the cue sheet's lead-out has its offset: known when all is written.
  private(set) var leadOut: Int?

  init(frames: Int?, rate: Int, cues: [CuePoint]) {
    self.frames = frames
    self.rate = rate
    name(cues)
  }

  /// Takes these places: a cue sheet has 254 tracks, in the order of time.
  mutating func name(_ cues: [CuePoint]) {
    self.cues = Array(cues.sorted { $0.frame < $1.frame }.prefix(254))
  }

  /// Changes the bytes with which the file begins; the end of the old metadata.
  mutating func edit(_ bytes: inout [UInt8]) -> Int {
    var blocks: [(kind: UInt8, body: [UInt8])] = []
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
    let old = place
    var header = Array("fLaC".utf8)
    if !cues.isEmpty { blocks.insert((5, cueSheet()), at: min(1, blocks.count)) }
    for (index, block) in blocks.enumerated() {
      var body = block.body
      if block.kind == 0, let frames, body.count >= 18 {
        // 36 bits after 20 of rate, 3 of channels and 5 of width.
        body[13] = body[13] & 0xF0 | UInt8(truncatingIfNeeded: frames >> 32 & 0xF)
        body.put(big: frames, at: 14, count: 4)
      }
      if block.kind == 4, !cues.isEmpty { addChapters(to: &body) }
      header.append(block.kind | (index == blocks.count - 1 ? 0x80 : 0))
      header.append(big: body.count, count: 3)
      if block.kind == 5 { leadOut = header.count + body.count - 36 }
      header.append(contentsOf: body)
    }
    bytes.replaceSubrange(0..<old, with: header)
    return old
  }

  /// A cue sheet that is not a compact disc's: a track with one index for each cue, and the lead-out.
  private func cueSheet() -> [UInt8] {
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
    body.append(big: frames ?? 0, count: 8)
    body.append(255)
    body.append(contentsOf: repeatElement(0, count: 12 + 14 + 1))
    return body
  }

  /// CHAPTER001=00:00:01.500 and CHAPTER001NAME=… (Xiph wiki, Chapter Extension).
  private func addChapters(to comments: inout [UInt8]) {
    guard comments.count >= 8 else { return }
    let vendor = comments.little(0, count: 4)
    guard comments.count >= 8 + vendor else { return }
    let count = comments.little(4 + vendor, count: 4)
    comments.put(little: count + 2 * cues.count, at: 4 + vendor, count: 4)
    for (index, cue) in cues.enumerated() {
      let key = "CHAPTER" + Self.digits(index + 1, 3)
      let thousandths = (cue.frame * 2000 / rate + 1) / 2
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
