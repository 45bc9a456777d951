// What stands behind the verb of an `at` line: pitches, durations, options, bytes.
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
