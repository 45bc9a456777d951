/// What a tune sounds like: notes and messages at exact positions in whole notes.
struct ABCPerformance {
  /// A note from key-down to key-up.
  struct Note {
    var on: Rational
    var off: Rational
    var key: UInt8
    var velocity: Int
    /// The voice and its overlay layer.
    var track: ABCTrackID
    /// The channel that a directive gave, else nil: the track's own.
    var channel: UInt8?
  }

  /// Anything else.
  struct Sign {
    var position: Rational
    var track: ABCTrackID
    var channel: UInt8?
    /// A channel message carries channel 0; the track's is filled in later.
    var message: Message
  }

  /// A stretch in which time passes `factor` times as slowly: a fermata.
  struct Pause {
    var from: Rational
    var to: Rational
    var factor: Rational
  }

  var notes: [Note] = []
  var signs: [Sign] = []
  var tempos: [(position: Rational, tempo: ABCTempo)] = []
  var pauses: [Pause] = []
  /// Where the tune ends.
  var end = Rational.zero
}

/// A track of the score to be made.
struct ABCTrackID: Hashable, Comparable {
  /// The voice's number.
  var voice: Int
  /// 0 the voice itself, 1… its overlays, and beyond `chords` the accompaniment.
  var layer: Int

  static let chords = 1000
  static let bass = 1001
  static let drums = 1002
  static let drone = 1003

  static func < (a: ABCTrackID, b: ABCTrackID) -> Bool {
    (a.voice, a.layer) < (b.voice, b.layer)
  }
}
