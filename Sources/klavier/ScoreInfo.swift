import Score

/// What is in a score, for people and for programs.
struct ScoreInfo {
  /// The score's name in messages.
  let name: String
  private let score: Score
  private let performance: Performance

  /// Reads the score as a player does.
  init(_ input: Input) {
    name = input.name
    score = input.score
    performance = Performance(input.score)
  }

  /// What its reader and its player had to repair.
  var warnings: [Diagnostic] { score.warnings + performance.warnings }

  /// The time of a tick in seconds.
  private func seconds(_ tick: Int64) -> Double { performance.tempoMap.seconds(at: tick).double }

  /// The notes in the order of their onsets and, of one onset, of their keys; at most `count`.
  private func first(_ count: Int) -> [Performance.Stroke] {
    let strokes = performance.strokes
    // Notes begin in the order of time: only those of the last onset have to be looked at as well.
    var end = min(count, strokes.count)
    while end > 0, end < strokes.count, strokes[end].on == strokes[end - 1].on { end += 1 }
    let sorted = strokes[..<end].sorted {
      ($0.on, $0.note.key, $0.note.id) < ($1.on, $1.note.key, $1.note.id)
    }
    return Array(sorted.prefix(count))
  }
}

extension ScoreInfo {
  /// The answer to `info --json`.
  var json: JSON {
    var members: [JSON.Member] = [
      .init("file", .string(name)), .init("kind", .string(score.kind.rawValue)),
    ]
    if let header = score.smfHeader {
      members.append(
        .init(
          "smf",
          [
            "format": .integer(header.format), "tracks": .integer(header.tracks),
            "division": .integer(Int(header.division)),
          ]))
    }
    members += [
      .init("notes", .integer(performance.strokes.count)),
      .init("end", .number(seconds(performance.endTick))),
      .init("tempos", .array(tempos)),
      .init("first", .array(first(10).map(note))),
      .init("tracks", .array(tracks.map(\.json))),
    ]
    for (key, text) in [
      ("title", score.title), ("composer", score.composer), ("copyright", score.copyright),
    ] {
      if let text { members.append(.init(key, .string(text))) }
    }
    members.append(.init("warnings", .array(warnings.map { .string($0.text(file: name)) })))
    return .object(members)
  }

  private func note(_ stroke: Performance.Stroke) -> JSON {
    [
      "on": .number(seconds(stroke.on)), "off": .number(seconds(stroke.off)),
      "key": .integer(Int(stroke.note.key)), "velocity": .integer(Int(stroke.note.velocity)),
      "channel": .integer(Int(stroke.note.channel) + 1),
    ]
  }

  /// Where each tempo begins, in seconds, and how fast it is, in quarters a minute.
  private var tempos: [JSON] {
    guard case .ticksPerQuarter(let division) = score.timebase else { return [] }
    return performance.tempoMap.segments.map { segment in
      let quarter = segment.secondsPerTick.double * Double(division)
      return [
        "at": .number(segment.seconds.double), "bpm": .number(quarter > 0 ? 60 / quarter : 0),
      ]
    }
  }
}

extension ScoreInfo {
  /// What a track holds.
  struct TrackInfo {
    var number: Int
    var name: String?
    var notes = 0
    var lowest: UInt8 = 127
    var highest: UInt8 = 0
    var programs: [UInt8] = []
    var channels: [UInt16] = []

    var json: JSON {
      [
        "track": .integer(number), "name": JSON(name), "notes": .integer(notes),
        "lowest": notes > 0 ? .integer(Int(lowest)) : nil,
        "highest": notes > 0 ? .integer(Int(highest)) : nil,
        "programs": .array(programs.map { .integer(Int($0)) }),
        "channels": .array(channels.map { .integer(Int($0) + 1) }),
      ]
    }
  }

  var tracks: [TrackInfo] {
    var found = score.tracks.enumerated().map {
      TrackInfo(number: $0.offset + 1, name: $0.element.name)
    }
    for stroke in performance.strokes where Int(stroke.note.track) < found.count {
      let (track, note) = (Int(stroke.note.track), stroke.note)
      found[track].notes += 1
      found[track].lowest = min(found[track].lowest, note.key)
      found[track].highest = max(found[track].highest, note.key)
      if !found[track].channels.contains(note.channel) {
        found[track].channels.append(note.channel)
      }
    }
    for (index, track) in score.tracks.enumerated() {
      for event in track.events {
        if case .program(_, let program) = event.message, !found[index].programs.contains(program) {
          found[index].programs.append(program)
        }
      }
    }
    return found
  }

