extension Score {
  /// The score as a note script of `at` lines only, one event a line, times in ticks: canonical, so that
  /// equal scores give equal bytes, and read again it has the same events in the same order on the
  /// same tracks.
  ///
  /// What the language has no word for (ports, names of instruments, cue points and the like) is left out
  /// and told in the warnings.
  public func noteScript() -> (bytes: [UInt8], warnings: [Diagnostic]) {
    var writer = NoteScriptWriter(self)
    writer.write()
    return (writer.lines.bytes, writer.warnings)
  }
}

/// Prints a score as `at` lines.
struct NoteScriptWriter {
  private let score: Score
  private let ppq: Int
  private(set) var lines: ScriptLines
  /// How many events of each kind have no word in the language.
  private var unsaid: [String: Int] = [:]
  private let isClockTime: Bool
  /// Whether the first copyright notice, which the head says, is still to come among the events.
  private var saysCopyright = false

  init(_ score: Score) {
    self.score = score
    switch score.timebase {
    case .ticksPerQuarter(let ticks):
      ppq = ticks
      isClockTime = false
    case .secondsPerTick(let seconds):
      isClockTime = true
      // A quarter of about a second: its tempo, which is exact, makes ticks last as they should.
      ppq = Int(clamping: max(1, (Rational.one / seconds).rounded))
    }
    lines = ScriptLines(expecting: score.tracks.reduce(0) { $0 + $1.events.count })
  }

  mutating func write() {
    lines.add("script 1 events ppq=")
    lines.add(ppq)
    lines.end()
    writeHead()
    if case .secondsPerTick(let seconds) = score.timebase {
      writeLine(.tempo(secondsPerQuarter: seconds * Rational(ppq)), at: 0, track: 0)
    }
    for (index, track) in score.tracks.enumerated() {
      guard let name = track.name,
        track.events.text(kind: Message.TextKind.trackName, score.textEncoding) == nil
      else { continue }
      writeLine(
        .text(kind: Message.TextKind.trackName, bytes: Array(name.utf8)), at: 0, track: index)
    }
    let tracks = score.isSequential ? oneAfterTheOther() : score.tracks
    var merged = MergedTracks(tracks)
    var (end, endTrack): (Int64, Int) = (0, 0)
    while let (tick, track, index) = merged.next() {
      write(tracks[track].events, index, at: tick, track: track)
      (end, endTrack) = (tick, track)
    }
    // A rest behind the last event belongs to the piece, and a piece without events is a piece.
    if lines.lastTick ?? -1 < end {
      lines.at(end, "end")
      lines.end(channel: 0, track: endTrack)
    }
  }

  /// Title, composer and copyright notice; a title that the first track's name says already is not said
  /// twice.
  ///
  /// Of a MIDI file only events are printed: what its texts say of title and composer is among them.
  private mutating func writeHead() {
    if score.kind == .smf || score.kind == .rmid { return }
    let title = score.title == score.tracks.first?.name ? nil : score.title
    for (word, text) in [
      ("title ", title), ("composer ", score.composer), ("copyright ", score.copyright),
    ] {
      guard let text else { continue }
      lines.add(word)
      lines.add(ScriptLines.quoted(Array(text.utf8)))
      lines.end()
    }
    saysCopyright = score.copyright != nil
  }

  /// The sequences of a format 2 file, each moved behind the one before it.
  private func oneAfterTheOther() -> [Track] {
    var start: Int64 = 0
    return score.tracks.map { track in
      let length =
        Performance(Score(kind: .smf, timebase: score.timebase, tracks: [track])).endTick
      defer { start += length }
      guard start > 0 else { return track }
      // Each begins with the tempo and the meter of an empty file.
      var moved: [TimedMessage] = [
        TimedMessage(start, .tempo(secondsPerQuarter: Rational(1, 2))),
        TimedMessage(start, .meter(beats: 4, unit: 4)),
      ]
      moved += track.events.map { TimedMessage($0.tick + start, $0.message) }
      return Track(name: track.name, events: moved)
    }
  }

  private mutating func write(_ events: EventList, _ index: Int, at tick: Int64, track: Int) {
    let code = events.code(at: index)
    // In clock time tempos mean nothing; the one at the beginning holds.
    if isClockTime, case .tempo = events.message(at: index) { return }
    if isClockTime, case .tempoRamp = events.message(at: index) { return }
    // Notes and controllers, nearly all that there is, without making a message of them.
    switch code & 0x8000_00F0 {
    case 0x80, 0x90:
      lines.at(tick, code & 0x10 == 0 ? "off " : "on ")
      lines.addPitch(UInt8(code >> 8 & 127))
      lines.add(" vel=")
      lines.add(Int(code >> 16 & 127))
      lines.end(channel: UInt8(code & 15), track: track)
    case 0xB0:
      lines.at(tick, "cc ")
      lines.add(Int(code >> 8 & 127))
      lines.add(" ")
      lines.add(Int(code >> 16 & 127))
      lines.end(channel: UInt8(code & 15), track: track)
    default: writeLine(events.message(at: index), at: tick, track: track)
    }
  }

