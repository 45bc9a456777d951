/// A voice as it is being read.
struct ABCVoice {
  /// What `V:` calls it.
  var id: [UInt8]
  /// `name=`, decoded.
  var name: String?
  var key = ABCKey()
  var unit = Rational(1, 8)
  var meter = ABCMeter()
  var clefOctaves = 0
  var octaves = 0
  var transpose = 0
  /// Whether `%%MIDI nobarlines` is on: an accidental is for its own note.
  var accidentalsLast = true
  /// What `>` makes of the two lengths.
  var broken = (first: Rational(3, 2), second: Rational(1, 2))

  /// The music so far.
  var symbols: [ABCSymbol] = []
  /// The parts that it goes through: label and first symbol.
  var parts: [(label: [UInt8], begin: Int)] = []

  /// Accidentals of this bar, by step (or by step and octave).
  var accidentals: [Int: Int] = [:]
  /// Accidentals of notes tied over a bar line, by step and octave.
  var tiedAccidentals: [Int: Int] = [:]
  /// Tuplets under way: the factor, and how many notes are left.
  var tuplets: [(factor: Rational, left: Int)] = []
  /// What the next note's length is multiplied by after `>` or `<`.
  var brokenNext: Rational?
  /// The last note, chord or rest, as an index of `symbols`, since the last bar line or not.
  var lastNote: Int?
  var decorations: [ABCDecoration] = []
  var graces: [ABCGrace] = []
  var chord: ABCChordSymbol?
  var slurs = 0
  /// Where the music line begins to which `w:` belongs.
  var lineBegin = 0
  /// Whether the last music line went on with a backslash.
  var isContinued = false
  /// The verses read for the current music line.
  var verses = 0
  /// The highest ending of the section, for endings that have only a text.
  var lastEnding = 0

  init(id: [UInt8]) { self.id = id }
}

/// What is told to the reader before the first tune or in its header, and what it holds for.
struct ABCSettings {
  /// What letters and signs stand for (`U:`); nil where nothing.
  var userSymbols: [UInt8: [ABCDecoration]] = ABCDecoration.letters
  var macros: [ABCMacro] = []
  /// Whether an accidental holds for every octave of its letter (ABC 2.1, section 11.3).
  var accidentals = Propagation.pitch
  /// Names that `%%deco` defines: for drawing only.
  var drawn: Set<[UInt8]> = []
  /// Chord kinds of `%%MIDI chordname`.
  var chordKinds = ABCChordSymbol.kinds
  /// Directives to be played at the begin of every voice, with their lines.
  var directives: [ABCDirective] = []
  var meter: ABCMeter?
  var unit: Rational?
  var tempo: ABCLine?
  var broken: (first: Rational, second: Rational)?
  var accidentalsLast = true

  enum Propagation { case not, octave, pitch }
}
