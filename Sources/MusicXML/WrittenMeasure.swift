import Score

/// One measure of one part as it is written, in ticks from its begin.
struct WrittenMeasure: Sendable {
  /// The notes, those of the grace notes and without the rests.
  var notes: [WrittenNote] = []
  /// What the part is told besides its notes, in the order of their ticks.
  var marks: [PartMark] = []
  /// How far its notes, rests and forwards reach.
  var length: Int64 = 0
  /// How long it should be by the time signature; nil without one.
  var nominal: Int64?
  /// Whether its number is not counted: a pickup, or a part of a measure.
  var isImplicit = false
  /// Whether it holds a note or a rest.
  var hasContent = false
  /// Its number as the file has it.
  var number = ""
  /// Where it begins in the document.
  var byte: UInt32 = 0
}

/// Something that a part is told at a tick.
struct PartMark: Sendable {
  var tick: Int64
  var kind: Kind

  enum Kind: Sendable {
    /// A pedal goes to a value, 0…127.
    case controller(UInt8, UInt8)
    /// The damper pedal is lifted and pressed again.
    case pedalChange
    /// A sound of the part changes its program.
    case program(sound: Int32, UInt8)
    /// Words above the staff.
    case words(String)
    /// A syllable of a verse, counted from 1.
    case lyric(verse: Int, String)
  }
}

/// What counts for all parts, in ticks from the measure's begin.
struct ConductorMark: Sendable {
  var tick: Int64
  var kind: Kind
  /// The passes in which a tempo counts, as in `WrittenNote.timeOnly`.
  var passes: UInt64 = 0

  enum Kind: Sendable {
    /// A quarter lasts this many seconds from here on.
    case tempo(Rational)
    /// The tempo changes to this multiple of a quarter's time (a metric modulation).
    case modulation(Rational)
    case meter(beats: Int, unit: Int)
    case key(fifths: Int, minor: Bool)
    case rehearsal(String)
    /// Time stretches by so many percent: a note with a fermata to its end; length 0: a bar line's.
    case hold(percent: Int, length: Int64)
  }
}

/// A dynamic sign, in ticks from the begin of the part.
struct DynamicMark: Sendable {
  var tick: Int64
  /// The staff that it stands at, from 0.
  var staff: Int
  var kind: Kind
  var byte: UInt32

  enum Kind: Sendable {
    /// From here on this velocity; `attack` is added at this place only.
    case level(Int?, attack: Int)
    /// A hairpin begins: 1 louder, −1 softer; `number` tells several apart.
    case wedge(Int, number: Int)
    /// "cresc." or "dim.": up to the next level.
    case word(Int)
    /// A hairpin ends, to nothing if `niente`.
    case stop(number: Int, niente: Bool)
  }
}
