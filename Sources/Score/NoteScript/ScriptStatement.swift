/// Reads a directive or an `at` line word by word.
struct ScriptStatement {
  var cursor: ScriptCursor
  /// Behind the last word read: where a missing one is missed.
  private(set) var behind: Int
  var faults: ScriptFaults
  var lengths: LengthTable
  /// Whether a mistake was found in this line.
  private(set) var isWrong = false

  init(_ cursor: ScriptCursor, faults: ScriptFaults, lengths: LengthTable) {
    self.cursor = cursor
    behind = cursor.at
    self.faults = faults
    self.lengths = lengths
  }

  mutating func start(_ cursor: ScriptCursor) {
    self.cursor = cursor
    behind = cursor.at
    isWrong = false
  }

  mutating func error(
    _ place: Int, _ message: String, hint: @autoclosure () -> String? = nil
  ) {
    isWrong = true
    faults.error(place, message, hint: hint())
  }

  mutating func missing(_ what: String) { error(behind, "expected \(what)") }

  /// Whether another word follows.
  mutating func hasWord() -> Bool {
    cursor.skipBlanks()
    return !cursor.isAtEnd && cursor.next != UInt8(ascii: "#")
  }

  /// The next word up to a blank; nil and an error where there is none.
  mutating func word(_ what: @autoclosure () -> String) -> ScriptCursor? {
    guard hasWord() else {
      missing(what())
      return nil
    }
    let begin = cursor.at
    while !cursor.isAtEnd, !cursor.next.isBlank { cursor.at += 1 }
    behind = cursor.at
    return ScriptCursor(cursor.bytes, begin..<cursor.at)
  }

  /// Steps over a word if it is the next one.
  mutating func take(_ text: String) -> Bool {
    guard hasWord() else { return false }
    var ahead = cursor
    guard ahead.take(text), ahead.isAtEnd || ahead.next.isBlank else { return false }
    cursor = ahead
    behind = cursor.at
    return true
  }

  /// Finds words behind the last one that has a meaning.
  mutating func end() {
    guard hasWord(), !isWrong, let word = word("") else { return }
    error(word.at, "unexpected \"\(word.rest)\" behind what is complete")
  }

  /// A whole number in a range.
  mutating func integer(_ range: ClosedRange<Int>, _ what: String) -> Int? {
    guard var word = word(what) else { return nil }
    let place = word.at
    guard let value = word.integer(), word.isAtEnd else {
      word.at = place
      error(place, "expected \(what), found \"\(word.rest)\"")
      return nil
    }
    guard range ~= value else {
      word.at = place
      error(place, "\(what) is \(range.lowerBound) to \(range.upperBound), not \(word.rest)")
      return nil
    }
    return value
  }

  /// A string in quotes, its escapes resolved.
  mutating func string(_ what: String) -> [UInt8]? {
    guard hasWord() else {
      missing("\(what) in quotes")
      return nil
    }
    let place = cursor.at
    guard cursor.take(UInt8(ascii: "\"")) else {
      guard let word = word("") else { return nil }
      error(place, "expected \(what) in quotes, found \"\(word.rest)\"")
      return nil
    }
    var text: [UInt8] = []
    while !cursor.isAtEnd {
      let at = cursor.at
      let byte = cursor.next
      cursor.at += 1
      if byte == UInt8(ascii: "\"") {
        behind = cursor.at
        guard cursor.isAtEnd || cursor.next.isBlank else {
          error(cursor.at, "expected a blank behind a string")
          return nil
        }
        return text
      }
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
      } else if let escaped = escape() {
        text.append(escaped)
      } else {
        error(at, "unknown escape; a string knows \\\", \\\\, \\n and \\xE9")
        return nil
      }
    }
    error(place, "a string that is never closed", hint: "close it with \"")
    return nil
  }

  /// What stands behind a backslash.
  private mutating func escape() -> UInt8? {
    let byte = cursor.next
    cursor.at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return byte
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "x"):
      guard cursor.at + 2 <= cursor.end, let high = cursor.hexDigit(at: cursor.at),
        let low = cursor.hexDigit(at: cursor.at + 1)
      else { return nil }
      cursor.at += 2
      return high << 4 | low
    default: return nil
    }
  }
}

extension ScriptCursor {
  /// What is left, shortened for a message.
  var rest: String {
    let text = String(decoding: bytes[at..<max(at, end)], as: UTF8.self)
    return text.count > 40 ? text.prefix(40) + "…" : text
  }

  func hexDigit(at index: Int) -> UInt8? {
    switch bytes[index] {
    case 0x30...0x39: bytes[index] - 0x30
    case 0x41...0x46: bytes[index] - 0x41 + 10
    case 0x61...0x66: bytes[index] - 0x61 + 10
    default: nil
    }
  }
}
