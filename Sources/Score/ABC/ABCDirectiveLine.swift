extension ABCTuneReader {
  /// Acts on a stylesheet directive (`%%…`) or instruction (`I:…`); the cursor stands at its name.
  mutating func directive(_ given: ABCCursor, isInline: Bool) {
    var cursor = given
    cursor.skipBlanks()
    let begin = cursor.position
    while !cursor.isAtEnd, !ABC.isBlank(cursor.byte), cursor.byte != UInt8(ascii: "=") {
      cursor.position += 1
    }
    let name = cursor.bytes[begin..<cursor.position]
    cursor.skipBlanks()
    if cursor.byte == UInt8(ascii: "=") { cursor.position += 1 }
    cursor.skipBlanks()
    switch ABC.string(name.map(ABC.lowercase)) {
    case "midi":
      midi(cursor, isInline: isInline)
    case "propagate-accidentals":
      switch ABC.string(cursor.word()) {
      case "not": settings.accidentals = .not
      case "octave": settings.accidentals = .octave
      case "pitch": settings.accidentals = .pitch
      case let other:
        warn(begin, "accidentals propagate 'not', by 'octave' or by 'pitch', not '\(other)'")
      }
    case "abc-copyright":
      copyright = ABC.string(ABCText.decoded(ABC.trimmed(cursor.rest())))
    case "abc-include":
      warn(begin, "a file to be included is not read; what it would add is not played")
    case "abc-charset":
      let name = ABC.string(cursor.word().map(ABC.lowercase))
      if !["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin1"].contains(name) {
        warn(begin, "texts are read as UTF-8 or Latin-1, not as \(name)")
      }
    case "deco": settings.drawn.insert(Array(cursor.word()))
    case "octave":
      if let octaves = cursor.signedNumber() {
        var field = ABCKeyField(voice: ABCCursor([]))
        field.octaves = min(max(octaves, -8), 8)
        if isInBody {
          apply(field, to: current)
        } else {
          for index in voices.indices { apply(field, to: index) }
        }
      }
    case "transpose":
      // abcm2ps and abc2svg transpose what is played too.
      if let semitones = cursor.signedNumber(), isInBody {
        voices[current].transpose = min(max(semitones, -96), 96)
      }
    default: break  // how the tune looks
    }
  }

  /// One or (in a field, after more `MIDI=`) several playback directives.
  private mutating func midi(_ given: ABCCursor, isInline: Bool) {
    var cursor = given
    while !cursor.isAtEnd {
      let begin = cursor.position
      var end = cursor.end
      if isInline, let next = nextDirective(cursor) { end = next }
      one(ABCCursor(cursor.bytes, from: begin, to: end))
      cursor.position = end
      if end < cursor.end {
        cursor.position += 4
        cursor.skipBlanks()
        _ = cursor.take(UInt8(ascii: "="))
      }
    }
  }

  private func nextDirective(_ cursor: ABCCursor) -> Int? {
    var index = cursor.position
    while index + 4 <= cursor.end {
      if ABC.equal(cursor.bytes[index..<index + 4], "MIDI") { return index }
      index += 1
    }
    return nil
  }

  private mutating func one(_ cursor: ABCCursor) {
    let unit =
      isInBody ? voices[current].unit : settings.unit ?? (settings.meter ?? ABCMeter()).unitLength
    switch ABCDirective.read(cursor, unit: unit) {
    case .directive(let directive):
      if isInBody || isVoiceNamed {
        add(.directive(directive), at: cursor.position)
      } else {
        settings.directives.append(directive)
      }
    case .broken(let first, let second):
      if isInBody {
        voices[current].broken = (first, second)
      } else {
        settings.broken = (first, second)
        for index in voices.indices { voices[index].broken = (first, second) }
      }
    case .barAccidentals(let last):
      if isInBody {
        voices[current].accidentalsLast = last
      } else {
        settings.accidentalsLast = last
        for index in voices.indices { voices[index].accidentalsLast = last }
      }
    case .chordName(let name, let intervals): settings.chordKinds[name] = intervals
    case .nothing: break
    case .problem(let message): warn(cursor.position, message)
    }
  }
}
