import Score

extension Labels {
  /// The bytes of a file.
  func bytes(_ form: Form) throws(ScoreError) -> [UInt8] {
    switch form {
    case .json: Array((json.text + "\n").utf8)
    case .csv: table(",")
    case .tsv: table("\t")
    case .txt: audacity
    case .mid: try aligned.midiFile().bytes
    }
  }

  private func seconds(_ frame: Int) -> Double { Double(frame) / Double(rate) }

  private func name(_ track: Int) -> String {
    let tracks = piece.score.tracks
    return tracks.indices.contains(track - 1) ? tracks[track - 1].name ?? "" : ""
  }

  private func table(_ separator: String) -> [UInt8] {
    let columns = [
      "onset_sample", "key_off_sample", "end_sample", "onset", "key_off", "end", "pitch",
      "velocity", "channel", "track", "track_name",
    ]
    var bytes = Array((columns.joined(separator: separator) + "\n").utf8)
    for row in rows {
      let frames = [row.onset, row.keyOff, row.end]
      var fields = frames.map { String($0) }
      fields += frames.map { Text.fixed(seconds($0), decimals: 6) }
      fields += [String(row.key), String(row.velocity), String(row.channel), String(row.track)]
      fields.append(Self.field(name(row.track), separator))
      bytes += (fields.joined(separator: separator) + "\n").utf8
    }
    return bytes
  }

  /// A text in a table: quoted where it holds what separates (RFC 4180); a tab becomes a blank.
  private static func field(_ text: String, _ separator: String) -> String {
    let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    guard separator == ",", line.contains(where: { $0 == "," || $0 == "\"" }) else { return line }
    let doubled = line.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + doubled.joined(separator: "\"\"") + "\""
  }

  /// Labels as Audacity imports them: begin, end, text between tabs.
  private var audacity: [UInt8] {
    var bytes: [UInt8] = []
    for row in rows {
      let begin = Text.fixed(seconds(max(0, row.onset)), decimals: 6)
      let end = Text.fixed(seconds(row.end), decimals: 6)
      bytes += "\(begin)\t\(end)\t\(Pitch(key: row.key).name) v\(row.velocity)\n".utf8
    }
    return bytes
  }

  private var json: JSON {
    let notes = rows.map { row -> JSON in
      [
        "onsetSample": .integer(row.onset), "keyOffSample": .integer(row.keyOff),
        "endSample": .integer(row.end), "onset": .number(seconds(row.onset)),
        "keyOff": .number(seconds(row.keyOff)), "end": .number(seconds(row.end)),
        "pitch": .integer(Int(row.key)), "velocity": .integer(Int(row.velocity)),
        "channel": .integer(row.channel), "track": .integer(row.track),
      ]
    }
    let moves = pedals.map { move -> JSON in
      [
        "sample": .integer(move.frame), "seconds": .number(seconds(move.frame)),
        "channel": .integer(move.channel), "controller": .integer(Int(move.controller)),
        "value": .integer(Int(move.value)),
      ]
    }
    return [
      "rate": .integer(rate), "frames": .integer(frames),
      "tracks": .array(piece.score.tracks.map { JSON($0.name) }),
      "tempos": .array(tempos), "pedals": .array(moves), "notes": .array(notes),
    ]
  }

  private var tempos: [JSON] {
    guard case .ticksPerQuarter(let division) = piece.score.timebase else { return [] }
    return piece.tempoMap.entries.map { entry in
      let frame = Int(clamping: (entry.seconds * Rational(rate)).rounded) - start
      let members: [JSON.Member] = [
        .init("sample", .integer(frame)), .init("seconds", .number(seconds(frame))),
        .init("bpm", .number(entry.quartersPerMinute(division))),
      ]
      return .object(members + entry.rampMembers(division))
    }
  }

  /// The notes and pedals as a score whose ticks are samples.
  private var aligned: Score {
    // Ticks a quarter are 15 bits in a MIDI file, so quarters get shorter until they fit.
    var (quarter, division) = (Rational(1), Rational(rate))
    while division > Rational(32_767), quarter > Rational(1, 16) {
      quarter = quarter / Rational(2)
      division = division / Rational(2)
    }
    var messages: [[TimedMessage]] = piece.score.tracks.map { _ in [] }
    for row in rows where messages.indices.contains(row.track - 1) {
      let channel = UInt8((row.channel - 1) % 16)
      messages[row.track - 1].append(
        TimedMessage(
          Int64(max(0, row.onset)),
          .noteOn(channel: channel, key: row.key, velocity: row.velocity)))
      messages[row.track - 1].append(
        TimedMessage(
          Int64(max(0, row.keyOff)), .noteOff(channel: channel, key: row.key, velocity: 64)))
    }
    if messages.isEmpty { messages = [[]] }
    // What was pressed before the file begins is pressed when it begins; the tick's order is the moves' own.
    for move in pedals where move.frame < frames {
      messages[0].append(
        TimedMessage(
          Int64(max(0, move.frame)),
          .controller(
            channel: UInt8((move.channel - 1) % 16), number: move.controller, value: move.value)))
    }
    let tracks = messages.enumerated().map { index, messages in
      var sorted = messages.enumerated().sorted {
        ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset)
      }.map(\.element)
      if index == 0 { sorted.insert(TimedMessage(0, .tempo(secondsPerQuarter: quarter)), at: 0) }
      return Track(name: name(index + 1), events: sorted)
    }
    return Score(
      kind: .smf, timebase: .ticksPerQuarter(Int(clamping: division.rounded)), tracks: tracks)
  }
}
