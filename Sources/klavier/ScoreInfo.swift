import Score

/// What is in a score, for people and for programs.
struct ScoreInfo {
  /// The score's name in messages.
  let name: String
  private let score: Score
  private let facts: ScoreFacts

  /// Reads the score as a player does.
  init(_ input: Input) {
    name = input.name
    score = input.score
    facts = ScoreFacts(input.score)
  }

  /// What its reader and its player had to repair.
  var warnings: [Diagnostic] { facts.warnings }
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
    if let bank = score.embeddedBank {
      members.append(
        .init(
          "embeddedBank",
          ["bytes": .integer(bank.bytes.count), "bankOffset": .integer(bank.bankOffset)]))
    }
    members += [
      .init("notes", .integer(facts.notes)),
      .init("end", .number(facts.end.double)),
      .init("tempos", .array(tempos)),
      .init("first", .array(facts.first.map(note))),
      .init(
        "tracks", .array(facts.tracks.enumerated().map { json($0.element, number: $0.offset + 1) })),
    ]
    for (key, text) in [
      ("title", score.title), ("composer", score.composer), ("copyright", score.copyright),
    ] {
      if let text { members.append(.init(key, .string(text))) }
    }
    members += [
      .init(
        "meters",
        .array(
          facts.meterMap.segments.map {
            [
              "bar": .integer($0.bar), "beats": .integer($0.beats), "unit": .integer($0.unit),
              "at": .number(facts.tempoMap.seconds(at: Int64(clamping: $0.tick.floor)).double),
            ]
          })),
      .init(
        "pedals",
        .object(
          facts.pedals.map { .init(String($0.number), .integer($0.moves)) })
      ),
    ]
    if !facts.lyrics.isEmpty { members.append(.init("lyrics", .string(facts.lyrics))) }
    members.append(.init("warnings", .array(warnings.map { .string($0.text(file: name)) })))
    return .object(members)
  }

  private func note(_ fact: ScoreFacts.NoteFact) -> JSON {
    [
      "on": .number(fact.on.double), "off": .number(fact.off.double),
      "key": .integer(Int(fact.note.key)), "velocity": .integer(Int(fact.note.velocity)),
      "channel": .integer(Int(fact.note.channel) + 1),
    ]
  }

  private func json(_ track: ScoreFacts.TrackFacts, number: Int) -> JSON {
    [
      "track": .integer(number), "name": JSON(track.name), "notes": .integer(track.notes),
      "lowest": track.keys.map { .integer(Int($0.lowerBound)) } ?? nil,
      "highest": track.keys.map { .integer(Int($0.upperBound)) } ?? nil,
      "programs": .array(track.programs.map { .integer(Int($0)) }),
      "channels": .array(track.channels.map { .integer(Int($0) + 1) }),
    ]
  }

  /// Where each tempo begins, in seconds, and how fast it is, in quarters a minute; of a ramp also the
  /// tempo at its end and how many quarters it takes.
  private var tempos: [JSON] {
    guard case .ticksPerQuarter(let division) = score.timebase else { return [] }
    return facts.tempoMap.entries.map { entry in
      var members: [JSON.Member] = [
        .init("at", .number(entry.seconds.double)),
        .init("bpm", .number(entry.quartersPerMinute(division))),
      ]
      members += entry.rampMembers(division)
      return .object(members)
    }
  }
}

extension TempoMap.Entry {
  /// What a ramp has beside its begin.
  func rampMembers(_ division: Int) -> [JSON.Member] {
    guard let end = quartersPerMinuteAtEnd(division) else { return [] }
    return [
      .init("to", .number(end)),
      .init("overQuarters", .number(rampTicks.double / Double(division))),
    ]
  }
}

extension ScoreInfo {
  /// The lines for a person.
  var lines: [String] {
    let end = facts.end.double
    var lines = [
      "\(name): \(formName), \(Text.count(facts.notes, "note")), \(Text.duration(seconds: end))"
    ]
    for (label, text) in [
      ("title", score.title), ("composer", score.composer), ("copyright", score.copyright),
    ] {
      if let text { lines.append("  \(label): \(text)") }
    }
    if let bank = score.embeddedBank {
      let size = Text.number(Double(bank.bytes.count / 100) / 10)
      lines.append(
        "  SoundFont inside: \(size) kB, bank offset \(bank.bankOffset) (-i \(name) plays it)")
    }
    lines += tempoLines + meterLines
    if !pedals.isEmpty { lines.append("  pedals: \(pedals.joined(separator: ", "))") }
    for (index, track) in facts.tracks.enumerated() where track.notes > 0 || track.name != nil {
      lines.append(line(of: track, number: index + 1))
    }
    let words = facts.lyrics.split(whereSeparator: \.isWhitespace).joined(separator: " ")
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

  private func line(of track: ScoreFacts.TrackFacts, number: Int) -> String {
    var text = "  track \(number)"
    if let name = track.name { text += " \"\(name)\"" }
    text += ": \(Text.count(track.notes, "note"))"
    if let keys = track.keys {
      text += ", \(Pitch(key: keys.lowerBound).name) to \(Pitch(key: keys.upperBound).name)"
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
    let segments = facts.tempoMap.segments
    func number(_ secondsPerTick: Rational) -> String {
      let quarter = secondsPerTick.double * Double(division)
      return Text.number(quarter > 0 ? (60 / quarter * 1000).rounded() / 1000 : 0)
    }
    let shown = segments.prefix(Self.most).map { segment in
      var speed = number(segment.secondsPerTick)
      if let end = segment.secondsPerTickAtEnd { speed += "..\(number(end))" }
      return segments.count == 1
        ? speed : "\(speed) at \(Text.clock(seconds: segment.seconds.double))"
    }
    let rest = segments.count > Self.most ? ", and \(segments.count - Self.most) more" : ""
    return ["  tempo: \(shown.joined(separator: ", "))\(rest)"]
  }

  private var meterLines: [String] {
    let meters = facts.meterMap.segments
    let shown = meters.prefix(Self.most).map { meter in
      let text = "\(meter.beats)/\(meter.unit)"
      return meters.count == 1 ? text : "\(text) from bar \(meter.bar)"
    }
    let rest = meters.count > Self.most ? ", and \(meters.count - Self.most) more" : ""
    return ["  meter: \(shown.joined(separator: ", "))\(rest)"]
  }

  private var pedals: [String] {
    let names: [(UInt8, String)] = [
      (64, "sustain"), (66, "sostenuto"), (67, "una corda"), (69, "hold"),
    ]
    return facts.pedals.map { pedal in
      "\(names.first { $0.0 == pedal.number }?.1 ?? "") \(pedal.moves)"
    }
  }
}
