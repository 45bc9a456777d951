/// What stands after `K:` or among the properties of `V:`.
struct ABCKeyField {
  /// The new key, nil where only a clef changes.
  var key: ABCKey?
  /// The octaves of `treble-8` and its like; set by every clef.
  var clefOctaves: Int?
  /// `octave=`.
  var octaves: Int?
  /// `transpose=` in semitones.
  var transpose: Int?
  /// `name=` of a voice.
  var name: ArraySlice<UInt8>?
  /// What was not understood: byte of the line and what to say.
  var problems: [(byte: Int, message: String)] = []

  /// Reads `K:` from the cursor; `before` is the key so far, to which lone accidentals belong.
  init(key cursor: ABCCursor, before: ABCKey) {
    var cursor = cursor
    cursor.skipBlanks()
    let begin = cursor.position
    var changed: ABCKey?
    if cursor.isAtEnd { key = ABCKey() }
    var first = cursor.word()
    // `K:C^f` has its accidentals close by.
    if let sign = first.dropFirst().firstIndex(where: { $0 == 94 || $0 == 95 }) {
      cursor.position = sign
      first = first[..<sign]
    }
    if ABC.similar(first, "none") {
      changed = ABCKey()
    } else if ABC.equal(first, "HP") || ABC.equal(first, "Hp") {
      // The pipes' scale: F and C sharp, written or not.
      changed = .signature(2)
    } else if !first.isEmpty, let tonic = ABCKeyField.tonic(first) {
      var mode = ABCKey.mode(tonic.rest)
      if tonic.rest.isEmpty {
        var ahead = cursor
        let word = ahead.word()
        if !word.isEmpty, !ABCKeyField.isClef(word), let named = ABCKey.mode(word) {
          mode = named
          cursor = ahead
        }
      }
      if mode == nil {
        problems.append(
          (begin, "the mode '\(ABC.string(tonic.rest))' is not known; major is played"))
      }
      let (sharps, isMinor) = mode ?? (0, false)
      changed = .signature(tonic.sharps + sharps, minor: isMinor)
    } else {
      cursor.position = begin
    }
    properties(&cursor, key: &changed, before: before)
    if let changed { key = changed }
  }

  /// Reads the properties of `V:` from the cursor.
  init(voice cursor: ABCCursor) {
    var cursor = cursor
    var none: ABCKey?
    properties(&cursor, key: &none, before: ABCKey())
  }

  /// `C`, `F#`, `Bb` and what follows in the word; clef names are not tonics.
  private static func tonic(_ word: ArraySlice<UInt8>) -> (sharps: Int, rest: ArraySlice<UInt8>)? {
    guard let letter = word.first, ABC.isNoteLetter(letter), !isClef(word),
      !word.contains(UInt8(ascii: "="))
    else { return nil }
    var sharps = [0, 2, 4, -1, 1, 3, 5][ABCKey.step(letter)]
    var rest = word.dropFirst()
    if rest.first == UInt8(ascii: "#") {
      sharps += 7
      rest = rest.dropFirst()
    } else if rest.first == UInt8(ascii: "b") {
      sharps -= 7
      rest = rest.dropFirst()
    }
    return (sharps, rest)
  }

  private static let clefs = [
    "treble", "bass", "alto", "tenor", "mezzo", "mezzosoprano", "soprano", "baritone", "perc",
    "none",
    "auto", "g", "f", "c", "p", "varbaritone", "subbass", "french",
  ]

  /// Whether a word is a clef with or without a line and an octave: `bass3`, `treble-8`.
  private static func isClef(_ word: ArraySlice<UInt8>) -> Bool {
    let name = word.map(ABC.lowercase).prefix { ABC.isLetter($0) }
    return name.count > 1 && clefs.contains(ABC.string(name))
  }

  private mutating func properties(
    _ cursor: inout ABCCursor, key: inout ABCKey?, before: ABCKey
  ) {
    while !cursor.isAtEnd {
      cursor.skipBlanks()
      if cursor.isAtEnd { return }
      let begin = cursor.position
      let byte = cursor.byte
      if byte == UInt8(ascii: "^") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "=") {
        if let accidental = ABCAccidental(&cursor), ABC.isNoteLetter(cursor.byte) {
          var changing = key ?? before
          changing.cents[ABCKey.step(cursor.byte)] = accidental.cents
          key = changing
          cursor.position += 1
          _ = cursor.take(UInt8(ascii: ","))
        } else {
          problems.append((begin, "an accidental needs a letter"))
          _ = cursor.word()
        }
        continue
      }
      // name=value, the value in quotation marks or up to a blank
      while !cursor.isAtEnd, !ABC.isBlank(cursor.byte), cursor.byte != UInt8(ascii: "=") {
        cursor.position += 1
      }
      let name = cursor.bytes[begin..<cursor.position]
      var value: ArraySlice<UInt8> = []
      if cursor.take(UInt8(ascii: "=")) {
        cursor.skipBlanks()
        if cursor.take(ABC.quote) {
          value = cursor.text(upTo: ABC.quote) ?? cursor.rest()
        } else {
          value = cursor.word()
        }
      }
      property(name, value, at: begin, key: &key)
    }
  }

  private mutating func property(
    _ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, at byte: Int, key: inout ABCKey?
  ) {
    switch ABC.string(name.map(ABC.lowercase)) {
    case "exp":
      // Only the accidentals that follow, none of the key's own.
      key = ABCKey()
    case "clef", "cl":
      clefOctaves = ABCKeyField.octaves(of: value)
    case "octave", "o":
      number(value, at: byte) { $0.octaves = min(max($1, -8), 8) }
    case "transpose", "t":
      number(value, at: byte) { $0.transpose = min(max($1, -96), 96) }
    case "name", "nm", "n": self.name = value
    case "shift", "score", "sound", "instrument", "scordatura", "strings", "capo":
      problems.append(
        (byte, "'\(ABC.string(name))=' is not played; use transpose= in semitones"))
    default:
      if ABCKeyField.isClef(name) {
        clefOctaves = ABCKeyField.octaves(of: name)
      } else if name.first == ABC.plus || name.first == ABC.minus,
        let octaves = ABCKeyField.lone(name)
      {
        clefOctaves = octaves
      }
    // The other properties say how the voice looks.
    }
  }

  private mutating func number(
    _ value: ArraySlice<UInt8>, at byte: Int, _ set: (inout ABCKeyField, Int) -> Void
  ) {
    var cursor = ABCCursor(Array(value))
    if let number = cursor.signedNumber() {
      set(&self, number)
    } else {
      problems.append((byte, "'\(ABC.string(value))' is not a number"))
    }
  }

  private static func lone(_ text: ArraySlice<UInt8>) -> Int? {
    switch ABC.string(text) {
    case "+8": return 1
    case "-8": return -1
    case "+15", "+16": return 2
    case "-15", "-16": return -2
    default: return nil
    }
  }

  /// The octaves of a clef's `+8`, `-8`, `+15`, `-15`.
  private static func octaves(of clef: ArraySlice<UInt8>) -> Int {
    guard let sign = clef.firstIndex(where: { $0 == ABC.plus || $0 == ABC.minus }) else { return 0 }
    return lone(clef[sign...]) ?? 0
  }
}
