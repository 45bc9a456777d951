extension Score.Kind {
  /// The form of a file by its content, never by its name; nil where it is none that is read here.
  public static func recognised(in bytes: [UInt8]) -> Score.Kind? {
    let span = bytes.span
    if span.has("MThd", at: 0) { return .smf }
    if span.has("RIFF", at: 0) { return span.has("RMID", at: 8) ? .rmid : nil }
    if span.has("PK\u{3}\u{4}", at: 0) { return .musicxml }
    if headerAfterJunk(span) != nil { return .smf }
    return text(bytes)
  }

  /// Where `MThd` stands behind a MacBinary header or other junk of at most 128 bytes.
  static func headerAfterJunk(_ bytes: Span<UInt8>) -> Int? {
    var at = 1
    while at <= 128, at + 14 <= bytes.count {
      if bytes.has("MThd", at: at), 6..<256 ~= bytes.bigEndian32(at: at + 4) { return at }
      at += 1
    }
    return nil
  }

  /// The form of a text.
  private static func text(_ bytes: [UInt8]) -> Score.Kind? {
    var opening = bytes.prefix(4096)
    if opening.starts(with: [0xEF, 0xBB, 0xBF]) { opening = opening.dropFirst(3) }
    if opening.starts(with: [0xFF, 0xFE]) || opening.starts(with: [0xFE, 0xFF]) {
      // UTF-16: of the forms read here, only XML is ever written so.
      let narrow = opening.dropFirst(2).filter { $0 != 0 }
      return String(decoding: narrow, as: UTF8.self).trimmed.hasPrefix("<") ? .musicxml : nil
    }
    // A text holds no NUL and hardly any other control characters.
    if opening.contains(where: { $0 < 9 || 14..<27 ~= $0 || 28..<32 ~= $0 }) { return nil }
    let lines = opening.split(omittingEmptySubsequences: true) { $0 == 10 || $0 == 13 }
      .map { String(decoding: $0, as: UTF8.self).trimmed }
      .filter { !$0.isEmpty }
    guard let first = lines.first else { return nil }
    if first.hasPrefix("<") { return .musicxml }
    // JSON: no line of a script begins so.
    if first.hasPrefix("{") { return nil }
    if isMIDICSV(lines) { return .midicsv }
    if isABC(lines) { return .abc }
    if isNoteList(lines) { return .tsv }
    return .notes
  }

  /// `TRACK, TICK, NAME, …` with a record name of midicsv in one of the first lines.
  private static func isMIDICSV(_ lines: [String]) -> Bool {
    for line in lines.prefix(20) where !line.hasPrefix("#") && !line.hasPrefix(";") {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      return fields.count >= 3 && Int(fields[0]) != nil && Int(fields[1]) != nil
        && fields[2].contains { $0.isLetter }
    }
    return false
  }

  /// `X:` and a number, `%abc` or a `%%` directive, before anything that is no comment and no field.
  private static func isABC(_ lines: [String]) -> Bool {
    for line in lines {
      if line.hasPrefix("%abc") || line.hasPrefix("%%") { return true }
      if line.hasPrefix("X:") { return line.dropFirst(2).trimmed.first?.isNumber ?? false }
      // File headers (`M:`, `%%…`) may stand before the first tune.
      let isField =
        line.count >= 2 && line.dropFirst().first == ":" && line.first?.isLetter ?? false
      if !isField && !line.hasPrefix("%") { return false }
      if isField, lines.contains(where: { $0.hasPrefix("K:") }) { return true }
    }
    return false
  }

  /// Lines of three or four numbers between tabs, commas, semicolons or blanks; the first may name them.
  private static func isNoteList(_ lines: [String]) -> Bool {
    let rows = lines.filter { !$0.hasPrefix("#") }
    func numbers(_ line: String) -> Int? {
      let fields = NoteList.fields(line)
      return fields.allSatisfy { Double($0) != nil } ? fields.count : nil
    }
    guard let first = rows.first else { return false }
    if let count = numbers(first) { return 3...5 ~= count }
    let names = NoteList.fields(first).map { $0.lowercased() }
    return names.count >= 3 && names.contains { $0.hasPrefix("onset") || $0.hasPrefix("start") }
      && names.contains {
        $0.hasPrefix("pitch") || $0.hasPrefix("key") || $0.hasPrefix("note") || $0.hasPrefix("midi")
      }
  }
}

extension ScoreError {
  /// What to say of bytes that are no score: what they seem to be.
  public static func unrecognised(_ bytes: [UInt8]) -> ScoreError {
    let span = bytes.span
    if bytes.isEmpty { return ScoreError(.malformed, at: .whole, "an empty file") }
    if bytes.starts(with: [0x1F, 0x8B]) {
      return ScoreError(
        .unsupported, at: .byte(0, track: nil), "gzip data", hint: "unpack it with gunzip first")
    }
    if span.has("RIFF", at: 0) || span.has("RIFX", at: 0) {
      if span.has("sfbk", at: 8) {
        return ScoreError(
          .unsupported, at: .byte(8, track: nil), "a SoundFont, which is no score",
          hint: "name it with -i, beside the score that it is to play")
      }
      let form = bytes.dropFirst(8).prefix(4).filter { 0x20...0x7E ~= $0 }
      return ScoreError(
        .unsupported, at: .byte(8, track: nil),
        "unsupported RIFF form \"\(String(decoding: form, as: UTF8.self))\", expected RMID")
    }
    if String(decoding: bytes.prefix(4096), as: UTF8.self).trimmed.hasPrefix("{") {
      return ScoreError(
        .unsupported, at: .byte(0, track: nil), "JSON, which is written here but not read",
        hint: "give the score that it was made from")
    }
    return ScoreError(
      .unsupported, at: .byte(0, track: nil),
      "no score: expected a MIDI file, a note script, ABC, MusicXML, midicsv or a list of notes")
  }

  /// What to say of bytes that are to be a note script and are a score of another form; nil where they
  /// are none.
  public static func otherThanScript(_ bytes: [UInt8]) -> ScoreError? {
    let name: String
    switch Score.Kind.recognised(in: bytes) {
    case .notes, nil: return nil
    case .smf, .rmid: name = "a MIDI file"
    case .abc: name = "ABC"
    case .musicxml: name = "MusicXML"
    case .midicsv: name = "midicsv"
    case .tsv: name = "a list of notes"
    }
    return ScoreError(
      .unsupported, at: .whole, "this is \(name), not a note script",
      hint: "klavier convert makes a script of it")
  }
}

extension Substring {
  /// Without blanks at both ends.
  var trimmed: String { String(self).trimmed }
}
