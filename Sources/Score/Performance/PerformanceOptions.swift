extension Performance {
  /// What a listener may choose about the meaning of a score.
  public struct Options: Sendable, Hashable {
    /// How note-offs find their notes.
    public var overlap = Overlap.firstInFirstOut
    /// The sequence of a format 2 file to play, from 1; nil plays all, one after the other.
    public var sequence: Int?
    /// Whether the performance lasts to the last event of any kind.
    ///
    /// Otherwise an end of track, a tempo, a controller count only within ten seconds after the last
    /// note or pedal: files exist whose end of track comes hours later.
    public var lastsUntilEndOfTrack = false
    /// How bank numbers are understood; nil takes it from the last reset message met, GS before any.
    public var bankMode: BankMode?

    /// The defaults.
    public init() {}
  }

  /// How note-offs find their notes where several of one key sound.
  public enum Overlap: String, Sendable, Hashable, CaseIterable {
    /// Each off ends the oldest note of its key.
    case firstInFirstOut = "fifo"
    /// A note ends where its key is struck again, and an off ends that one.
    case cut
  }

  /// How the two bank controllers make a bank number.
  public enum BankMode: String, Sendable, Hashable, CaseIterable {
    /// There are no banks (General MIDI 1).
    case gm
    /// CC 0 is 121 for instruments and 120 for drum kits, CC 32 the variation (General MIDI 2).
    case gm2
    /// CC 0 is the bank (Roland GS).
    case gs
    /// CC 32 is the bank; CC 0 is 127 for drum kits, 126 for kits of effects (Yamaha XG).
    case xg
    /// 128 × CC 0 + CC 32 (MIDI 1.0).
    case mma
  }
}

/// What a player of messages plays to.
protocol PerformanceSink {
  /// An event, ticks not falling.
  mutating func take(_ event: Event, at tick: Int64)
  /// The next note, ids rising from 0; its `.noteOn` follows.
  mutating func begin(_ note: Note, at tick: Int64)
  /// The performance ends here: what came later does not count.
  mutating func cut(after tick: Int64)
  /// The end of a note that began at `on`; its `.noteOff` follows.
  mutating func end(_ note: Note, on: Int64, off: Int64)
}
