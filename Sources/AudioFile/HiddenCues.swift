internal import Glibc
private import Score

/// Named places that libsndfile writes or lets pass but does not read: those of FLAC and of RF64.
public enum HiddenCues {
  /// The places in the file at a path, those of FLAC as far as they stand in its first MiB; none where it is another form, or
  /// says nothing that can be understood.
  public static func read(_ path: String) -> [CuePoint] {
    let file = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { return [] }
    defer { _ = close(file) }
    var found = stat()
    guard unsafe fstat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return [] }
    let length = Int(found.st_size)
    let head = bytes(file, 0..<min(1 << 20, length))
    if head.starts(with: "fLaC".utf8) { return flac(head) }
    return head.starts(with: "RF64".utf8) ? chunks(file, head, length) : []
  }

  /// Bytes of a file; none where they cannot be read.
  private static func bytes(_ file: Int32, _ range: Range<Int>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let code = unsafe bytes.withUnsafeMutableBytes {
      unsafe readAll(file, $0, at: range.lowerBound)
    }
    return code == 0 ? bytes : []
  }

  /// The cue sheet of a FLAC file (RFC 9639, section 8.7), named by its chapters.
  private static func flac(_ bytes: [UInt8]) -> [CuePoint] {
    var (frames, names): ([Int], [Int: String]) = ([], [:])
    var place = 4
    var isLast = false
    while !isLast, place + 4 <= bytes.count {
      let end = place + 4 + bytes.big(place + 1, count: 3)
      guard end <= bytes.count else { break }
      isLast = bytes[place] & 0x80 != 0
      switch bytes[place] & 0x7F {
      case 4: names = chapters(Array(bytes[(place + 4)..<end]))
      case 5: frames = tracks(Array(bytes[(place + 4)..<end]))
      default: break
      }
      place = end
    }
    return frames.enumerated().map { CuePoint(frame: $1, name: names[$0 + 1] ?? "") }
  }

  /// The offsets of a cue sheet's tracks without its lead-out (number 170 or 255).
  private static func tracks(_ body: [UInt8]) -> [Int] {
    var frames: [Int] = []
    var place = 396
    while place + 36 <= body.count {
      let number = body[place + 8]
      if number == 170 || number == 255 { break }
      frames.append(Int(truncatingIfNeeded: body.big(place, count: 8)) & Int.max)
      place += 36 + 12 * Int(body[place + 35])
    }
    return frames
  }

  /// `CHAPTER001NAME=…` of Vorbis comments, by number.
  private static func chapters(_ body: [UInt8]) -> [Int: String] {
    var names: [Int: String] = [:]
    guard body.count >= 8 else { return [:] }
    var place = 8 + body.little(0, count: 4)
    while place + 4 <= body.count {
      let end = place + 4 + body.little(place, count: 4)
      guard end <= body.count else { break }
      let text = String(decoding: body[(place + 4)..<end], as: UTF8.self)
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = parts[0].uppercased()
      if parts.count == 2, key.hasPrefix("CHAPTER"), key.hasSuffix("NAME"),
        let number = Int(key.dropFirst(7).dropLast(4))
      {
        names[number] = String(parts[1])
      }
      place = end
    }
    return names
  }

  /// The chunks `cue ` and `LIST adtl` of an RF64 file, before or behind the samples, whose length stands in
  /// `ds64` (EBU Tech 3306).
  private static func chunks(_ file: Int32, _ head: [UInt8], _ length: Int) -> [CuePoint] {
    var (frames, names): ([(id: Int, frame: Int)], [Int: String]) = ([], [:])
    guard head.count >= 36 else { return [] }
    let dataBytes = head.little(28, count: 8)
    var place = 12
    while place + 8 <= length {
      let title = bytes(file, place..<place + 8)
      guard title.count == 8 else { break }
      var size = title.little(4, count: 4)
      if title.starts(with: "data".utf8), size == 0xFFFF_FFFF { size = dataBytes }
      guard size >= 0, size <= length - place - 8 else { break }
      let isList = title.starts(with: "LIST".utf8)
      if size <= 1 << 20, isList || title.starts(with: "cue ".utf8) {
        let body = bytes(file, place + 8..<place + 8 + size)
        if isList, body.starts(with: "adtl".utf8) { names = labels(body) }
        if !isList, body.count >= 28 {
          for at in stride(from: 4, through: body.count - 24, by: 24) {
            frames.append((body.little(at, count: 4), body.little(at + 20, count: 4)))
          }
        }
      }
      place += 8 + size + size % 2
    }
    return frames.map { CuePoint(frame: $0.frame, name: names[$0.id] ?? "") }
  }

  private static func labels(_ body: [UInt8]) -> [Int: String] {
    var names: [Int: String] = [:]
    var place = 4
    while place + 12 <= body.count {
      let end = place + 8 + body.little(place + 4, count: 4)
      guard end <= body.count else { break }
      if body[place..<place + 4].elementsEqual("labl".utf8), end >= place + 12 {
        let text = body[(place + 12)..<end].prefix { $0 != 0 }
        names[body.little(place + 8, count: 4)] = String(decoding: text, as: UTF8.self)
      }
      place = end + end % 2
    }
    return names
  }
}
