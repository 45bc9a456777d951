/// Reads `at TIME VERB …` lines.
struct ScriptAtLine {
  static let verbs = [
    "note", "on", "off", "cc", "program", "bank", "bend", "pressure", "keypressure", "tempo",
    "meter", "key", "marker", "lyric", "text", "sysex", "track",
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

extension ScriptStatement {
  /// A pitch with its octave, or a key number.
  mutating func pitch() -> UInt8? {
    guard var word = word("a pitch such as C4 or 60") else { return nil }
    let place = word.at
    var note = NoteWord(place: 0)
    if word.next.isDigit, let key = word.integer() {
      note.pitch = Int16(clamping: key)
      note.octave = NoteWord.noOctave
    } else {
      _ = word.pitch(&note)
    }
    guard word.at > place, word.isAtEnd else {
      word.at = place
      error(place, "expected a pitch such as C4 or 60, found \"\(word.rest)\"")
      return nil
    }
    guard let key = NoteWord.key(of: note, octave: nil) else {
      word.at = place
      error(place, "the pitch \(word.rest) lacks its octave, as in C4")
      return nil
    }
    guard 0...127 ~= key else {
      word.at = place
      error(place, "\(word.rest) is out of range: C-1 (key 0) to G9 (key 127)")
      return nil
    }
    return UInt8(key)
  }

  /// The duration of a note.
  mutating func duration() -> (ScriptTime, Int)? {
    guard var word = word("a duration such as 0.5, t240 or s12000") else { return nil }
    let place = word.at
    do throws(ScriptCursor.TimeFailure) {
      let time = try word.time()
      guard word.isAtEnd, time.unit != .bar else { throw .malformed }
      guard time.value > 0 else {
        error(place, "a note of no duration", hint: "on and off can stand at one time")
        return nil
      }
      return (time, place)
    } catch {
      word.at = place
      self.error(
        place,
        error == .malformed
          ? "expected a duration such as 0.5, t240 or s12000, found \"\(word.rest)\""
          : "the duration \(word.rest) is out of range")
      return nil
    }
  }

  /// `vel=90`, `off=64`, `ch=1`, `track=1`, as far as the verb knows them; nil after a mistake.
  mutating func options(
    velocity: Bool = false, least: Int = 1, release: Bool = false, channel: Bool = true
  ) -> ScriptAtLine.Options? {
    var options = ScriptAtLine.Options()
    // The first letters of the options so far: all of them differ.
    var said: UInt32 = 0
    while hasWord(), let word = word("") {
      var value = word
      let letter = UInt32(1) << UInt32(word.next & 31)
      if said & letter != 0 {
        faults.warning(word.at, "said a second time; the last one holds")
      }
      said |= letter
      if velocity, word.next == UInt8(ascii: "v"), value.take("vel=") {
        options.velocity = option(value, least...127).map(UInt8.init)
      } else if release, value.take("off=") {
        options.release = option(value, 0...127).map(UInt8.init)
      } else if channel, value.take("ch=") {
        options.channel = option(value, 1...16).map { UInt8($0 - 1) } ?? 0
      } else if value.take("track=") {
        options.track = option(value, 1...65535).map { UInt16($0 - 1) } ?? 0
      } else {
        let known =
          (velocity ? ["vel="] : []) + (release ? ["off="] : []) + (channel ? ["ch="] : [])
          + ["track="]
        error(
          word.at, "unexpected \"\(word.rest)\"",
          hint: "\(known.joined(separator: ", ")) can stand here")
        break
      }
    }
    return isWrong ? nil : options
  }

  private mutating func option(_ word: ScriptCursor, _ range: ClosedRange<Int>) -> Int? {
    var value = word
    var begin = word.at
    while begin > 0, !word.bytes[begin - 1].isBlank { begin -= 1 }
    guard let number = value.integer(), value.isAtEnd else {
      error(begin, "expected a number, found \"\(word.rest)\"")
      return nil
    }
    guard range ~= number else {
      let name = String(decoding: word.bytes[begin..<word.at], as: UTF8.self)
      error(begin, "\(name) is \(range.lowerBound) to \(range.upperBound), not \(word.rest)")
      return nil
    }
    return number
  }

  /// `F0 7E 7F 09 01 F7`, blanks or none between the bytes; F7 in front for bytes to send as they are.
  mutating func systemExclusive() -> Message? {
    guard hasWord() else {
      missing("bytes in hexadecimal, such as F0 7E 7F 09 01 F7")
      return nil
    }
    let place = cursor.at
    var bytes: [UInt8] = []
    while hasWord(), !isOption, let word = word("") {
      var at = word.at
      while at < word.end {
        guard at + 1 < word.end, let high = word.hexDigit(at: at),
          let low = word.hexDigit(at: at + 1)
        else {
          error(word.at, "\"\(word.rest)\" is no byte in hexadecimal, such as F0")
          return nil
        }
        bytes.append(high << 4 | low)
        at += 2
      }
    }
    guard let first = bytes.first, first == 0xF0 || first == 0xF7 else {
      error(place, "a system exclusive begins with F0, bytes to send as they are with F7")
      return nil
    }
    let rest = Array(bytes.dropFirst())
    return first == 0xF0 ? .systemExclusive(rest) : .escape(rest)
  }

  private var isOption: Bool { cursor.next == UInt8(ascii: "t") }
}