  /// The lines for a person.
  var lines: [String] {
    let end = seconds(performance.endTick)
    var lines = [
      "\(name): \(formName), \(Text.count(performance.strokes.count, "note")), \(Text.duration(seconds: end))"
    ]
    for (label, text) in [
      ("title", score.title), ("composer", score.composer), ("copyright", score.copyright),
    ] {
      if let text { lines.append("  \(label): \(text)") }
    }
    lines += tempoLines + meterLines
    if !pedals.isEmpty { lines.append("  pedals: \(pedals.joined(separator: ", "))") }
    for track in tracks where track.notes > 0 || track.name != nil { lines.append(line(of: track)) }
    let words = lyrics
    if !words.isEmpty {
      lines.append("  lyrics:")
      lines += Text.wrapped(words, width: 76).map { "    \($0)" }
    }
    return lines
  }

  private var formName: String {
    guard let header = score.smfHeader else { return score.kind.rawValue }
    return
      "\(score.kind.rawValue) format \(header.format), \(Text.count(score.tracks.count, "track"))"
  }

  private func line(of track: TrackInfo) -> String {
    var text = "  track \(track.number)"
    if let name = track.name { text += " \"\(name)\"" }
    text += ": \(Text.count(track.notes, "note"))"
    if track.notes > 0 {
      text += ", \(Pitch(key: track.lowest).name) to \(Pitch(key: track.highest).name)"
      text += ", channel \(track.channels.map { String($0 + 1) }.joined(separator: " "))"
    }
    if !track.programs.isEmpty {
      text += ", program \(track.programs.map { String($0) }.joined(separator: " "))"
    }
    return text
  }

  private static let most = 12

  private var tempoLines: [String] {
    guard case .ticksPerQuarter(let division) = score.timebase else {
      return ["  tempo: none, ticks are clock time"]
    }
    let segments = performance.tempoMap.segments
    let shown = segments.prefix(Self.most).map { segment in
      let quarter = segment.secondsPerTick.double * Double(division)
      let speed = Text.number(quarter > 0 ? (60 / quarter * 1000).rounded() / 1000 : 0)
      return segments.count == 1
        ? speed : "\(speed) at \(Text.clock(seconds: segment.seconds.double))"
    }
    let rest = segments.count > Self.most ? ", and \(segments.count - Self.most) more" : ""
    return ["  tempo: \(shown.joined(separator: ", "))\(rest)"]
  }

  private var meterLines: [String] {
    var meters: [(tick: Int64, text: String)] = []
    for track in score.tracks {
      for event in track.events {
        if case .meter(let beats, let unit) = event.message {
          meters.append((event.tick, "\(beats)/\(unit)"))
        }
      }
    }
    if meters.isEmpty { return [] }
    meters.sort { $0.tick < $1.tick }
    let shown = meters.prefix(Self.most).map { meter in
      meters.count == 1
        ? meter.text : "\(meter.text) at \(Text.clock(seconds: seconds(meter.tick)))"
    }
    let rest = meters.count > Self.most ? ", and \(meters.count - Self.most) more" : ""
    return ["  meter: \(shown.joined(separator: ", "))\(rest)"]
  }

  private var pedals: [String] {
    var counts: [UInt8: Int] = [:]
    for track in score.tracks {
      for event in track.events {
        if case .controller(_, let number, let value) = event.message, value > 0 {
          counts[number, default: 0] += 1
        }
      }
    }
    return [(64, "sustain"), (66, "sostenuto"), (67, "una corda"), (69, "hold")].compactMap {
      number, name in counts[number].map { "\(name) \($0)" }
    }
  }

  private var lyrics: String {
    var words = ""
    for track in score.tracks {
      for event in track.events {
        if case .text(Message.TextKind.lyric, let bytes) = event.message {
          words += TextDecoder.decode(bytes)
        }
      }
    }
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
