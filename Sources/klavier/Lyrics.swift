import AudioFile
import Score

/// The words of a score as lines with their times.
struct Lyrics {
  /// A line and when it is sung, in seconds of the file.
  struct Line: Sendable, Hashable {
    var begin: Double
    var end: Double
    var text: String
  }

  /// How they are written, by the extension of the file.
  enum Form: String, CaseIterable, Sendable {
    case lrc, srt

    init(path: String) throws(Failure) {
      for form in Self.allCases where path.lowercased().hasSuffix(".\(form.rawValue)") {
        self = form
        return
      }
      throw Failure(
        .usage, "the name \(path) does not say which lyrics are wanted",
        hint: "end it with .lrc or .srt")
    }
  }

  /// The lines, in the order of time.
  private(set) var lines: [Line] = []
  private let score: Score

  /// The words of a score; the file begins `start` seconds after the score.
  ///
  /// A line ends at a line break (RP-017: `\r`, `\n`; karaoke files: a syllable that begins with `/` or
  /// `\`), and where nothing is sung for four seconds; where no line is marked, see `SyllableStyle`.
  init(_ score: Score, _ tempoMap: TempoMap, start: Double) {
    self.score = score
    let syllables = Self.syllables(score).map {
      SyllableStyle.Syllable(time: tempoMap.seconds(at: $0.tick).double - start, text: $0.text)
    }
    let style = SyllableStyle(syllables)
    for syllable in syllables where syllable.time >= 0 { add(syllable, style) }
    close()
    // A line stays until the next begins, four seconds after its last syllable at most; the last one not
    // longer than the score, but for a second in any case.
    let last = score.tracks.reduce(0 as Int64) { max($0, $1.events.last?.tick ?? 0) }
    let scoreEnd = tempoMap.seconds(at: last).double - start
    for index in lines.indices {
      let next = index + 1 < lines.count ? lines[index + 1].begin : nil
      let limit = next ?? max(scoreEnd, lines[index].end + 1)
      lines[index].end = min(lines[index].end + 4, max(limit, lines[index].end))
    }
  }

  private var isOpen = false

  private mutating func add(_ syllable: SyllableStyle.Syllable, _ style: SyllableStyle) {
    let time = syllable.time
    var rest = Substring(style.spelled(syllable.text))
    if SyllableStyle.beginsLine(syllable.text) {
      close()
      rest.removeFirst()
    }
    if isOpen, let line = lines.last {
      if time - line.end > 4 || style.breaks(line, before: syllable) { close() }
    }
    let pieces = rest.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, piece) in pieces.enumerated() {
      if index > 0 { close() }
      if piece.isEmpty { continue }
      if !isOpen {
        lines.append(Line(begin: time, end: time, text: ""))
        isOpen = true
      }
      lines[lines.count - 1].text += piece
      lines[lines.count - 1].end = time
    }
  }

  private mutating func close() {
    guard isOpen else { return }
    isOpen = false
    var line = lines.removeLast()
    line.text = line.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !line.text.isEmpty { lines.append(line) }
  }

  /// Lyric events, or in a karaoke file the texts that are no headers (`@…`); what RP-026 says of the song
  /// (`{#…}`) is not sung.
  private static func syllables(_ score: Score) -> [(tick: Int64, text: String)] {
    for kind in [Message.TextKind.lyric, Message.TextKind.text] {
      for track in score.tracks {
        var found: [(Int64, String)] = []
        for event in track.events {
          guard case .text(kind, let bytes) = event.message else { continue }
          let text = TextDecoder.decode(bytes, as: score.textEncoding)
          if text.isEmpty || text.hasPrefix("{#") { continue }
          if kind == Message.TextKind.text, event.tick == 0 || text.hasPrefix("@") { continue }
          found.append((event.tick, text))
        }
        if found.count > 1 || (kind == Message.TextKind.lyric && !found.isEmpty) { return found }
      }
    }
    return []
  }

  /// The bytes of a file.
  func bytes(_ form: Form) -> [UInt8] {
    switch form {
    case .lrc: lrc
    case .srt: srt
    }
  }

  private var lrc: [UInt8] {
    var text = ""
    if let title = score.title { text += "[ti:\(title)]\n" }
    if let composer = score.composer { text += "[ar:\(composer)]\n" }
    for line in lines {
      let hundredths = Int((line.begin * 100).rounded())
      let (minutes, seconds) = (hundredths / 6000, Double(hundredths % 6000) / 100)
      let padded = (minutes < 10 ? "0" : "") + "\(minutes):" + (seconds < 10 ? "0" : "")
      text += "[\(padded)\(Text.fixed(seconds, decimals: 2))]\(line.text)\n"
    }
    return Array(text.utf8)
  }

  private var srt: [UInt8] {
    var text = ""
    for (index, line) in lines.enumerated() {
      text +=
        "\(index + 1)\n\(Self.clock(line.begin)) --> \(Self.clock(line.end))\n\(line.text)\n\n"
    }
    return Array(text.utf8)
  }

  /// As subtitles have it: `00:01:02,500`.
  private static func clock(_ seconds: Double) -> String {
    let all = Int((seconds * 1000).rounded())
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return padded(all / 3_600_000, 2) + ":" + padded(all / 60_000 % 60, 2) + ":"
      + padded(all / 1000 % 60, 2) + "," + padded(all % 1000, 3)
  }
}
