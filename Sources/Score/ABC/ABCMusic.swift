extension ABCTuneReader {
  /// Reads a line of music.
  mutating func music(_ line: ABCLine) {
    if !voices[current].isContinued { beginLine() }
    voices[current].isContinued = false
    lastAligned = nil
    var bytes = line.bytes
    if !settings.macros.isEmpty, let expanded = ABCMacro.expand(bytes, with: settings.macros) {
      (bytes, origins) = expanded
    }
    var cursor = ABCCursor(bytes)
    while !cursor.isAtEnd {
      let before = cursor.position
      symbol(&cursor)
      if cursor.position == before { cursor.position += 1 }  // whatever it was, it is over
    }
  }

  private mutating func beginLine() {
    voices[current].lineBegin = voices[current].symbols.count
    voices[current].verses = 0
  }

  mutating func symbol(_ cursor: inout ABCCursor) {
    let byte = cursor.byte
    let next = cursor.peek(1)
    switch byte {
    case 32, 9, UInt8(ascii: "`"), UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: ";"):
      cursor.position += 1
    case UInt8(ascii: "A")...UInt8(ascii: "G"), UInt8(ascii: "a")...UInt8(ascii: "g"),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "="):
      note(&cursor)
    case UInt8(ascii: "z"), UInt8(ascii: "x"): rest(&cursor)
    case UInt8(ascii: "Z"), UInt8(ascii: "X"): barRest(&cursor)
    case UInt8(ascii: "y"):
      cursor.position += 1
      _ = cursor.length()
    case ABC.open: bracket(&cursor)
    case ABC.bar, ABC.colon: bar(&cursor)
    case ABC.close:
      warn(cursor.position, "this ] closes nothing")
      cursor.position += 1
    case UInt8(ascii: "{"): graces(&cursor)
    case UInt8(ascii: "}"):
      warn(cursor.position, "this } closes nothing")
      cursor.position += 1
    case UInt8(ascii: "("): parenthesis(&cursor)
    case UInt8(ascii: ")"):
      voices[current].slurs = max(voices[current].slurs - 1, 0)
      cursor.position += 1
    case ABC.quote: quoted(&cursor)
    case ABC.exclamation, ABC.plus: named(&cursor)
    case UInt8(ascii: ">"), UInt8(ascii: "<"): brokenRhythm(&cursor)
    case UInt8(ascii: "&"): overlay(&cursor)
    case ABC.minus:
      tie(at: cursor.position)
      cursor.position += 1
    case UInt8(ascii: "."):
      cursor.position += 1
      // `.|`, `.(` and `.-` are dotted signs.
      if next != ABC.bar, next != UInt8(ascii: "("), next != ABC.minus {
        voices[current].decorations += settings.userSymbols[byte] ?? [.staccato]
      }
    case ABC.backslash:
      cursor.position += 1
      if cursor.remaining.allSatisfy(ABC.isBlank) { voices[current].isContinued = true }
    default:
      if let decorations = settings.userSymbols[byte] {
        voices[current].decorations += decorations
      } else if byte >= UInt8(ascii: "H") && byte <= UInt8(ascii: "W")
        || byte >= UInt8(ascii: "h") && byte <= UInt8(ascii: "w")
      {
        warn(
          cursor.position, "the sign '\(ABC.string([byte]))' stands for nothing",
          hint: "define it with U:")
      } else if byte & 0xC0 != 0x80 {
        let shown = ABC.string(cursor.remaining.prefix(4)).prefix(1)
        warn(cursor.position, "'\(shown)' is not understood in music and is skipped")
      }
      cursor.position += 1
    }
  }

  private mutating func parenthesis(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    cursor.position += 1
    if cursor.take(UInt8(ascii: "&")) {
      add(.overlayBegin, at: begin)
      return
    }
    guard ABC.isDigit(cursor.byte), let p = cursor.number() else {
      voices[current].slurs = min(voices[current].slurs + 1, 1000)
      return
    }
    var q: Int?
    var r: Int?
    if cursor.byte == ABC.colon {
      cursor.position += 1
      q = cursor.number()
      if cursor.byte == ABC.colon {
        cursor.position += 1
        r = cursor.number()
      }
    }
    let usual = [2: 3, 3: 2, 4: 3, 6: 2, 8: 3][p] ?? (voices[current].meter.isCompound ? 3 : 2)
    guard (1...1000).contains(p), q ?? usual > 0, (1...1000).contains(r ?? p) else {
      warn(begin, "this is not a tuplet", hint: "write (3abc, or (p:q:r for r notes in p:q")
      return
    }
    guard voices[current].tuplets.count < 8 else {
      warn(begin, "tuplets stand more than 8 deep in each other; this one is left out")
      return
    }
    voices[current].tuplets.append((Rational(Int128(q ?? usual), Int128(p)), r ?? p))
  }

  private mutating func quoted(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    cursor.position += 1
    guard let text = cursor.text(upTo: ABC.quote) else {
      warn(begin, "this quotation mark is not closed on its line")
      cursor.position = cursor.end
      return
    }
    // Fingerings and more may follow after a semicolon: "Am;1".
    for part in text.split(separator: UInt8(ascii: ";")) {
      if let chord = chordSymbol(part, at: begin) {
        voices[current].chord = chord
        return
      }
    }
  }

  /// The chord symbol that a text is, if it is one.
  mutating func chordSymbol(_ text: ArraySlice<UInt8>, at byte: Int) -> ABCChordSymbol? {
    switch ABCChordSymbol.read(text, kinds: settings.chordKinds) {
    case .chord(let chord): return chord
    case .text: return nil
    case .unknown(let chord, let kind):
      guard playsChords else { return chord }
      warn(
        byte, "chords of the kind '\(ABC.string(kind))' are not known; the major triad is played",
        hint: "define it with %%MIDI chordname")
      return chord
    }
  }

  private mutating func named(_ cursor: inout ABCCursor) {
    let mark = cursor.byte
    let begin = cursor.position
    cursor.position += 1
    let ahead = cursor.bytes[cursor.position..<cursor.end]
    guard let end = ahead.prefix(60).firstIndex(of: mark),
      !ahead[..<end].contains(ABC.bar), !ahead[..<end].contains(32)
    else {
      // A lone ! was a line break in older ABC.
      if mark == ABC.plus { warn(begin, "this + is not understood and is skipped") }
      return
    }
    cursor.position = end + 1
    voices[current].decorations.append(decoration(ahead[..<end], at: begin))
  }

  private mutating func brokenRhythm(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    let sign = cursor.byte
    let count = min(cursor.takeAll(sign), 8)
    guard let last = voices[current].lastNote else {
      warn(begin, "there is no note before this \(ABC.string([sign]))")
      return
    }
    var short = Rational(1, 1 << Int128(count))
    var long = Rational(2) - short
    if count == 1 { (long, short) = voices[current].broken }
    let isLongFirst = sign == UInt8(ascii: ">")
    multiply(last, by: isLongFirst ? long : short, at: begin)
    voices[current].brokenNext = isLongFirst ? short : long
  }

  private mutating func multiply(_ index: Int, by factor: Rational, at byte: Int) {
    guard case .note(var note) = voices[current].symbols[index].kind else { return }
    note.length = note.length * factor
    for head in note.heads.indices { note.heads[head].length = note.heads[head].length * factor }
    cut(&note, at: byte)
    voices[current].symbols[index].kind = .note(note)
  }

  private mutating func overlay(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    let count = cursor.takeAll(UInt8(ascii: "&"))
    if cursor.byte == UInt8(ascii: ")") {
      cursor.position += 1
      add(.overlayEnd, at: begin)
    } else {
      add(.overlay(bars: min(count, 64)), at: begin)
    }
    voices[current].accidentals = [:]
    voices[current].tuplets = []
    voices[current].lastNote = nil
    voices[current].brokenNext = nil
  }

  private mutating func tie(at byte: Int) {
    guard let last = voices[current].lastNote,
      case .note(var note) = voices[current].symbols[last].kind, !note.heads.isEmpty
    else {
      warn(byte, "there is no note before this tie")
      return
    }
    for head in note.heads.indices { note.heads[head].isTied = true }
    voices[current].symbols[last].kind = .note(note)
  }
}
