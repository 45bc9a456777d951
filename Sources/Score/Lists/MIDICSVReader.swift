extension Score {
  /// The score of a file of midicsv records.
  ///
  /// Names of records may be in any case, lines that begin with `#` or `;` are comments, records of a
  /// track need not be in the order of their times. Every wrong line is an error with its place, up to
  /// twenty of them.
  public init(midiCSV bytes: [UInt8]) throws(ScoreError) {
    var reader = MIDICSVReader()
    try reader.read(bytes)
    self.init(kind: .midicsv, timebase: reader.timebase)
    smfHeader = reader.header
    tracks = reader.makeTracks()
    textEncoding = TextEncoding.guess(tracks.lazy.flatMap(\.events.texts))
    nameTracks()
    title = tracks.first?.name
  }
}

/// Reads the records.
private struct MIDICSVReader {
  var header: SMFHeader?
  var timebase = Score.Timebase.ticksPerQuarter(480)
  private var errors: [Diagnostic] = []
  private var tracks: [[TimedMessage]] = []

  mutating func read(_ bytes: [UInt8]) throws(ScoreError) {
    var lines = TextLines(bytes)
    while let line = lines.next() {
      var fields = FieldReader(line, number: lines.number)
      fields.skipBlanks()
      guard fields.at < line.endIndex, line[fields.at] != 0x23, line[fields.at] != 0x3B else {
        continue
      }
      do throws(ScoreError) {
        try readRecord(&fields)
      } catch {
        errors += error.diagnostics
        if errors.count >= 20 { break }
      }
    }
    if errors.isEmpty, header == nil {
      errors.append(
        Diagnostic(.error, .whole, "no Header record: expected \"0, 0, Header, 1, 2, 480\""))
    }
    if errors.isEmpty, tracks.isEmpty {
      errors.append(Diagnostic(.error, .whole, "no records of a track"))
    }
    if !errors.isEmpty { throw ScoreError(.malformed, errors) }
  }

  /// The tracks, their events in the order of time.
  func makeTracks() -> [Track] {
    tracks.map { events in
      let isSorted = zip(events, events.dropFirst()).allSatisfy { $0.tick <= $1.tick }
      // Equal ticks keep the order of the lines; Swift's sort is stable.
      return Track(events: isSorted ? events : events.sorted { $0.tick < $1.tick })
    }
  }

  private mutating func readRecord(_ fields: inout FieldReader) throws(ScoreError) {
    let track = try number(&fields, "a track", 0...0xFFFF)
    let tick = try number(&fields, "a time", 0...(1 << 53))
    guard let (nameBytes, place) = fields.field() else {
      throw fail(fields.error(fields.at, "the line ends where the name of a record was expected"))
    }
    let name = String(decoding: nameBytes, as: UTF8.self).lowercased()
    switch name {
    case "header": try readHeader(&fields)
    case "end_of_file": break
    case "start_track": reserve(track)
    default:
      if track == 0 {
        throw fail(fields.error(fields.line.startIndex, "track 0 has only the header and the end"))
      }
      reserve(track)
      if let messages = try messages(name, &fields) {
        for message in messages { tracks[track - 1].append(TimedMessage(Int64(tick), message)) }
      } else {
        throw fail(
          fields.error(
            place, "\"\(String(decoding: nameBytes, as: UTF8.self))\" is no record of midicsv",
            hint: "such as Note_on_c, Control_c, Tempo"))
      }
    }
  }

  private mutating func reserve(_ track: Int) {
    while tracks.count < track { tracks.append([]) }
  }

  private mutating func readHeader(_ fields: inout FieldReader) throws(ScoreError) {
    let format = try number(&fields, "a format", 0...2)
    let count = try number(&fields, "a count of tracks", 0...0xFFFF)
    fields.skipBlanks()
    let place = fields.at
    let division = UInt16(truncatingIfNeeded: try number(&fields, "a division", -32768...65535))
    header = SMFHeader(format: format, tracks: count, division: division)
    do throws(ScoreError) {
      timebase = try SMFReader.timebase(division, at: 12)
    } catch {
      throw fail(fields.error(place, error.diagnostics.first?.message ?? "no division"))
    }
  }

