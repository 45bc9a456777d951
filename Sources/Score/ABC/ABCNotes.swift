extension ABCTuneReader {
  /// The longest note or rest, in whole notes.
  static let longest = Rational(4096)
  /// How many times longer or shorter tuplets can make a note.
  private static let mostTuplet: Int128 = 1 << 20

  mutating func note(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    guard let head = head(&cursor) else { return }
    finish([head], length: head.length, at: begin)
  }

  mutating func rest(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    cursor.position += 1
    finish([], length: length(&cursor) * voices[current].unit, at: begin)
  }

  /// `Z4`: a rest of whole bars.
  mutating func barRest(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    cursor.position += 1
    let bars = min(cursor.number() ?? 1, 4096)
    let meter = voices[current].meter
    let bar = meter.isFree ? .one : meter.barLength
    let held = voices[current].tuplets
    voices[current].tuplets = []
    finish([], length: bar * Rational(bars), at: begin)
    voices[current].tuplets = held
  }

  /// A length in units.
  private mutating func length(_ cursor: inout ABCCursor) -> Rational {
    let begin = cursor.position
    guard let length = cursor.length() else {
      warn(begin, "a length over 0 has no meaning; 1 is played")
      return .one
    }
    return length
  }

  /// A note with its accidental, octave, length and tie; its length in whole notes.
  mutating func head(_ cursor: inout ABCCursor) -> ABCHead? {
    let begin = cursor.position
    let accidental = ABCAccidental(&cursor)
    guard ABC.isNoteLetter(cursor.byte) else {
      warn(begin, "an accidental needs a note behind it")
      return nil
    }
    let letter = cursor.byte
    cursor.position += 1
    var octave = letter >= UInt8(ascii: "a") ? 1 : 0
    while cursor.byte == UInt8(ascii: "'") || cursor.byte == UInt8(ascii: ",") {
      octave += cursor.byte == UInt8(ascii: "'") ? 1 : -1
      cursor.position += 1
    }
    octave = min(max(octave, -20), 20)
    let step = ABCKey.step(letter)
    let cents = alteration(step: step, octave: octave, accidental: accidental?.cents)
    let voice = voices[current]
    let natural = ABCKey.semitones[step] + 12 * octave
    let semitones = cents >= 0 ? (cents + 49) / 100 : -((-cents + 49) / 100)
    let key =
      60 + natural + semitones + 12 * (voice.clefOctaves + voice.octaves) + voice.transpose
    var head = ABCHead(key: key, cents: cents - semitones * 100, length: .zero)
    head.upper = neighbour(step, octave, by: 1) - natural - semitones
    head.lower = neighbour(step, octave, by: -1) - natural - semitones
    head.step = step + 7 * octave
    head.alteration = cents
    head.length = length(&cursor) * voice.unit
    if cursor.byte == ABC.minus {
      cursor.position += 1
      head.isTied = true
    } else if cursor.byte == UInt8(ascii: "."), cursor.peek(1) == ABC.minus {
      cursor.position += 2
      head.isTied = true
    }
    return head
  }

  /// Where an accidental is kept.
  private func slot(_ step: Int, _ octave: Int) -> Int {
    settings.accidentals == .octave ? step + 7 * octave : step
  }

  /// What a note's letter is altered by: its own accidental, one of the bar, or the key's.
  private mutating func alteration(step: Int, octave: Int, accidental: Int?) -> Int {
    let tied = voices[current].tiedAccidentals[step + 7 * octave]
    if let accidental {
      if settings.accidentals != .not, voices[current].accidentalsLast {
        voices[current].accidentals[slot(step, octave)] = accidental
      }
      return accidental
    }
    // A note tied over the bar line keeps its accidental, and only it.
    return voices[current].accidentals[slot(step, octave)] ?? tied
      ?? voices[current].key.cents[step]
  }

  /// Semitones above C of the neighbouring step, as the key and the bar alter it.
  private func neighbour(_ step: Int, _ octave: Int, by distance: Int) -> Int {
    var (step, octave) = (step + distance, octave)
    if step == 7 { (step, octave) = (0, octave + 1) }
    if step < 0 { (step, octave) = (6, octave - 1) }
    let cents =
      voices[current].accidentals[slot(step, octave)] ?? voices[current].key.cents[step]
    return ABCKey.semitones[step] + 12 * octave + cents / 100
  }

  /// Adds a note, chord or rest with what stands before it and what runs over it.
  mutating func finish(_ heads: [ABCHead], length: Rational, at byte: Int) {
    var factor = Rational.one
    for tuplet in voices[current].tuplets {
      // Tuplets in tuplets multiply: what makes sense is far within these bounds.
      factor = min(
        max(factor * tuplet.factor, Rational(1, Self.mostTuplet)), Rational(Self.mostTuplet))
    }
    for index in voices[current].tuplets.indices { voices[current].tuplets[index].left -= 1 }
    voices[current].tuplets.removeAll { $0.left <= 0 }
    if let broken = voices[current].brokenNext {
      factor = factor * broken
      voices[current].brokenNext = nil
    }
    var note = ABCNote(length: length * factor, unit: voices[current].unit)
    note.heads = heads
    voices[current].tiedAccidentals = [:]
    for head in heads where head.isTied {
      voices[current].tiedAccidentals[head.step] = head.alteration
    }
    for index in note.heads.indices { note.heads[index].length = heads[index].length * factor }
    cut(&note, at: byte)
    note.isSlurred = voices[current].slurs > 0
    note.graces = voices[current].graces
    note.chord = voices[current].chord
    voices[current].graces = []
    voices[current].chord = nil
    var after: [ABCWay] = []
    for decoration in voices[current].decorations {
      guard case .way(let way) = decoration else {
        note.decorations.append(decoration)
        continue
      }
      switch way {
      case .segno, .coda: add(.way(way), at: byte)
      default: after.append(way)
      }
    }
    voices[current].decorations = []
    add(.note(note), at: byte)
    voices[current].lastNote = voices[current].symbols.count - 1
    for way in after { add(.way(way), at: byte) }
  }

  /// Keeps a note within the longest.
  mutating func cut(_ note: inout ABCNote, at byte: Int) {
    if note.length > Self.longest {
      warn(byte, "a note or rest of more than \(Self.longest) whole notes is cut to that")
      note.length = Self.longest
    }
    for index in note.heads.indices where note.heads[index].length > Self.longest {
      note.heads[index].length = Self.longest
    }
  }

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

  /// Grace notes in braces.
  mutating func graces(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    cursor.position += 1
    _ = cursor.take(ABC.slash)
    var found: [ABCGrace] = []
    let unit = voices[current].unit
    while !cursor.isAtEnd, cursor.byte != UInt8(ascii: "}") {
      let before = cursor.position
      let byte = cursor.byte
      if byte == ABC.open {
        cursor.position += 1
        var heads: [ABCHead] = []
        while !cursor.isAtEnd, cursor.byte != ABC.close, cursor.byte != UInt8(ascii: "}") {
          let inner = cursor.position
          if ABC.isBlank(cursor.byte) {
            cursor.position += 1
          } else if let head = head(&cursor), heads.count < 64 {
            heads.append(head)
          }
          if cursor.position == inner { cursor.position += 1 }
        }
        _ = cursor.take(ABC.close)
        let factor = length(&cursor)
        if let first = heads.first {
          found.append(ABCGrace(heads: heads, length: first.length / unit * factor))
        }
      } else if ABC.isNoteLetter(byte) || byte == UInt8(ascii: "^") || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "=")
      {
        if let head = head(&cursor) {
          found.append(ABCGrace(heads: [head], length: head.length / unit))
        }
      } else {
        cursor.position += 1  // slurs, blanks, rests and the like
      }
      if cursor.position == before { cursor.position += 1 }
    }
    if !cursor.take(UInt8(ascii: "}")) { warn(begin, "these grace notes are not closed with }") }
    voices[current].graces = Array((voices[current].graces + found).prefix(64))
  }
}
