extension VoiceCompiler {
  /// Reads a pedal word; false if the word is no such.
  mutating func pedal(_ place: Int) -> Bool {
    var pedal = PedalWord(controller: 64, action: .press, place: UInt32(place))
    if cursor.take("sost") {
      pedal.controller = 66
    } else if cursor.take("una") {
      pedal.controller = 67
    } else if !cursor.take("ped") {
      return false
    }
    if endsWord {
      add(.pedal(pedal))
    } else if cursor.take(UInt8(ascii: "*")), endsWord {
      pedal.action = .release
      add(.pedal(pedal))
    } else if pedal.controller != 66, cursor.take(UInt8(ascii: "=")) {
      partWay(&pedal, place)
    } else {
      return false
    }
    return true
  }

  /// `0.5` or `0..1/2` behind the equals sign.
  private mutating func partWay(_ pedal: inout PedalWord, _ place: Int) {
    let said = text(from: place)
    guard case .value(let part) = cursor.decimal() else {
      skipWord(from: place)
      faults.error(
        place, "\"\(said)\": expected how far the pedal is down, 0 to 1, as in ped=0.5")
      return
    }
    let whole = ScriptDecimal.powers[part.places]
    guard part.digits <= whole, part.places <= 16 else {
      skipWord(from: place)
      faults.error(place, "\"\(said)\": a pedal is between 0 (up) and 1 (down)")
      return
    }
    // 127 times the part, rounded.
    pedal.value = UInt8((Int128(part.digits) * 254 + Int128(whole)) / (2 * Int128(whole)))
    pedal.action = .set
    if cursor.take("..") {
      pedal.action = .ramp
      do throws(LengthTable.Failure) {
        pedal.length = try lengths.read(&cursor)
      } catch {
        skipWord(from: place)
        faults.error(place, error.message, hint: "a ramp is ped=0..1/2, to 0 over a half note")
        return
      }
    }
    guard endsWord else {
      skipWord(from: place)
      faults.error(place, "unknown word \"\(said)\"", hint: "a pedal part way is ped=0.5")
      return
    }
    add(.pedal(pedal))
  }
}
