extension VoiceCompiler {
  /// The words that a voice line can hold beside pitches and brackets.
  static let vocabulary =
    Dynamics.velocities.map(\.name) + [
      "r", "ped", "ped*", "sost", "sost*", "una", "una*", "gate", "arp",
    ]

  /// Reads the word at the cursor, which is no blank; false if the line cannot be read further.
  mutating func word() -> Bool {
    let place = cursor.at
    let byte = cursor.next
    if byte.isLetter || byte.isDigit { return letterOrDigit(place) }
    switch byte {
    case UInt8(ascii: "#"): cursor.at = cursor.end
    case UInt8(ascii: "$"): return enterMacro(place: place)
    case UInt8(ascii: "]"): closeSquare(place)
    case _ where isInChord:
      faults.error(place, "only pitches can stand in a chord, not \"\(text(from: place))\"")
      skipWord(from: place)
    case UInt8(ascii: "|"):
      cursor.at += 1
      add(.barLine(place: UInt32(place)))
    case UInt8(ascii: "("):
      cursor.at += 1
      return open(.repeat, .openRepeat(place: UInt32(place)), place: place)
    case UInt8(ascii: ")"): closeRepeat(place)
    case UInt8(ascii: ";"): closeEnding(place)
    case UInt8(ascii: "["):
      cursor.at += 1
      return open(.chord, .openChord(place: UInt32(place)), place: place)
    case UInt8(ascii: "{"):
      cursor.at += 1
      return open(.tuplet, .openTuplet(place: UInt32(place)), place: place)
    case UInt8(ascii: "}"): closeTuplet(place)
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      cursor.at += 1
      add(.hairpin(place: UInt32(place)))
    case UInt8(ascii: "^"):
      cursor.at += 1
      guard cursor.take(UInt8(ascii: "[")) else {
        skipWord(from: place)
        faults.error(place, "expected the pitches of a grace note, as in ^[D5]C5:4")
        return true
      }
      return open(.grace, .openGrace(place: UInt32(place)), place: place)
    default: unknownWord(place)
    }
    return true
  }

  private mutating func letterOrDigit(_ place: Int) -> Bool {
    switch note(place) {
    case .read(let word):
      if isInChord, word.length >= 0 {
        faults.error(place, "a note in a chord has no length of its own; it stands behind the ]")
      }
      if contexts.last?.kind == .grace, word.marks.contains(.tie) {
        faults.error(place, "a grace note cannot be tied")
      }
      add(.note(word))
    case .wrong(let message, let hint):
      skipWord(from: place)
      faults.error(place, message, hint: hint)
    case .otherWord where isInChord:
      let said = text(from: place)
      skipWord(from: place)
      faults.error(
        place, "only pitches can stand in a chord, not \"\(said)\"",
        hint: said == "f" ? "write F for the pitch" : nil)
    case .otherWord: return keyword(place)
    }
    return true
  }

  private mutating func unknownWord(_ place: Int) {
    let said = text(from: place)
    skipWord(from: place)
    faults.error(
      place, "unknown word \"\(said)\"",
      hint: NearestWord.hint(said, in: VoiceCompiler.vocabulary))
  }

  /// A word of letters that is no pitch.
  private mutating func keyword(_ place: Int) -> Bool {
    let word = text(from: place)
    if let velocity = Dynamics.velocity(of: word) {
      skipWord(from: place)
      add(.dynamic(velocity: velocity))
      return true
    }
    cursor.at = place
    if cursor.take("r"), endsWord || cursor.next == UInt8(ascii: ":") {
      rest(place)
    } else if isNumberedEnding(place) {
      return openEnding(place)
    } else if word == "gate" {
      skipWord(from: place)
      gate()
    } else if cursor.bytes.span.has("arp", at: place), place + 3 <= cursor.end,
      let opened = roll(place)
    {
      return opened
    } else if !pedal(place) {
      cursor.at = place
      unknownWord(place)
    }
    return true
  }

  /// Whether the cursor stands at the end of a word.
  var endsWord: Bool { cursor.isAtEnd || cursor.next.endsVoiceWord }

  private mutating func rest(_ place: Int) {
    var length: Int32 = -1
    if cursor.take(UInt8(ascii: ":")) {
      do throws(LengthTable.Failure) {
        length = try lengths.read(&cursor)
      } catch {
        skipWord(from: place)
        faults.error(place, error.message)
        return
      }
    }
    guard endsWord else {
      let said = text(from: place)
      skipWord(from: place)
      faults.error(
        place, "\"\(said)\": a rest has a length and nothing more",
        hint: said.hasSuffix("~") ? "a rest cannot be tied" : nil)
      return
    }
    add(.rest(place: UInt32(place), length: length))
  }

  private mutating func gate() {
    let behind = cursor.at
    cursor.skipBlanks()
    let place = cursor.at
    guard !cursor.isAtEnd, cursor.next != UInt8(ascii: "#") else {
      faults.error(behind, "expected the sounding share, as in gate 90%")
      return
    }
    let reading = cursor.decimal()
    guard case .value(let share) = reading, cursor.take(UInt8(ascii: "%")), endsWord else {
      let said = text(from: place)
      skipWord(from: place)
      faults.error(place, "expected a share such as 90% behind gate, found \"\(said)\"")
      return
    }
    let most = share.places <= 4 ? ScriptDecimal.powers[share.places] * 100 : 0
    guard share.digits > 0, share.digits <= most else {
      faults.error(place, "a gate is above 0% and at most 100%, with four decimals at most")
      return
    }
    add(.gate(numerator: Int32(share.digits), denominator: Int32(most)))
  }

  /// `arp[` or `arp=25ms[`; nil if the word is another one.
  private mutating func roll(_ place: Int) -> Bool? {
    cursor.at = place + 3
    var step = lengths.id(of: ScriptLength(seconds: Rational(40, 1000)))
    if cursor.take(UInt8(ascii: "=")) {
      do throws(LengthTable.Failure) {
        step = try lengths.read(&cursor)
      } catch {
        skipWord(from: place)
        faults.error(place, error.message, hint: "a rolled chord is arp[…] or arp=25ms[…]")
        return true
      }
    }
    guard cursor.take(UInt8(ascii: "[")) else {
      guard endsWord else { return nil }
      faults.error(
        place, "expected a chord right behind arp", hint: "a rolled chord is arp[C4 E4 G4]")
      return true
    }
    return open(.chord, .openRoll(place: UInt32(place), length: step), place: place)
  }
}
