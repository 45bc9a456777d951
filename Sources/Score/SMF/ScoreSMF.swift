extension Score {
  /// The score of a Standard MIDI File or an RMID.
  ///
  /// What players repair is repaired and told in `warnings`; what cannot be played is an error that
  /// names its byte. Texts are decoded (see `TextDecoder`), which never fails.
  ///
  /// - Parameter bytes: the whole file; up to 128 bytes of MacBinary or other junk may stand before it.
  public init(midiFile bytes: [UInt8]) throws(ScoreError) {
    let span = bytes.span
    var kind = Kind.smf
    var part = 0..<bytes.count
    var container = RMIDContainer()
    var found = DiagnosticList()
    if span.has("RIFF", at: 0) {
      kind = .rmid
      part = try container.read(span)
      found.add(container.found)
    } else if !span.has("MThd", at: 0) {
      guard let start = Kind.headerAfterJunk(span) else {
        guard let other = Kind.recognised(in: bytes) else { throw ScoreError.unrecognised(bytes) }
        throw ScoreError(
          .malformed, at: .byte(0, track: nil),
          "no MIDI file: it does not begin with \"MThd\", and looks like \(other.rawValue)")
      }
      if start != 128 {
        found.warn(0, track: nil, "\(start) bytes before the header \"MThd\" are ignored")
      }
      part = start..<bytes.count
    }
    var reader = SMFReader()
    try reader.read(span, from: part.lowerBound, to: part.upperBound)
    found.add(reader.found)
    self.init(
      kind: kind, timebase: reader.timebase, tracks: reader.tracks, warnings: found.all)
    smfHeader = reader.header
    embeddedBank = container.bank
    nameParts(firstHasNotes: reader.hasNotes.first ?? false, container)
  }

  /// Fills in the names: a track's own, and of the piece where the first track names it.
  private mutating func nameParts(firstHasNotes: Bool, _ container: RMIDContainer) {
    textEncoding = TextEncoding.guess(tracks.lazy.flatMap(\.events.texts))
    nameTracks()
    title = container.title ?? tracks.first?.events.tagged("title: ", textEncoding)
    composer = container.artist ?? tracks.first?.events.tagged("composer: ", textEncoding)
    copyright = copyright ?? container.copyright
    if title == nil, tracks.count == 1 || !firstHasNotes { title = tracks.first?.name }
  }

  /// Gives each track its name and the score its copyright, both from the texts.
  mutating func nameTracks() {
    for index in tracks.indices {
      tracks[index].name = tracks[index].events.text(
        kind: Message.TextKind.trackName, textEncoding)
      if copyright == nil {
        copyright = tracks[index].events.text(kind: Message.TextKind.copyright, textEncoding)
      }
    }
  }
}

extension EventList {
  /// What a text at the very begin says behind a tag such as `title: `, as this program writes it: MIDI
  /// files have no place for a title beside the first track's name, and none for a composer.
  func tagged(_ tag: String, _ encoding: TextEncoding) -> String? {
    guard mayHaveText(kind: Message.TextKind.text) else { return nil }
    for index in indices {
      guard tick(at: index) == 0 else { return nil }
      guard EventCode.slot(code(at: index)) != nil,
        case .text(Message.TextKind.text, let bytes) = message(at: index)
      else { continue }
      let text = TextDecoder.decode(bytes, as: encoding)
      if text.hasPrefix(tag) { return text.dropFirst(tag.count).description.trimmed }
    }
    return nil
  }

  /// The first text of a kind that says anything.
  func text(kind: UInt8, _ encoding: TextEncoding) -> String? {
    guard mayHaveText(kind: kind) else { return nil }
    for index in indices where EventCode.slot(code(at: index)) != nil {
      if case .text(kind, let bytes) = message(at: index) {
        let text = TextDecoder.decode(bytes, as: encoding).trimmed
        if !text.isEmpty { return text }
      }
    }
    return nil
  }
}