  private mutating func writeLine(_ message: Message, at tick: Int64, track: Int) {
    var channel: UInt8 = 0
    switch message {
    case .keyPressure(let number, let key, let value):
      lines.at(tick, "keypressure ")
      lines.addPitch(key)
      lines.add(" ")
      lines.add(Int(value))
      channel = number
    case .program(let number, let program):
      lines.at(tick, "program ")
      lines.add(Int(program))
      channel = number
    case .channelPressure(let number, let value):
      lines.at(tick, "pressure ")
      lines.add(Int(value))
      channel = number
    case .pitchBend(let number, let value):
      lines.at(tick, "bend ")
      lines.addCents(value)
      channel = number
    default:
      guard let words = information(message, track: track) else { return }
      lines.at(tick, words)
      if case .text(kind: Message.TextKind.trackName, _) = message {
        lines.end()
        return
      }
    }
    lines.end(channel: channel, track: track)
  }

  /// The verb and its words of what goes to no channel; nil where there are none.
  private mutating func information(_ message: Message, track: Int) -> [UInt8]? {
    switch message {
    case .tempo(let seconds): return tempo([seconds])
    case .tempoRamp(let start, let end, let quarters):
      guard let words = tempo([start, end]) else { return nil }
      return words + " over ".utf8 + ScriptLines.length(quarters / Rational(4))
    case .meter(let beats, let unit):
      guard 1...255 ~= beats, 1...2048 ~= unit, unit & (unit - 1) == 0 else {
        unsaid["meters other than beats of 1/1 to 1/2048", default: 0] += 1
        return nil
      }
      return Array("meter \(beats)/\(unit)".utf8)
    case .keySignature(let sharps, let minor):
      guard let name = KeyName.name(sharps: sharps, minor: minor) else {
        unsaid["keys of more than seven sharps or flats", default: 0] += 1
        return nil
      }
      return Array("key \"\(name)\"".utf8)
    case .text(let kind, let bytes): return text(kind, bytes, track: track)
    case .systemExclusive(let bytes): return ScriptLines.systemExclusive([0xF0] + bytes)
    case .escape(let bytes): return ScriptLines.systemExclusive([0xF7] + bytes)
    // The fuller form of the meter in front of it.
    case .meta(0x58, _): break
    case .meta: unsaid["meta events of other kinds", default: 0] += 1
    case .port: unsaid["MIDI ports", default: 0] += 1
    // The end of a track: that of the piece is told where it comes later than all else.
    default: break
    }
    return nil
  }

  private mutating func text(_ kind: UInt8, _ bytes: [UInt8], track: Int) -> [UInt8]? {
    let verb: String
    switch kind {
    case Message.TextKind.text: verb = "text "
    case Message.TextKind.lyric: verb = "lyric "
    case Message.TextKind.marker: verb = "marker "
    case Message.TextKind.trackName: verb = "track \(track + 1) "
    case Message.TextKind.copyright:
      if saysCopyright {
        saysCopyright = false
      } else {
        unsaid["copyright notices among events", default: 0] += 1
      }
      return nil
    default:
      unsaid["names of instruments, cue points and the like", default: 0] += 1
      return nil
    }
    return verb.utf8 + ScriptLines.quoted(bytes)
  }

  /// `tempo 72` or `tempo 72..54`, from seconds a quarter.
  private mutating func tempo(_ seconds: [Rational]) -> [UInt8]? {
    var words = Array("tempo ".utf8)
    for (index, seconds) in seconds.enumerated() {
      let tempo = seconds > .zero ? Rational(60) / seconds : .zero
      guard tempo >= Rational(1, 100), tempo <= Rational(60_000_000) else {
        unsaid["tempos outside 0.01 to 60000000 quarters a minute", default: 0] += 1
        return nil
      }
      if index > 0 { words += "..".utf8 }
      words += ScriptLines.number(tempo)
    }
    return words
  }

  /// What could not be said.
  var warnings: [Diagnostic] {
    unsaid.sorted { $0.key < $1.key }.map { kind, count in
      Diagnostic(
        .warning, .whole, "a note script has no words for \(kind): \(count) left out")
    }
  }
}
