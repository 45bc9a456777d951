/// What the music of a voice is made of, lengths and pitches resolved, repeats not yet unfolded.
struct ABCSymbol {
  enum Kind {
    /// A note, a chord or (without heads) a rest.
    case note(ABCNote)
    /// A bar line of any kind.
    case bar(ABCBar)
    /// The begin of a variant ending: the passes on which it is played.
    case ending([ClosedRange<Int>])
    /// `&`: back to where this bar, or the bars before it, began.
    case overlay(bars: Int)
    /// `(&` and `&)`: an overlay of any length.
    case overlayBegin, overlayEnd
    /// From here on this tempo.
    case tempo(ABCTempo)
    /// From here on this meter.
    case meter(ABCMeter)
    /// From here on this key, for who reads the score.
    case key(sharps: Int, minor: Bool)
    /// A playback directive.
    case directive(ABCDirective)
    /// A part of the tune begins.
    case part
    /// A sign of the way through the piece.
    case way(ABCWay)
  }

  var kind: Kind
  /// The index of its line in the tune, and the byte of the line.
  var line: Int32
  var byte: Int32
}

/// A note, chord or rest.
struct ABCNote {
  /// The notes that begin together; none is a rest.
  var heads: [ABCHead] = []
  /// How long until the next symbol, in whole notes.
  var length: Rational
  /// What is written before it.
  var decorations: [ABCDecoration] = []
  /// Grace notes before it.
  var graces: [ABCGrace] = []
  /// The chord symbol above it.
  var chord: ABCChordSymbol?
  /// The syllable of each verse.
  var lyrics: [[UInt8]] = []
  /// The unit of length where it stands, in whole notes.
  var unit: Rational
  /// How many slurs are open over it.
  var isSlurred = false
}

/// One note of a chord.
struct ABCHead {
  /// The key number, not bounded to 0…127, transpositions of the text included.
  var key: Int
  /// What a microtone adds, in cents.
  var cents = 0
  /// How long it sounds, in whole notes.
  var length: Rational
  /// Whether it is tied to the next note.
  var isTied = false
  /// The step of the staff, 0 for C, and what its letter is altered by, in cents.
  var step = 0
  var alteration = 0
  /// The neighbours in the key of the place, in semitones.
  var upper = 2
  var lower = -2
}

/// A grace note or a chord of them.
struct ABCGrace {
  var heads: [ABCHead]
  /// In units of length.
  var length: Rational
}

/// A bar line.
struct ABCBar {
  /// The colons before it: how often the section is played again (0 no repeat).
  var repeatsBefore = 0
  /// The colons after it: a section to be repeated begins.
  var repeatsAfter = 0
  /// A double bar line, which parts sections.
  var isDouble = false

  /// Whether it parts sections, and so may stand within a bar.
  var isSection: Bool { repeatsBefore > 0 || repeatsAfter > 0 || isDouble }
}

/// A sign of the way through the piece.
enum ABCWay {
  case segno, coda, fine
  case daCapo(Goal), dalSegno(Goal)

  /// Where the second time ends.
  enum Goal { case end, fine, coda }
}

/// What is written before a note and changes how it sounds.
enum ABCDecoration: Equatable {
  /// −5 pppp … 0 (mf, not written as 0) … see `ABCBeat`.
  case dynamic(Int)
  /// So much louder, this note only.
  case accent(Int)
  /// Loud and at once soft: the note is `forte`, what follows `then`.
  case forteThen(forte: Int, then: Int)
  case staccato, wedge, breath, fermata
  case trill, trillBegin, trillEnd
  case lowerMordent, upperMordent, turn, invertedTurn, roll, slide, arpeggio
  /// A note repeated in 8ths (1) to 64ths (4).
  case tremolo(Int)
  case pedalDown, pedalUp
  case crescendoBegin, crescendoEnd, diminuendoBegin, diminuendoEnd
  /// So many octaves from here on: of 8va, 15ma and their like.
  case octaves(Int)
  case way(ABCWay)
  /// Known, and not heard.
  case silent

  static func == (a: ABCDecoration, b: ABCDecoration) -> Bool {
    switch (a, b) {
    case (.dynamic(let x), .dynamic(let y)): return x == y
    case (.accent(let x), .accent(let y)): return x == y
    case (.staccato, .staccato), (.wedge, .wedge), (.breath, .breath), (.fermata, .fermata),
      (.trill, .trill), (.arpeggio, .arpeggio), (.roll, .roll), (.slide, .slide):
      return true
    default: return false
    }
  }
}

/// A tempo: the seconds of a quarter note.
struct ABCTempo: Hashable {
  var secondsPerQuarter: Rational

  /// abc2midi, most players and MIDI files begin so.
  static let usual = ABCTempo(secondsPerQuarter: Rational(1, 2))
}

/// A meter.
struct ABCMeter: Hashable {
  var beats = 4
  var unit = 4
  /// `M:none`: no bar has a length.
  var isFree = false
  /// `M:2/4 3/4`: the bars change between this meter and others.
  var isFirstOfSeveral = false

  /// In whole notes.
  var barLength: Rational { Rational(Int128(beats), Int128(unit)) }

  /// Whether tuplets take three as their whole (ABC 2.1, section 4.13).
  var isCompound: Bool { !isFree && unit >= 8 && beats % 3 == 0 && beats > 3 }

  /// The unit of length where none is given (ABC 2.1, section 3.1.7).
  var unitLength: Rational {
    !isFree && barLength < Rational(3, 4) ? Rational(1, 16) : Rational(1, 8)
  }
}