  private func messages(_ name: String, _ fields: inout FieldReader) throws(ScoreError)
    -> [Message]?
  {
    let seven = 0...127
    switch name {
    case "note_on_c", "note_off_c", "poly_aftertouch_c", "control_c":
      let channel = UInt8(try number(&fields, "a channel", 0...15))
      let first = UInt8(try number(&fields, "a number", seven))
      let second = UInt8(try number(&fields, "a value", seven))
      switch name {
      case "note_on_c" where second > 0:
        return [.noteOn(channel: channel, key: first, velocity: second)]
      case "note_on_c": return [.noteOff(channel: channel, key: first, velocity: 64)]
      case "note_off_c": return [.noteOff(channel: channel, key: first, velocity: second)]
      case "control_c": return [.controller(channel: channel, number: first, value: second)]
      default: return [.keyPressure(channel: channel, key: first, value: second)]
      }
    case "program_c", "channel_aftertouch_c", "pitch_bend_c":
      let channel = UInt8(try number(&fields, "a channel", 0...15))
      let value = try number(&fields, "a value", name == "pitch_bend_c" ? 0...16383 : seven)
      switch name {
      case "program_c": return [.program(channel: channel, number: UInt8(value))]
      case "pitch_bend_c": return [.pitchBend(channel: channel, value: UInt16(value))]
      default: return [.channelPressure(channel: channel, value: UInt8(value))]
      }
    case "tempo":
      let microseconds = try number(&fields, "microseconds a quarter", 1...0xFFFFFF)
      return [.tempo(secondsPerQuarter: Rational(Int128(microseconds), 1_000_000))]
    case "time_signature":
      let beats = try number(&fields, "beats", 1...255)
      let power = try number(&fields, "a power of two", 0...11)
      let click = UInt8(try number(&fields, "clocks a click", 0...255))
      let notes = UInt8(try number(&fields, "32nds a quarter", 0...255))
      let meter = Message.meter(beats: beats, unit: 1 << power)
      if click == 24, notes == 8 { return [meter] }
      return [meter, .meta(type: 0x58, bytes: [UInt8(beats), UInt8(power), click, notes])]
    case "key_signature":
      let sharps = try number(&fields, "sharps", -7...7)
      let mode = String(decoding: try text(&fields), as: UTF8.self).lowercased()
      return [.keySignature(sharps: sharps, minor: mode == "minor")]
    case "midi_port": return [.port(UInt8(try number(&fields, "a port", 0...255)))]
    case "channel_prefix":
      return [.meta(type: 0x20, bytes: [UInt8(try number(&fields, "a channel", 0...255))])]
    case "sequence_number":
      let value = try number(&fields, "a number", 0...0xFFFF)
      return [.meta(type: 0, bytes: [UInt8(value >> 8), UInt8(value & 255)])]
    case "smpte_offset":
      var bytes: [UInt8] = []
      for _ in 0..<5 { bytes.append(UInt8(try number(&fields, "a number", 0...255))) }
      return [.meta(type: 0x54, bytes: bytes)]
    case "system_exclusive": return [.systemExclusive(try data(&fields))]
    case "system_exclusive_packet": return [.escape(try data(&fields))]
    case "sequencer_specific": return [.meta(type: 0x7F, bytes: try data(&fields))]
    case "unknown_meta_event":
      let type = UInt8(try number(&fields, "a type", seven))
      let bytes = try data(&fields)
      return [1...15 ~= type ? .text(kind: type, bytes: bytes) : .meta(type: type, bytes: bytes)]
    case "end_track": return [.endOfTrack]
    default:
      guard let kind = MIDICSV.texts.first(where: { $0.value.lowercased() == name })?.key else {
        return nil
      }
      return [.text(kind: kind, bytes: try text(&fields))]
    }
  }

  private func fail(_ diagnostic: Diagnostic) -> ScoreError {
    ScoreError(.malformed, [diagnostic])
  }

  private func number(
    _ fields: inout FieldReader, _ what: String, _ range: ClosedRange<Int>
  ) throws(ScoreError) -> Int {
    guard let (text, place) = fields.field() else {
      throw fail(fields.error(fields.at, "the line ends where \(what) was expected"))
    }
    guard let value = wholeNumber(text), range ~= value else {
      throw fail(
        fields.error(
          place,
          "\"\(String(decoding: text, as: UTF8.self))\" is not \(what) of \(range.lowerBound) to \(range.upperBound)"
        ))
    }
    return value
  }

  /// A count and so many bytes.
  private func data(_ fields: inout FieldReader) throws(ScoreError) -> [UInt8] {
    let count = try number(&fields, "a count of bytes", 0...0xFFF_FFFF)
    var bytes: [UInt8] = []
    while bytes.count < count { bytes.append(UInt8(try number(&fields, "a byte", 0...255))) }
    return bytes
  }

  /// A text between quotes.
  private func text(_ fields: inout FieldReader) throws(ScoreError) -> [UInt8] {
    fields.skipBlanks()
    let line = fields.line
    let start = fields.at
    guard start < line.endIndex, line[start] == 0x22 else {
      throw fail(fields.error(start, "expected a text in quotes"))
    }
    var bytes: [UInt8] = []
    var at = start + 1
    while at < line.endIndex {
      let byte = line[at]
      if byte == 0x22 {
        guard at + 1 < line.endIndex, line[at + 1] == 0x22 else {
          fields.at = at + 1
          fields.skipBlanks()
          if fields.at < line.endIndex, line[fields.at] == 0x2C { fields.at += 1 }
          return bytes
        }
        bytes.append(0x22)
        at += 2
      } else if byte == 0x5C, at + 1 < line.endIndex, line[at + 1] == 0x5C {
        bytes.append(0x5C)
        at += 2
      } else if byte == 0x5C, let value = octal(line, at + 1) {
        bytes.append(value)
        at += 4
      } else {
        bytes.append(byte)
        at += 1
      }
    }
    throw fail(fields.error(start, "a text that is never closed"))
  }

  private func octal(_ line: ArraySlice<UInt8>, _ at: Int) -> UInt8? {
    guard at + 3 <= line.endIndex else { return nil }
    var value = 0
    for index in at..<at + 3 {
      guard 0x30...0x37 ~= line[index] else { return nil }
      value = value << 3 | Int(line[index] - 0x30)
    }
    return UInt8(exactly: value)
  }
}
