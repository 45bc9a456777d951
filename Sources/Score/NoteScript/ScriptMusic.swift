/// What directives and `at` lines say in the same words: tempo, meter, key.
extension ScriptStatement {
  /// `72`, `4.=60`, `60000000/517241`, `72..54 over 2/1`: the tempo in seconds a whole note.
  mutating func tempo() -> TimeChange.Kind? {
    guard var word = word("a tempo such as 72 or 4.=60") else { return nil }
    let place = word.at
    var beat = Rational(1, 4)
    if word.bytes[word.at..<word.end].contains(UInt8(ascii: "=")) {
      guard let id = try? lengths.read(&word), lengths[id].seconds == .zero,
        word.take(UInt8(ascii: "="))
      else {
        error(place, "expected a note length before =, as in tempo 4.=60")
        return nil
      }
      beat = lengths[id].wholes
    }
    guard let first = word.beatsPerMinute() else {
      error(place, "expected a tempo such as 72, 4.=60 or 72..54 over 2/1")
      return nil
    }
    var last: Rational?
    if word.take("..") {
      last = word.beatsPerMinute()
      if last == nil {
        error(place, "expected the tempo at the end, as in 72..54 over 2/1")
        return nil
      }
    }
    guard word.isAtEnd else {
      error(place, "expected a tempo such as 72, 4.=60 or 72..54 over 2/1")
      return nil
    }
    for tempo in [first, last ?? first] {
      let quarters = tempo * beat * Rational(4)
      guard quarters >= Rational(1, 100), quarters <= Rational(60_000_000) else {
        error(place, "a tempo is 0.01 to 60000000 quarters a minute")
        return nil
      }
    }
    let seconds = Rational(60) / (first * beat)
    guard let last else { return .tempo(secondsPerWhole: seconds, ramp: nil) }
    guard let length = rampLength() else { return nil }
    return .tempo(
      secondsPerWhole: seconds,
      ramp: ScriptClock.Ramp(secondsPerWholeAtEnd: Rational(60) / (last * beat), wholes: length))
  }

  /// `over 2/1`.
  private mutating func rampLength() -> Rational? {
    guard take("over") else {
      if hasWord(), let word = word("") {
        error(word.at, "expected over and a length, as in tempo 72..54 over 2/1")
      } else {
        missing("over and a length, as in tempo 72..54 over 2/1")
      }
      return nil
    }
    guard var word = word("a length, as in over 2/1") else { return nil }
    let place = word.at
    do throws(LengthTable.Failure) {
      let id = try lengths.read(&word)
      let length = lengths[id]
      guard word.isAtEnd, length.seconds == .zero else { throw .malformed }
      return length.wholes
    } catch {
      self.error(place, error == .malformed ? "expected a length such as 2/1 or 4." : error.message)
      return nil
    }
  }

  /// `3/4`.
  mutating func meter() -> TimeChange.Kind? {
    guard var word = word("a meter such as 3/4") else { return nil }
    let place = word.at
    guard let beats = word.integer(), word.take(UInt8(ascii: "/")), let unit = word.integer(),
      word.isAtEnd
    else {
      error(place, "expected a meter such as 3/4")
      return nil
    }
    guard 1...255 ~= beats, 1...2048 ~= unit, unit & (unit - 1) == 0 else {
      error(place, "a meter is 1 to 255 beats of 1, 1/2, 1/4, 1/8 … 1/2048")
      return nil
    }
    return .meter(beats: beats, unit: unit)
  }

  /// `"C minor"`.
  mutating func key() -> Message? {
    _ = hasWord()
    let place = cursor.at
    guard let text = string("a key such as \"C minor\"") else { return nil }
    guard let key = KeyName.signature(text) else {
      error(place, "expected a key such as \"C minor\", \"Bb major\" or \"F# minor\"")
      return nil
    }
    return .keySignature(sharps: key.sharps, minor: key.minor)
  }
}

extension ScriptCursor {
  /// `72`, `72.5` or `60000000/517241`, above 0 or 0.
  fileprivate mutating func beatsPerMinute() -> Rational? {
    guard case .value(let value) = decimal() else { return nil }
    guard value.places == 0, next == UInt8(ascii: "/") else { return value.rational }
    at += 1
    guard let under = integer(), under > 0, under < .max else { return nil }
    return Rational(Int128(value.digits), Int128(under))
  }
}

/// Keys by name.
enum KeyName {
  /// The major keys from seven flats to seven sharps; the minor keys of the same signatures.
  private static let major = [
    "Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#",
  ]
  private static let minor = [
    "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#", "G#", "D#", "A#",
  ]

  /// The signature of a key such as `C minor`, `B♭ major` or `f# minor`.
  static func signature(_ bytes: [UInt8]) -> (sharps: Int, minor: Bool)? {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 2 else { return nil }
    let mode = words[1].lowercased()
    guard mode == "major" || mode == "minor" else { return nil }
    var tonic = ""
    for (index, character) in words[0].enumerated() {
      switch character {
      case "♯": tonic += "#"
      case "♭": tonic += "b"
      default: tonic += index == 0 ? character.uppercased() : String(character)
      }
    }
    let names = mode == "minor" ? minor : major
    guard let index = names.firstIndex(of: tonic) else { return nil }
    return (index - 7, mode == "minor")
  }

  /// The name of a signature; nil beyond seven sharps or flats.
  static func name(sharps: Int, minor isMinor: Bool) -> String? {
    guard -7...7 ~= sharps else { return nil }
    return isMinor ? minor[sharps + 7] + " minor" : major[sharps + 7] + " major"
  }
}
