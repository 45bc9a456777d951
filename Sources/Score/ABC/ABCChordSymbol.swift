/// A chord symbol: `"Am7/E"`.
struct ABCChordSymbol: Hashable {
  /// The root's pitch class, 0…11.
  var root: Int
  /// Semitones above the root; empty where only the root is to be played.
  var intervals: [Int]
  /// The pitch class below, of `/E`.
  var bass: Int?
  /// `"N.C."`: nothing is played until the next chord.
  var isSilent = false

  /// Reads the text above a note.
  static func read(_ text: ArraySlice<UInt8>, kinds: [[UInt8]: [Int]]) -> Reading {
    let bare = ABC.trimmed(text)
    if ABC.similar(bare, "n.c.") || ABC.similar(bare, "nc") {
      return .chord(ABCChordSymbol(root: 0, intervals: [], bass: nil, isSilent: true))
    }
    guard let letter = bare.first, ABC.isNoteLetter(letter) else { return .text }
    var rest = bare
    let root = pitchClass(&rest)
    let slash = rest.firstIndex(of: ABC.slash)
    let kind = Array(rest[..<(slash ?? rest.endIndex)].prefix { !ABC.isBlank($0) && $0 != 40 })
    var bass: Int?
    if let slash, slash + 1 < rest.endIndex, ABC.isNoteLetter(rest[slash + 1]) {
      var below = rest[(slash + 1)...]
      bass = pitchClass(&below)
    }
    if letter >= 97 {
      // A small letter is the root alone.
      return kind.isEmpty
        ? .chord(ABCChordSymbol(root: root, intervals: [], bass: bass)) : .text
    }
    let chord = ABCChordSymbol(root: root, intervals: kinds[kind] ?? [0, 4, 7], bass: bass)
    return kinds[kind] == nil ? .unknown(chord, kind: kind) : .chord(chord)
  }

  /// What a text above a note is.
  enum Reading {
    case chord(ABCChordSymbol)
    /// Looks like a chord of a kind that is not known; the major triad stands for it, as in abc2midi.
    case unknown(ABCChordSymbol, kind: [UInt8])
    /// Is something else.
    case text
  }

  private static func pitchClass(_ text: inout ArraySlice<UInt8>) -> Int {
    guard let letter = text.first else { return 0 }
    text = text.dropFirst()
    var value = ABCKey.semitones[ABCKey.step(letter)]
    if text.first == UInt8(ascii: "#") {
      value += 1
      text = text.dropFirst()
    } else if text.first == UInt8(ascii: "b") {
      value += 11
      text = text.dropFirst()
    }
    return value % 12
  }

  /// Semitones above the root of the kinds of chords that abc2midi's guide lists, and of their other
  /// usual spellings.
  static let kinds: [[UInt8]: [Int]] = {
    let rows: [(String, [Int])] = [
      ("", [0, 4, 7]), ("maj", [0, 4, 7]), ("M", [0, 4, 7]), ("m", [0, 3, 7]), ("min", [0, 3, 7]),
      ("-", [0, 3, 7]), ("7", [0, 4, 7, 10]), ("m7", [0, 3, 7, 10]), ("min7", [0, 3, 7, 10]),
      ("-7", [0, 3, 7, 10]), ("m7b5", [0, 3, 6, 10]), ("maj7", [0, 4, 7, 11]),
      ("M7", [0, 4, 7, 11]), ("mmaj7", [0, 3, 7, 11]), ("6", [0, 4, 7, 9]), ("m6", [0, 3, 7, 9]),
      ("aug", [0, 4, 8]), ("+", [0, 4, 8]), ("aug7", [0, 4, 8, 10]), ("+7", [0, 4, 8, 10]),
      ("dim", [0, 3, 6]), ("d", [0, 3, 6]), ("o", [0, 3, 6]), ("dim7", [0, 3, 6, 9]),
      ("9", [0, 4, 7, 10, 14]),
      ("m9", [0, 3, 7, 10, 14]), ("maj9", [0, 4, 7, 11, 14]), ("M9", [0, 4, 7, 11, 14]),
      ("7b9", [0, 4, 7, 10, 13]), ("add9", [0, 4, 7, 14]), ("6/9", [0, 4, 7, 9, 14]),
      ("11", [0, 4, 7, 10, 14, 17]), ("13", [0, 4, 7, 10, 14, 21]), ("dim9", [0, 3, 6, 9, 13]),
      ("sus", [0, 5, 7]), ("sus4", [0, 5, 7]), ("sus2", [0, 2, 7]), ("sus9", [0, 2, 7]),
      ("7sus", [0, 5, 7, 10]), ("7sus4", [0, 5, 7, 10]), ("7sus9", [0, 2, 7, 10]), ("5", [0, 7]),
    ]
    var table: [[UInt8]: [Int]] = [:]
    for (name, intervals) in rows { table[Array(name.utf8)] = intervals }
    return table
  }()
}
