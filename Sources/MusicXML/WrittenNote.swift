/// What stands at a note, each sign a bit.
struct Marks: OptionSet, Sendable, Hashable {
  let rawValue: UInt32

  static let tieStart = Marks(rawValue: 1)
  static let tieStop = Marks(rawValue: 1 << 1)
  static let staccato = Marks(rawValue: 1 << 2)
  static let staccatissimo = Marks(rawValue: 1 << 3)
  static let tenuto = Marks(rawValue: 1 << 4)
  static let spiccato = Marks(rawValue: 1 << 5)
  static let detachedLegato = Marks(rawValue: 1 << 6)
  static let accent = Marks(rawValue: 1 << 7)
  static let strongAccent = Marks(rawValue: 1 << 8)
  static let softAccent = Marks(rawValue: 1 << 9)
  static let stress = Marks(rawValue: 1 << 10)
  static let unstress = Marks(rawValue: 1 << 11)
  static let breath = Marks(rawValue: 1 << 12)
  static let caesura = Marks(rawValue: 1 << 13)
  static let arpeggio = Marks(rawValue: 1 << 14)
  static let arpeggioDown = Marks(rawValue: 1 << 15)
  static let tremoloStart = Marks(rawValue: 1 << 16)
  static let tremoloStop = Marks(rawValue: 1 << 17)
  static let unpitched = Marks(rawValue: 1 << 18)
}

/// What is played in place of a single stroke.
enum Ornament: Sendable, Hashable {
  /// The note and another one in turn, to the end; `first` is the one to begin with.
  case trill(other: UInt8, beginsWithOther: Bool)
  /// The note, its neighbour, the note.
  case mordent(neighbour: UInt8)
  /// Neighbour, note, other neighbour, note; at the end of the note if delayed.
  case turn(first: UInt8, second: UInt8, isDelayed: Bool)
  /// Two notes of the scale below, then the note.
  case slide(UInt8, UInt8)
  /// Strokes of `step` ticks.
  case tremolo(step: Int64)
  /// Strokes every second `step` within `span` ticks from `start`, for the two notes of a tremolo.
  case alternation(start: Int64, span: Int64, step: Int64)
}

/// A note as it stands in its measure, in ticks from the measure's begin.
struct WrittenNote: Sendable, Hashable {
  /// Where it begins.
  var on: Int64
  /// How long it is, 0 or more.
  var duration: Int64
  /// What grace notes and a rolled chord take from its begin.
  var delay: Int64 = 0
  /// What later grace notes take from its end.
  var cut: Int64 = 0
  /// Its sounding key, 0…127.
  var key: UInt8
  /// Its velocity where the file gives one for this note, else 0.
  var ownVelocity: UInt8 = 0
  /// Its velocity by the dynamics, before articulations.
  var velocity: UInt8 = 0
  /// Which staff of the part, from 0.
  var staff: UInt8 = 0
  /// Which voice.
  var voice: Int32 = 0
  /// Which of the part's sounds plays it.
  var sound: Int32 = 0
  /// What stands at it.
  var marks: Marks = []
  /// How it is played, if not with a single stroke.
  var ornament: Ornament?
  /// The passes of a repeat in which it plays, bit n − 1 for the nth; 0: in all.
  var timeOnly: UInt64 = 0
  /// Which rolled chord it belongs to, for `arpeggio`.
  var arpeggio: Int32 = 0
  /// Where it stands in the document.
  var byte: UInt32 = 0
}
