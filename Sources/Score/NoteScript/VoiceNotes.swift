/// What came of reading a word as a note.
enum NoteReading {
  case read(NoteWord)
  case wrong(String, hint: String?)
  /// The word is of another kind.
  case otherWord
}

extension ScriptCursor {
  /// Semitones above C of the letters a…g.
  private static let semitones: [Int16] = [9, 11, 0, 2, 4, 5, 7]

  /// Reads a letter, its accidentals and its octave into `word`; false if no letter of a pitch stands here.
  mutating func pitch(_ word: inout NoteWord) -> Bool {
    let letter = (next | 0x20) &- 0x61
    guard next.isLetter, letter < 7 else { return false }
    at += 1
    word.pitch = ScriptCursor.semitones[Int(letter)]
    // Beyond a thousand semitones no octave leads back to a key.
    while let step = accidental() { word.pitch = min(max(word.pitch + step, -1000), 1000) }
    let isBelowZero = next == 0x2D && at + 1 < end && bytes[at + 1].isDigit
    if isBelowZero { at += 1 }
    if let octave = integer() {
      word.octave = Int8(clamping: isBelowZero ? -octave : min(octave, 99))
      if isBelowZero, octave > 9 { word.octave = -9 }
    }
    return true
  }

  /// Steps over one `#`, `b`, `♯` or `♭`.
  private mutating func accidental() -> Int16? {
    switch next {
    case UInt8(ascii: "#"):
      at += 1
      return 1
    case UInt8(ascii: "b"):
      at += 1
      return -1
    case 0xE2 where at + 2 < end && bytes[at + 1] == 0x99:
      guard bytes[at + 2] == 0xAF || bytes[at + 2] == 0xAD else { return nil }
      at += 3
      return bytes[at - 1] == 0xAF ? 1 : -1
    default: return nil
    }
  }
}

extension VoiceCompiler {
  /// Reads the word at the cursor as a note: `PITCH:LENGTH@VELOCITY`, marks, `~`.
  mutating func note(_ place: Int) -> NoteReading {
    var word = NoteWord(place: UInt32(place))
    if cursor.next.isDigit {
      guard !isNumberedEnding(place), let key = cursor.integer() else { return .otherWord }
      guard key <= 127 else {
        return .wrong("key \(key == .max ? "" : "\(key) ")is out of range, 0 to 127", hint: nil)
      }
      word.pitch = Int16(key)
      word.octave = NoteWord.noOctave
    } else {
      guard cursor.pitch(&word) else { return .otherWord }
      // A lone lower-case f is the dynamic.
      if endsWord, cursor.at == place + 1, bytes[place] == UInt8(ascii: "f") {
        cursor.at = place
        return .otherWord
      }
    }
    switch cursor.next {
    case _ where endsWord: break
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "'"), UInt8(ascii: "_"),
      UInt8(ascii: "!"), UInt8(ascii: "~"):
      if let message = suffix(&word) { return .wrong(message, hint: nil) }
    default:
      let isNumber = word.octave == NoteWord.noOctave
      if !isNumber { cursor.at = place }
      return isNumber
        ? .wrong("unknown word \"\(text(from: place))\"", hint: nil) : .otherWord
    }
    if let key = NoteWord.key(of: word, octave: nil), !(0...127 ~= key) {
      return .wrong(
        "\(text(from: place)) is key \(key), out of range: C-1 (0) to G9 (127)", hint: nil)
    }
    return .read(word)
  }

  /// Reads length, velocity, marks and tie; what is wrong, if something is.
  mutating func suffix(_ word: inout NoteWord) -> String? {
    if cursor.take(UInt8(ascii: ":")) {
      do throws(LengthTable.Failure) {
        word.length = try lengths.read(&cursor)
      } catch {
        return error.message
      }
    }
    if cursor.take(UInt8(ascii: "@")) {
      guard let velocity = cursor.integer() else {
        return "expected a velocity behind @, 1 to 127"
      }
      guard 1...127 ~= velocity else {
        return "a velocity is 1 to 127, not \(velocity == .max ? "so much" : "\(velocity)")"
      }
      word.velocity = UInt8(velocity)
    }
    marks: while true {
      switch cursor.next {
      case UInt8(ascii: "'"): word.marks.insert(.staccato)
      case UInt8(ascii: "_"): word.marks.insert(.tenuto)
      case UInt8(ascii: "!"): word.marks.insert(.accent)
      default: break marks
      }
      cursor.at += 1
    }
    if cursor.take(UInt8(ascii: "~")) { word.marks.insert(.tie) }
    if endsWord { return nil }
    return
      "\"\(text(from: Int(word.place)))\": a note is PITCH:LENGTH@VELOCITY, then marks ' _ !, then ~"
  }
}

extension NoteWord {
  /// The key, 0…127 or beyond; nil if the word leaves out its octave and none is given.
  static func key(of word: NoteWord, octave: Int8?) -> Int? {
    switch word.octave {
    case noOctave: return Int(word.pitch)
    case sameOctave:
      guard let octave else { return nil }
      return Int(word.pitch) + 12 * (Int(octave) + 1)
    default: return Int(word.pitch) + 12 * (Int(word.octave) + 1)
    }
  }
}
