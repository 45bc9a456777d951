/// The directives of a script and what they have said.
struct ScriptDirectives {
  var title: [UInt8]?
  var composer: [UInt8]?
  var copyright: [UInt8]?
  var ppq: Int?
  var rate = 44100
  /// Concert pitch as a multiple of 440 Hz; nil where it is not given.
  var tuning: Rational?
  var events = ScriptEvents()
  /// Where each directive stands that counts for a place, by its name and that place.
  private var said: [Saying: Int] = [:]

  private struct Saying: Hashable {
    var name: String
    /// The bar and the beat; 0 for what counts for the whole piece.
    var bar: Int32 = 0
    var beat = Rational.zero
  }

  static let names = [
    "script", "title", "composer", "copyright", "tempo", "meter", "key", "marker", "program",
    "tuning", "volume", "pan", "bend", "at",
  ]

  /// Reads the directive whose name was just read; false if it is none.
  mutating func read(_ name: String, place: Int, _ statement: inout ScriptStatement) -> Bool {
    if ["title", "composer", "copyright", "tuning"].contains(name) {
      noteSaying(Saying(name: name), place, &statement)
    }
    switch name {
    case "title": title = statement.string("the title")
    case "composer": composer = statement.string("the composer")
    case "copyright": copyright = statement.string("the copyright notice")
    case "tuning": readTuning(&statement)
    case "tempo", "meter": readChange(name, place, &statement)
    case "key", "marker", "program", "volume", "pan", "bend": readMessage(name, place, &statement)
    default: return false
    }
    statement.end()
    return true
  }

  /// `script 1 events ppq=480 rate=44100`.
  mutating func readHeader(_ statement: inout ScriptStatement) {
    guard let version = statement.word("the version, 1") else { return }
    guard version.rest == "1" else {
      statement.error(version.at, "this reads version 1 of the note script, not \(version.rest)")
      return
    }
    while statement.hasWord(), let word = statement.word("") {
      var value = word
      if word.rest == "events" { continue }
      if value.take("ppq="), let ppq = value.integer(), value.isAtEnd {
        if 1...1 << 40 ~= ppq {
          self.ppq = ppq
        } else {
          statement.error(word.at, "ppq is 1 to \(1 << 40) ticks a quarter")
        }
      } else if value.take("rate="), let rate = value.integer(), value.isAtEnd {
        if 1...10_000_000 ~= rate {
          self.rate = rate
        } else {
          statement.error(word.at, "a rate is 1 to 10000000 samples a second")
        }
      } else {
        statement.error(
          word.at, "unknown word \"\(word.rest)\"",
          hint: "the first line is script 1, or script 1 events ppq=480 rate=44100")
      }
    }
  }

  /// Warns where the same was said before: the last one holds.
  private mutating func noteSaying(
    _ saying: Saying, _ place: Int, _ statement: inout ScriptStatement
  ) {
    guard let first = said.updateValue(place, forKey: saying) else { return }
    let bytes = statement.cursor.bytes
    let name = saying.name
    statement.faults.warning(
      place,
      "a second \(name) for one place: that of line \(ScriptText.line(of: first, in: bytes)) does not count",
      hint: saying.bar == 0 ? nil : "for another bar put at and the bar behind it, as in at b5")
  }

  private mutating func readChange(
    _ name: String, _ place: Int, _ statement: inout ScriptStatement
  ) {
    guard let kind = name == "tempo" ? statement.tempo() : statement.meter(),
      let (time, timePlace) = statement.barTime(place)
    else { return }
    if name == "meter", time.value != ScriptDecimal.powers[Int(time.places)] {
      statement.error(timePlace, "a meter changes where a bar begins, as in at b5")
      return
    }
    noteSaying(Saying(name: name, bar: time.bar, beat: time.rational), place, &statement)
    add(kind, time, timePlace)
  }

  private mutating func add(_ kind: TimeChange.Kind, _ time: ScriptTime, _ place: Int) {
    events.changes.append(
      TimeChange(kind: kind, time: time, order: events.changes.count, place: place))
    add(kind.message, time, place)
  }

