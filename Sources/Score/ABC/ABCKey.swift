/// A key: what it does to each of the seven letters.
struct ABCKey {
  /// Sharps above 0, flats below, of the signature that the key's name means.
  var sharps = 0
  var isMinor = false
  /// What is added to C, D, E, F, G, A, B, in cents.
  var cents = [Int](repeating: 0, count: 7)

  /// The key of so many sharps.
  static func signature(_ sharps: Int, minor: Bool = false) -> ABCKey {
    var key = ABCKey(sharps: sharps, isMinor: minor)
    let order = [3, 0, 4, 1, 5, 2, 6]  // F C G D A E B
    for index in 0..<abs(sharps) {
      let letter = sharps > 0 ? order[index % 7] : order[6 - index % 7]
      key.cents[letter] += sharps > 0 ? 100 : -100
    }
    return key
  }

  /// 0…6 for C…B, of either case.
  static func step(_ letter: UInt8) -> Int {
    [5, 6, 0, 1, 2, 3, 4][Int(ABC.lowercase(letter) - UInt8(ascii: "a"))]
  }

  /// Semitones above C of each letter.
  static let semitones = [0, 2, 4, 5, 7, 9, 11]

  /// The sharps that a mode adds to the major key of its tonic; nil where the name is no mode's.
  ///
  /// Three letters are enough and case does not count (ABC 2.1, section 3.1.14).
  static func mode(_ name: ArraySlice<UInt8>) -> (sharps: Int, isMinor: Bool)? {
    let letters = name.map(ABC.lowercase)
    if letters.isEmpty { return (0, false) }
    if letters == [UInt8(ascii: "m")] { return (-3, true) }
    switch ABC.string(letters.prefix(3)) {
    case "maj", "ion": return (0, false)
    case "min", "aeo": return (-3, true)
    case "mix": return (-1, false)
    case "dor": return (-2, true)
    case "phr": return (-4, true)
    case "lyd": return (1, false)
    case "loc": return (-5, true)
    default: return nil
    }
  }
}

/// An accidental: cents from the natural, and how it was written.
struct ABCAccidental {
  var cents: Int

  /// Takes `^`, `^^`, `_`, `__`, `=` and microtones (`^/`, `_3/2`); nil where none is here.
  ///
  /// A fraction counts in semitones, as in abcm2ps; after a doubled sign it replaces the second one.
  init?(_ cursor: inout ABCCursor) {
    if cursor.take(UInt8(ascii: "=")) {
      _ = cursor.take(UInt8(ascii: "="))
      cents = 0
      return
    }
    let isSharp = cursor.byte == UInt8(ascii: "^")
    guard isSharp || cursor.byte == UInt8(ascii: "_") else { return nil }
    let signs = min(cursor.takeAll(isSharp ? UInt8(ascii: "^") : UInt8(ascii: "_")), 3)
    var size = signs * 100
    if cursor.isAtLength, let fraction = cursor.length() {
      // `^22/100` is 22 cents; `^/` half a semitone.
      let part = (fraction * Rational(100)).rounded
      size = (signs - 1) * 100 + Int(min(max(part, 0), 2400))
    }
    cents = isSharp ? size : -size
  }
}
