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
  mutating func length(_ cursor: inout ABCCursor) -> Rational {
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