  private mutating func add(_ message: Message, _ time: ScriptTime, _ place: Int) {
    events.directives.append(
      WrittenEvent(time: time, place: UInt32(place), code: events.code(message)))
    events.lastTrack = max(events.lastTrack, 0)
  }

  private mutating func readMessage(
    _ name: String, _ place: Int, _ statement: inout ScriptStatement
  ) {
    let message: Message?
    switch name {
    case "key": message = statement.key()
    case "marker":
      message = statement.string("the marker").map {
        .text(kind: Message.TextKind.marker, bytes: $0)
      }
    case "program":
      message = statement.integer(0...127, "a program").map {
        .program(channel: 0, number: UInt8($0))
      }
    case "bend": message = statement.bend(channel: 0)
    default:
      statement.skipLabel(name)
      message = statement.integer(0...127, "a \(name)").map {
        .controller(channel: 0, number: name == "volume" ? 7 : 10, value: UInt8($0))
      }
    }
    guard let message, let (time, timePlace) = statement.barTime(place) else { return }
    if name != "marker" {
      noteSaying(Saying(name: name, bar: time.bar, beat: time.rational), place, &statement)
    }
    add(message, time, timePlace)
  }

  /// `A4=442`.
  private mutating func readTuning(_ statement: inout ScriptStatement) {
    guard var word = statement.word("a tuning such as A4=442") else { return }
    let place = word.at
    guard word.take("A4="), case .value(let hertz) = word.decimal(), word.isAtEnd else {
      statement.error(place, "expected a tuning such as A4=442")
      return
    }
    guard hertz.rational >= Rational(220), hertz.rational <= Rational(880) else {
      statement.error(place, "A4 is 220 to 880 Hz")
      return
    }
    tuning = hertz.rational / Rational(440)
  }
}

extension TimeChange.Kind {
  /// The message of a score that says the same.
  var message: Message {
    switch self {
    case .tempo(let seconds, nil): .tempo(secondsPerQuarter: seconds / Rational(4))
    case .tempo(let seconds, let ramp?):
      .tempoRamp(
        start: seconds / Rational(4), end: ramp.secondsPerWholeAtEnd / Rational(4),
        quarters: ramp.wholes * Rational(4))
    case .meter(let beats, let unit): .meter(beats: beats, unit: unit)
    }
  }
}

extension ScriptStatement {
  /// `at b5`, or the start where nothing stands there; nil after a mistake.
  mutating func barTime(_ place: Int) -> (ScriptTime, Int)? {
    if isWrong { return nil }
    guard take("at") else {
      return (ScriptTime(unit: .bar, bar: 1, value: 1), place)
    }
    guard var word = word("a bar such as b5") else { return nil }
    let place = word.at
    do throws(ScriptCursor.TimeFailure) {
      let time = try word.time()
      guard word.isAtEnd, time.unit == .bar else { throw .malformed }
      return (time, place)
    } catch {
      self.error(
        place,
        error == .malformed
          ? "expected a bar such as b5" : "a bar is 1 to 1000000, a beat 1 at least")
      return nil
    }
  }

  /// `CENTS`, -200 to 200 for the whole range of the wheel.
  mutating func bend(channel: UInt8) -> Message? {
    guard var word = word("a bend in cents") else { return nil }
    let place = word.at
    let isDown = word.take(UInt8(ascii: "-"))
    if !isDown { _ = word.take(UInt8(ascii: "+")) }
    guard case .value(let cents) = word.decimal(), word.isAtEnd else {
      error(place, "expected a bend in cents, -200 to 200")
      return nil
    }
    guard cents.rational <= Rational(200) else {
      error(place, "a bend is -200 to 200 cents")
      return nil
    }
    let steps = (isDown ? -cents.rational : cents.rational) * Rational(8192, 200)
    return .pitchBend(
      channel: channel, value: UInt16(clamping: min(16383, 8192 + steps.rounded)))
  }

  /// A voice's label before a volume or a pan: allowed, but all voices are one piano.
  mutating func skipLabel(_ name: String) {
    guard hasWord(), cursor.next.isLetter, let label = word("") else { return }
    faults.warning(
      label.at, "all voices play on channel 1, so \"\(name)\" acts on all of them")
  }
}
