/// A note as written in a voice line: what the word says and what it leaves to the voice.
struct NoteWord {
  /// The marks behind a note, and the tie.
  struct Marks: OptionSet {
    let rawValue: UInt8
    static let staccato = Marks(rawValue: 1)
    static let tenuto = Marks(rawValue: 2)
    static let accent = Marks(rawValue: 4)
    static let tie = Marks(rawValue: 8)
  }

  /// An octave that the word leaves out: the voice's last one holds.
  static let sameOctave: Int8 = -128
  /// No octave, as `pitch` is a key number.
  static let noOctave: Int8 = -127

  /// The byte at which the word begins.
  var place: UInt32
  /// The length's number in the table, -1 for the voice's last one.
  var length: Int32 = -1
  /// Semitones above the octave's C, or a key number.
  var pitch: Int16 = 0
  var octave: Int8 = NoteWord.sameOctave
  /// 1…127, 0 for what the dynamics say.
  var velocity: UInt8 = 0
  var marks: Marks = []
}

/// A pedal word: which pedal, and what happens to it.
struct PedalWord {
  enum Action: UInt8 {
    /// Down; if it is down already, up and down again.
    case press
    /// Up.
    case release
    /// To `value`.
    case set
    /// To `value` over `length`.
    case ramp
  }

  /// 64 sustain, 66 sostenuto, 67 una corda.
  var controller: UInt8
  var action: Action
  /// 0…127.
  var value: UInt8 = 127
  var length: Int32 = -1
  var place: UInt32
}

/// A word of a voice line, read but not yet played: what it means may depend on what sounds before it.
enum VoiceOp {
  case note(NoteWord)
  case rest(place: UInt32, length: Int32)
  case openChord(place: UInt32)
  /// What stands behind the bracket is in a word of its own.
  case closeChord(NoteWord)
  /// A chord rolled upwards, `length` from note to note.
  case openRoll(place: UInt32, length: Int32)
  case openGrace(place: UInt32)
  case closeGrace
  case openTuplet(place: UInt32)
  case closeTuplet(length: Int32)
  case openRepeat(place: UInt32)
  /// Back to the operation behind `begin` until all times are played.
  case closeRepeat(times: UInt32, begin: UInt32)
  /// Over to `end` unless it is this time's turn.
  case openEnding(number: UInt32, end: UInt32)
  case closeEnding
  case barLine(place: UInt32)
  case dynamic(velocity: UInt8)
  case hairpin(place: UInt32)
  /// The sounding share of plain notes.
  case gate(numerator: Int32, denominator: Int32)
  case pedal(PedalWord)
}
