// What begins with a bracket: chords, inline fields, endings.
extension ABCTuneReader {
  /// `[`: a chord, an inline field, an ending or a bar line.
  mutating func bracket(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    let next = cursor.peek(1)
    if next == ABC.bar || (next == ABC.close && cursor.peek(2) != ABC.bar) {
      if next == ABC.close {
        cursor.position += 2  // [] stands for nothing, or for an invisible bar line
        return
      }
      bar(&cursor)
    } else if ABC.isLetter(next), cursor.peek(2) == ABC.colon,
      "IKLMNPQRUVmrwsTWGBCDFHOSZA".utf8.contains(next),
      !(ABC.isNoteLetter(next) && [ABC.bar, ABC.colon, ABC.close].contains(cursor.peek(3)))
    {
      inlineField(&cursor, letter: next)
    } else if ABC.isDigit(next) || (next == ABC.quote && isEndingText(cursor)) {
      cursor.position += 1
      ending(&cursor, at: begin)
    } else {
      chord(&cursor)
    }
  }

  private mutating func inlineField(_ cursor: inout ABCCursor, letter: UInt8) {
    let begin = cursor.position
    cursor.position += 3
    let contents = cursor.position
    guard cursor.text(upTo: ABC.close) != nil else {
      warn(begin, "this field is not closed with ] on its line")
      cursor.position = cursor.end
      return
    }
    let end = cursor.position - 1
    if letter == UInt8(ascii: "r") { return }
    let wasContinued = voices[current].isContinued
    field(letter, ABCCursor(cursor.bytes, from: contents, to: end), isInline: true)
    voices[current].isContinued = voices[current].isContinued || wasContinued
  }

  /// Whether `["…"` names an ending rather than beginning a chord with a chord symbol.
  private func isEndingText(_ cursor: ABCCursor) -> Bool {
    var ahead = cursor
    ahead.position += 2
    guard ahead.text(upTo: ABC.quote) != nil else { return false }
    let close = ahead.remaining.firstIndex(of: ABC.close) ?? ahead.end
    let stop = ahead.remaining.firstIndex { $0 == ABC.bar || $0 == ABC.open } ?? ahead.end
    return close >= stop
  }

  private mutating func chord(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    cursor.position += 1
    var heads: [ABCHead] = []
    var isRest = false
    var first = Rational.zero
    while !cursor.isAtEnd, cursor.byte != ABC.close {
      let before = cursor.position
      let byte = cursor.byte
      if ABC.isNoteLetter(byte) || byte == UInt8(ascii: "^") || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "=")
      {
        if let head = head(&cursor) {
          if heads.isEmpty, !isRest { first = head.length }
          if heads.count < 64 { heads.append(head) }
        }
      } else if byte == UInt8(ascii: "z") || byte == UInt8(ascii: "x") {
        cursor.position += 1
        let rest = length(&cursor) * voices[current].unit
        if heads.isEmpty, !isRest { first = rest }
        isRest = true
      } else if byte == ABC.bar {
        warn(begin, "this chord is not closed before the bar line")
        break
      } else if byte == ABC.minus, !heads.isEmpty {
        heads[heads.count - 1].isTied = true
        cursor.position += 1
      } else {
        inChord(&cursor)
      }
      if cursor.position == before { cursor.position += 1 }
    }
    if !cursor.take(ABC.close), cursor.isAtEnd {
      warn(begin, "this chord is not closed on its line")
    }
    let factor = length(&cursor)
    if cursor.byte == ABC.minus {
      cursor.position += 1
      for index in heads.indices { heads[index].isTied = true }
    }
    if heads.isEmpty, !isRest { return }
    for index in heads.indices { heads[index].length = heads[index].length * factor }
    finish(heads, length: first * factor, at: begin)
  }

  /// What else may stand in a chord.
  private mutating func inChord(_ cursor: inout ABCCursor) {
    switch cursor.byte {
    case 32, 9, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "`"):
      cursor.position += 1
    case ABC.quote, ABC.exclamation, ABC.plus, UInt8(ascii: "."): symbol(&cursor)
    default:
      if settings.userSymbols[cursor.byte] != nil {
        symbol(&cursor)
      } else {
        let shown = ABC.string(cursor.remaining.prefix(4)).prefix(1)
        warn(cursor.position, "'\(shown)' is not understood in a chord and is skipped")
        cursor.position += 1
      }
    }
  }
}
