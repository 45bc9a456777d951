/// Reads a list of notes.
struct NoteListReader {
  /// Where each value stands in a line.
  private struct Columns {
    var onset = 0
    var end = 1
    var endIsDuration = false
    var pitch = 2
    var velocity: Int? = 3
    var channel: Int?
    var isNamed = false
  }

  private var columns = Columns()
  private var errors: [Diagnostic] = []

  /// The events of the list in the order of time, ticks of a nanosecond.
  mutating func read(_ bytes: [UInt8]) throws(ScoreError) -> [TimedMessage] {
    var events: [TimedMessage] = []
    var lines = TextLines(bytes)
    var isFirst = true
    while let bytes = lines.next(), errors.count < 20 {
      let line = String(decoding: bytes, as: UTF8.self)
      let text = line.trimmed
      if text.isEmpty || text.hasPrefix("#") { continue }
      let fields = NoteList.fields(text)
      if isFirst {
        isFirst = false
        if let first = fields.first, NoteList.decimal(first) == nil, readNames(fields) { continue }
      }
      add(fields, line: line, number: lines.number, to: &events)
    }
    if !errors.isEmpty { throw ScoreError(.malformed, errors) }
    if events.isEmpty { throw ScoreError(.malformed, at: .whole, "a list without notes") }
    // Of one instant: offs first, so that a repeated key is struck anew; a note of no length keeps its
    // own order.
    let order = events.indices.sorted { a, b in
      let (one, other) = (events[a], events[b])
      if one.tick != other.tick { return one.tick < other.tick }
      let (first, second) = (rank(events, a), rank(events, b))
      return first != second ? first < second : a < b
    }
    return order.map { events[$0] }
  }

  /// Events come in pairs of on and off: 0 an off of an earlier note, 1 anything of a note that begins
  /// here.
  private func rank(_ events: [TimedMessage], _ index: Int) -> Int {
    index & 1 == 1 && events[index - 1].tick < events[index].tick ? 0 : 1
  }

  private mutating func readNames(_ fields: [String]) -> Bool {
    let names = fields.map { $0.lowercased() }
    func place(_ words: String...) -> Int? {
      names.firstIndex { name in words.contains { name.hasPrefix($0) } }
    }
    guard let onset = place("onset", "start", "on"),
      let pitch = place("pitch", "key", "note", "midi")
    else { return false }
    var found = Columns()
    found.onset = onset
    found.pitch = pitch
    if let end = place("offset", "end", "off") {
      found.end = end
    } else if let length = place("duration", "dur", "length") {
      found.end = length
      found.endIsDuration = true
    } else {
      return false
    }
    found.velocity = place("vel")
    found.channel = place("ch")
    found.isNamed = true
    columns = found
    return true
  }

  private mutating func add(
    _ fields: [String], line: String, number: Int, to events: inout [TimedMessage]
  ) {
    func fail(_ index: Int, _ message: String) {
      // The column of the field: that of its first occurrence behind the fields before it.
      var at = line.startIndex
      for field in fields.prefix(index + 1) where !field.isEmpty {
        if let found = line[at...].firstRange(of: field) {
          at =
            field == fields[min(index, fields.count - 1)] && index < fields.count
            ? found.lowerBound : found.upperBound
        }
      }
      let column = line.distance(from: line.startIndex, to: at) + 1
      errors.append(
        Diagnostic(.error, .text(line: number, column: column, source: line), message))
    }
    func field(_ index: Int) -> String? { index < fields.count ? fields[index] : nil }

    guard fields.count >= 3 else {
      return fail(0, "\(fields.count) fields, expected onset, offset, pitch, velocity")
    }
    guard let onset = field(columns.onset).flatMap(NoteList.decimal), onset >= .zero,
      onset < Rational(1_000_000_000)
    else {
      return fail(columns.onset, "\"\(field(columns.onset) ?? "")\" is no onset in seconds")
    }
    guard let last = field(columns.end).flatMap(NoteList.decimal), last < Rational(1_000_000_000)
    else {
      return fail(columns.end, "\"\(field(columns.end) ?? "")\" is no offset in seconds")
    }
    let offset = columns.endIsDuration ? onset + last : last
    guard offset >= onset else {
      return fail(columns.end, "the note ends before it begins")
    }
    guard let key = field(columns.pitch).flatMap(key) else {
      return fail(columns.pitch, "\"\(field(columns.pitch) ?? "")\" is no key of 0 to 127")
    }
    var velocity: UInt8 = 64
    if let index = columns.velocity, let text = field(index), !text.isEmpty {
      guard let value = whole(text), 0...127 ~= value else {
        return fail(index, "\"\(text)\" is no velocity of 1 to 127")
      }
      // A list may hold silent notes; MIDI has none.
      if value == 0 { return }
      velocity = UInt8(value)
    }
    var channel: UInt8 = 0
    if let index = columns.channel, let text = field(index), !text.isEmpty {
      guard let value = whole(text), 1...16 ~= value else {
        return fail(index, "\"\(text)\" is no channel of 1 to 16")
      }
      channel = UInt8(value - 1)
    }
    func tick(_ time: Rational) -> Int64 {
      Int64(clamping: (time * Rational(1_000_000_000)).rounded)
    }
    events.append(
      TimedMessage(tick(onset), .noteOn(channel: channel, key: key, velocity: velocity)))
    events.append(TimedMessage(tick(offset), .noteOff(channel: channel, key: key, velocity: 64)))
  }

  private func whole(_ text: String) -> Int? {
    guard let value = NoteList.decimal(text), value.denominator == 1 else { return nil }
    return Int(exactly: value.numerator)
  }

  /// A key by number or name.
  private func key(_ text: String) -> UInt8? {
    if let value = whole(text) { return 0...127 ~= value ? UInt8(value) : nil }
    return Pitch(name: text)?.key
  }
}

extension Pitch {
  /// The pitch of a name such as `C4`, `f#3`, `Bb5` or `E♭2`; nil for anything else.
  init?(name: String) {
    var rest = Substring(name)
    let steps: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]
    guard let letter = rest.popFirst(), var key = steps[Character(letter.lowercased())] else {
      return nil
    }
    while let sign = rest.first, let step = ["#": 1, "♯": 1, "b": -1, "♭": -1][sign] {
      key += step
      rest = rest.dropFirst()
    }
    guard let octave = Int(rest), -2...10 ~= octave else { return nil }
    key += 12 * (octave + 1)
    guard 0...127 ~= key else { return nil }
    self.init(key: UInt8(key))
  }
}
