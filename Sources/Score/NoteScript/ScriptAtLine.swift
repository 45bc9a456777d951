/// Reads `at TIME VERB …` lines.
struct ScriptAtLine {
  static let verbs = [
    "note", "on", "off", "cc", "program", "bank", "bend", "pressure", "keypressure", "tempo",
    "meter", "key", "marker", "lyric", "text", "sysex", "track", "end",
  ]

  /// What may stand behind a verb's own words.
  struct Options {
    var velocity: UInt8?
    var release: UInt8?
    var channel: UInt8 = 0
    var track: UInt16 = 0
  }

  private var time = ScriptTime()
  private var place = 0

  /// Reads the line behind its `at`.
  mutating func read(_ statement: inout ScriptStatement, into events: inout ScriptEvents) {
    guard var word = statement.word("a time such as 1.25, t960, b3:2.5 or s48000") else { return }
    place = word.at
    do throws(ScriptCursor.TimeFailure) {
      time = try word.time()
      guard word.isAtEnd else { throw .malformed }
    } catch {
      word.at = place
      statement.error(
        place,
        error == .malformed
          ? "expected a time, found \"\(word.rest)\"" : "the time \(word.rest) is out of range",
        hint: error.hint)
      return
    }
    guard let verb = statement.word("what to do, such as note C4 0.5") else { return }
    if verb.isWord("note") {
      note(&statement, &events)
    } else if verb.isWord("on") || verb.isWord("off") {
      key(isDown: verb.isWord("on"), &statement, &events)
    } else {
      read(verb, &statement, &events)
    }
  }

  // The verb of most lines first, and with as little work as possible.
  private func note(_ statement: inout ScriptStatement, _ events: inout ScriptEvents) {
    guard let key = statement.pitch(), let (duration, place) = statement.duration(),
      let options = statement.options(velocity: true, release: true)
    else { return }
    events.durations.append(
      WrittenDuration(
        time: duration, place: UInt32(place), releaseVelocity: options.release ?? 64))
    add(
      UInt32(0x90 | options.channel) | UInt32(key) << 8 | UInt32(options.velocity ?? 90) << 16,
      options, &events, duration: Int32(events.durations.count - 1))
  }

  private func key(
    isDown: Bool, _ statement: inout ScriptStatement, _ events: inout ScriptEvents
  ) {
    guard let key = statement.pitch(),
      let options = statement.options(velocity: true, least: isDown ? 1 : 0)
    else { return }
    let velocity = options.velocity ?? (isDown ? 90 : 64)
    add(
      UInt32((isDown ? 0x90 : 0x80) | options.channel) | UInt32(key) << 8 | UInt32(velocity) << 16,
      options, &events)
  }

  private func add(
    _ code: UInt32, _ options: Options, _ events: inout ScriptEvents, duration: Int32 = -1
  ) {
    events.lines.append(
      WrittenEvent(
        time: time, place: UInt32(place), code: code, duration: duration, track: options.track))
    events.lastTrack = max(events.lastTrack, Int(options.track))
  }

  private func read(
    _ verb: ScriptCursor, _ statement: inout ScriptStatement, _ events: inout ScriptEvents
  ) {
    switch verb.rest {
    case "cc":
      guard let number = statement.integer(0...127, "a controller's number"),
        let value = statement.integer(0...127, "a controller's value")
      else { return }
      onChannel(&statement, &events) {
        .controller(channel: $0, number: UInt8(number), value: UInt8(value))
      }
    case "program":
      guard let number = statement.integer(0...127, "a program") else { return }
      onChannel(&statement, &events) { .program(channel: $0, number: UInt8(number)) }
    case "bank": bank(&statement, &events)
    case "bend":
      guard let bend = statement.bend(channel: 0), case .pitchBend(_, let value) = bend
      else { return }
      onChannel(&statement, &events) { .pitchBend(channel: $0, value: value) }
    case "pressure":
      guard let value = statement.integer(0...127, "a pressure") else { return }
      onChannel(&statement, &events) { .channelPressure(channel: $0, value: UInt8(value)) }
    case "keypressure":
      guard let key = statement.pitch(), let value = statement.integer(0...127, "a pressure")
      else { return }
      onChannel(&statement, &events) {
        .keyPressure(channel: $0, key: key, value: UInt8(value))
      }
    case "track": trackName(&statement, &events)
    case "end":
      guard let options = statement.options(channel: false) else { return }
      add(.endOfTrack, options, &events)
    case "tempo", "meter": change(verb.rest, &statement, &events)
    default: readInformation(verb, &statement, &events)
    }
  }

