/// The records of midicsv (John Walker, midicsv(5)): a MIDI file as lines of comma-separated values.
enum MIDICSV {
  /// Names of the text events by kind.
  static let texts: [UInt8: String] = [
    1: "Text_t", 2: "Copyright_t", 3: "Title_t", 4: "Instrument_name_t", 5: "Lyric_t",
    6: "Marker_t", 7: "Cue_point_t",
  ]

  /// A text between quotes: quotes doubled, bytes that are no printable ASCII as `\` and three octal
  /// digits, a backslash doubled.
  static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = [0x22]
    for byte in bytes {
      switch byte {
      case 0x22: text += [0x22, 0x22]
      case 0x5C: text += [0x5C, 0x5C]
      case 0x20..<0x7F: text.append(byte)
      default: text += [0x5C, 0x30 + byte >> 6, 0x30 + byte >> 3 & 7, 0x30 + byte & 7]
      }
    }
    text.append(0x22)
    return text
  }
}

extension Score {
  /// The score as midicsv writes it, ASCII only; the events are those of `midiFile()`.
  ///
  /// - Throws: as `midiFile()` does.
  public func midiCSV() throws(ScoreError) -> (bytes: [UInt8], warnings: [Diagnostic]) {
    let (file, warnings) = try midiFile()
    let score = try Score(midiFile: file)
    var writer = MIDICSVWriter()
    writer.write(score)
    return (writer.bytes, warnings)
  }
}

/// Writes the records.
private struct MIDICSVWriter {
  var bytes: [UInt8] = []

  mutating func write(_ score: Score) {
    let header = score.smfHeader ?? SMFHeader(format: 1, tracks: 0, division: 480)
    record(
      0, 0, "Header",
      [header.format, score.tracks.count, Int(Int16(bitPattern: header.division))])
    for (index, track) in score.tracks.enumerated() {
      let number = index + 1
      record(number, 0, "Start_track", [])
      var last: Int64 = 0
      for place in track.events.indices {
        let event = track.events[place]
        last = event.tick
        if case .meter(let beats, let unit) = event.message, place + 1 < track.events.count,
          isToldFully(beats, unit, at: event.tick, by: track.events[place + 1])
        {
          continue
        }
        write(event.message, number, event.tick)
      }
      record(number, last, "End_track", [])
    }
    record(0, 0, "End_of_file", [])
  }

  /// Whether the raw bytes behind a meter, which has an unusual click, are a record of the same meter.
  private func isToldFully(
    _ beats: Int, _ unit: Int, at tick: Int64, by next: TimedMessage
  ) -> Bool {
    guard next.tick == tick, case .meta(0x58, let content) = next.message, content.count == 4
    else { return false }
    return Int(content[0]) == beats && content[1] < 12 && 1 << Int(content[1]) == unit
  }

  private mutating func write(_ message: Message, _ track: Int, _ tick: Int64) {
    func numbers(_ values: any BinaryInteger...) -> [Int] { values.map { Int($0) } }
    switch message {
    case .noteOn(let channel, let key, let velocity):
      record(track, tick, "Note_on_c", numbers(channel, key, velocity))
    case .noteOff(let channel, let key, let velocity):
      record(track, tick, "Note_off_c", numbers(channel, key, velocity))
    case .keyPressure(let channel, let key, let value):
      record(track, tick, "Poly_aftertouch_c", numbers(channel, key, value))
    case .controller(let channel, let number, let value):
      record(track, tick, "Control_c", numbers(channel, number, value))
    case .program(let channel, let number):
      record(track, tick, "Program_c", numbers(channel, number))
    case .channelPressure(let channel, let value):
      record(track, tick, "Channel_aftertouch_c", numbers(channel, value))
    case .pitchBend(let channel, let value):
      record(track, tick, "Pitch_bend_c", numbers(channel, value))
    case .tempo(let seconds):
      record(track, tick, "Tempo", [Int(clamping: (seconds * Rational(1_000_000)).rounded)])
    case .meter(let beats, let unit):
      record(track, tick, "Time_signature", [beats, unit.trailingZeroBitCount, 24, 8])
    case .keySignature(let sharps, let minor):
      record(track, tick, "Key_signature", [sharps], minor ? "\"minor\"" : "\"major\"")
    case .port(let port): record(track, tick, "MIDI_port", numbers(port))
    case .systemExclusive(let content):
      record(track, tick, "System_exclusive", [content.count] + content.map { Int($0) })
    case .escape(let content):
      record(track, tick, "System_exclusive_packet", [content.count] + content.map { Int($0) })
    case .text(let kind, let content):
      if let name = MIDICSV.texts[kind] {
        record(track, tick, name, [], String(decoding: MIDICSV.quoted(content), as: UTF8.self))
      } else {
        unknown(kind, content, track, tick)
      }
    case .meta(let type, let content): writeMeta(type, content, track, tick)
    case .tempoRamp, .endOfTrack: break
    }
  }

  private mutating func writeMeta(_ type: UInt8, _ content: [UInt8], _ track: Int, _ tick: Int64) {
    let values = content.map { Int($0) }
    switch (type, content.count) {
    case (0x00, 2): record(track, tick, "Sequence_number", [values[0] << 8 | values[1]])
    case (0x20, 1): record(track, tick, "Channel_prefix", values)
    case (0x54, 5): record(track, tick, "SMPTE_offset", values)
    case (0x58, 4) where values[0] > 0 && values[1] < 12:
      record(track, tick, "Time_signature", values)
    case (0x7F, _): record(track, tick, "Sequencer_specific", [content.count] + values)
    default: unknown(type, content, track, tick)
    }
  }

  private mutating func unknown(_ type: UInt8, _ content: [UInt8], _ track: Int, _ tick: Int64) {
    record(
      track, tick, "Unknown_meta_event", [Int(type), content.count] + content.map { Int($0) })
  }

  private mutating func record(
    _ track: Int, _ tick: Int64, _ name: StaticString, _ values: [Int], _ text: String? = nil
  ) {
    record(track, tick, name.description, values, text)
  }

  private mutating func record(
    _ track: Int, _ tick: Int64, _ name: String, _ values: [Int], _ text: String? = nil
  ) {
    add(track)
    bytes += [0x2C, 0x20]
    add(Int(tick))
    bytes += [0x2C, 0x20]
    bytes += name.utf8
    for value in values {
      bytes += [0x2C, 0x20]
      add(value)
    }
    if let text {
      bytes += [0x2C, 0x20]
      bytes += text.utf8
    }
    bytes.append(0x0A)
  }

  private mutating func add(_ value: Int) { bytes += String(value).utf8 }
}
