extension Score {
  /// The score as JSON: names, tempos and meters, notes as they are played, and every other message.
  ///
  /// One object: `kind`, `ticksPerQuarter` or `secondsPerTick`, `title`, `composer`, `copyright`, `tempos`
  /// (`tick`, `seconds`, `quartersPerMinute`; a ramp also `to`, the tempo at its end, and `overQuarters`,
  /// its length), `meters` (`tick`, `bar`, `beats`, `unit`), `tracks` (`name`,
  /// `notes`, `events`). A note is `on`, `off` (seconds), `onTick`, `offTick`, `key`, `velocity`, `channel`
  /// (from 1, ports counted on); an event is `tick`, `seconds`, `type` and its values. A line a note or an
  /// event, so that line tools and version control work.
  public func json(options: Performance.Options = Performance.Options()) -> String {
    let performance = Performance(self, options: options)
    var text = ""
    ScoreJSONWriter(score: self, performance: performance).write(to: &text)
    return text
  }
}

private struct ScoreJSONWriter {
  let score: Score
  let performance: Performance

  func write(to text: inout String) {
    text += "{\"kind\":\(JSON.string(score.kind.rawValue).text)"
    switch score.timebase {
    case .ticksPerQuarter(let ticks): text += ",\"ticksPerQuarter\":\(ticks)"
    case .secondsPerTick(let seconds): text += ",\"secondsPerTick\":\(seconds.double)"
    }
    for (key, value) in [
      ("title", score.title), ("composer", score.composer), ("copyright", score.copyright),
    ] {
      if let value { text += ",\"\(key)\":\(JSON.string(value).text)" }
    }
    list("tempos", tempos, to: &text)
    list("meters", meters, to: &text)
    text += ",\n\"tracks\":["
    var notes = [[JSON]](repeating: [], count: score.tracks.count)
    for stroke in performance.strokes where Int(stroke.note.track) < notes.count {
      notes[Int(stroke.note.track)].append(note(stroke))
    }
    for (index, track) in score.tracks.enumerated() {
      text += index > 0 ? ",\n" : "\n"
      text += "{\"name\":\(JSON(track.name).text)"
      list("notes", notes[index], to: &text)
      list("events", track.events.compactMap(event), to: &text)
      text += "}"
    }
    text += "\n]}\n"
  }

  private func list(_ name: String, _ values: [JSON], to text: inout String) {
    text += ",\n\"\(name)\":["
    for (index, value) in values.enumerated() {
      text += index > 0 ? ",\n" : "\n"
      value.write(to: &text)
    }
    text += values.isEmpty ? "]" : "\n]"
  }

  private func seconds(_ tick: Int64) -> JSON {
    .number(performance.tempoMap.seconds(at: tick).double)
  }

  private var tempos: [JSON] {
    guard case .ticksPerQuarter(let division) = score.timebase else { return [] }
    return performance.tempoMap.entries.map { entry in
      var members: [JSON.Member] = [
        .init("tick", .integer(Int(entry.tick))), .init("seconds", .number(entry.seconds.double)),
        .init("quartersPerMinute", .number(entry.quartersPerMinute(division))),
      ]
      if let end = entry.quartersPerMinuteAtEnd(division) {
        members.append(.init("to", .number(end)))
        members.append(.init("overQuarters", .number(entry.rampTicks.double / Double(division))))
      }
      return .object(members)
    }
  }

  private var meters: [JSON] {
    MeterMap(score).segments.map {
      [
        "tick": .number($0.tick.double), "bar": .integer($0.bar), "beats": .integer($0.beats),
        "unit": .integer($0.unit),
      ]
    }
  }

  private func note(_ stroke: Performance.Stroke) -> JSON {
    [
      "on": seconds(stroke.on), "off": seconds(stroke.off), "onTick": .integer(Int(stroke.on)),
      "offTick": .integer(Int(stroke.off)), "key": .integer(Int(stroke.note.key)),
      "velocity": .integer(Int(stroke.note.velocity)),
      "channel": .integer(Int(stroke.note.channel) + 1),
    ]
  }

  /// An event that is no note; nil for notes, tempos and meters, which have lists of their own.
  private func event(_ event: TimedMessage) -> JSON? {
    func made(_ type: String, _ values: KeyValuePairs<String, JSON>) -> JSON {
      .object(
        [
          .init("tick", .integer(Int(event.tick))), .init("seconds", seconds(event.tick)),
          .init("type", .string(type)),
        ] + values.map { JSON.Member($0.key, $0.value) })
    }
    func number(_ value: some BinaryInteger) -> JSON { .integer(Int(value)) }
    func bytes(_ bytes: [UInt8]) -> JSON { .array(bytes.map { .integer(Int($0)) }) }
    switch event.message {
    case .noteOn, .noteOff, .tempo, .tempoRamp, .meter, .endOfTrack: return nil
    case .keyPressure(let channel, let key, let value):
      return made(
        "keyPressure",
        ["channel": number(channel + 1), "key": number(key), "value": number(value)])
    case .controller(let channel, let controller, let value):
      return made(
        "controller",
        ["channel": number(channel + 1), "number": number(controller), "value": number(value)])
    case .program(let channel, let program):
      return made("program", ["channel": number(channel + 1), "number": number(program)])
    case .channelPressure(let channel, let value):
      return made("channelPressure", ["channel": number(channel + 1), "value": number(value)])
    case .pitchBend(let channel, let value):
      return made("pitchBend", ["channel": number(channel + 1), "value": number(value)])
    case .keySignature(let sharps, let minor):
      return made("key", ["sharps": .integer(sharps), "minor": .bool(minor)])
    case .port(let port): return made("port", ["port": number(port)])
    case .text(let kind, let content):
      return made(
        "text",
        [
          "kind": number(kind),
          "text": .string(TextDecoder.decode(content, as: score.textEncoding)),
        ])
    case .systemExclusive(let content): return made("systemExclusive", ["bytes": bytes(content)])
    case .escape(let content): return made("escape", ["bytes": bytes(content)])
    case .meta(let type, let content):
      return made("meta", ["number": number(type), "bytes": bytes(content)])
    }
  }
}