  private func add(_ message: Message, _ options: Options, _ events: inout ScriptEvents) {
    add(events.code(message), options, &events)
  }

  private func onChannel(
    _ statement: inout ScriptStatement, _ events: inout ScriptEvents,
    _ message: (UInt8) -> Message
  ) {
    guard let options = statement.options() else { return }
    add(message(options.channel), options, &events)
  }

  /// `bank MSB [LSB]`: controllers 0 and 32.
  private func bank(_ statement: inout ScriptStatement, _ events: inout ScriptEvents) {
    guard let high = statement.integer(0...127, "a bank (the value of controller 0)")
    else { return }
    var low: Int?
    if statement.hasWord(), statement.cursor.next.isDigit {
      low = statement.integer(0...127, "a bank's second number (the value of controller 32)")
      if low == nil { return }
    }
    guard let options = statement.options() else { return }
    add(
      .controller(channel: options.channel, number: 0, value: UInt8(high)), options, &events)
    if let low {
      add(
        .controller(channel: options.channel, number: 32, value: UInt8(low)), options, &events)
    }
  }

  private func change(
    _ verb: String, _ statement: inout ScriptStatement, _ events: inout ScriptEvents
  ) {
    guard let kind = verb == "tempo" ? statement.tempo() : statement.meter(),
      let options = statement.options(channel: false)
    else { return }
    // At equal ticks the one in the higher track counts, as in a MIDI file.
    let order = Int(options.track) << 40 | events.changes.count
    events.changes.append(TimeChange(kind: kind, time: time, order: order, place: place))
    add(kind.message, options, &events)
  }

  /// `track N "name"`.
  private func trackName(_ statement: inout ScriptStatement, _ events: inout ScriptEvents) {
    guard let number = statement.integer(1...65535, "a track"),
      let name = statement.string("the track's name")
    else { return }
    statement.end()
    if statement.isWrong { return }
    let options = Options(track: UInt16(number - 1))
    if events.trackNames[options.track] == nil { events.trackNames[options.track] = name }
    add(.text(kind: Message.TextKind.trackName, bytes: name), options, &events)
  }

  private func readInformation(
    _ verb: ScriptCursor, _ statement: inout ScriptStatement, _ events: inout ScriptEvents
  ) {
    let message: Message?
    switch verb.rest {
    case "key": message = statement.key()
    case "marker", "lyric", "text":
      let kind =
        switch verb.rest {
        case "marker": Message.TextKind.marker
        case "lyric": Message.TextKind.lyric
        default: Message.TextKind.text
        }
      message = statement.string("the \(verb.rest)").map { .text(kind: kind, bytes: $0) }
    case "sysex": message = statement.systemExclusive()
    default:
      statement.error(
        verb.at, "unknown verb \"\(verb.rest)\"",
        hint: NearestWord.hint(verb.rest, in: ScriptAtLine.verbs))
      return
    }
    guard let message, let options = statement.options(channel: false) else { return }
    add(message, options, &events)
  }
}

extension ScriptCursor {
  /// Whether nothing is left but this word.
  fileprivate func isWord(_ word: String) -> Bool {
    end - at == word.utf8.count && bytes.span.has(word, at: at)
  }
}
