/// What to play: tracks of messages at exact positions, and how positions become seconds.
///
/// Every reader makes one, whatever the file's form; every writer takes one.
public struct Score: Sendable, Hashable {
  /// The form of file that a score came from.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case smf, rmid, notes, abc, musicxml, midicsv, tsv
  }

  /// What a tick is.
  public enum Timebase: Sendable, Hashable {
    /// Musical time: this many ticks a quarter note, and the tempo says how long a quarter is.
    case ticksPerQuarter(Int)
    /// Clock time: a tick lasts this many seconds, and tempos mean nothing (SMPTE division).
    case secondsPerTick(Rational)

    /// How long a tick lasts before any tempo: 120 quarters a minute (SMF 1.0).
    var secondsPerTickAtStart: Rational {
      switch self {
      case .ticksPerQuarter(let division): Rational(1, 2) / Rational(division)
      case .secondsPerTick(let seconds): seconds
      }
    }
  }

  /// The form of the file.
  public var kind: Kind
  /// What a tick is.
  public var timebase: Timebase
  /// The tracks, in file order.
  public var tracks: [Track]
  /// The piece's title, decoded, if the file names it.
  public var title: String?
  /// The composer or artist, decoded, if the file names one.
  public var composer: String?
  /// The copyright notice, decoded, if the file has one.
  public var copyright: String?
  /// What the reader had to repair or leave out.
  public var warnings: [Diagnostic]
  /// How the bytes of the texts stand for characters; a guess where the file does not say.
  public var textEncoding = TextEncoding.utf8
  /// What the header of a MIDI file said; nil for other forms.
  public var smfHeader: SMFHeader?
  /// The cents by which `tuning A4=…` of a note script raises every channel, in its messages already.
  public internal(set) var concertPitchCents = 0.0
  /// The SoundFont that an RMID file brings along.
  public var embeddedBank: EmbeddedBank?

  /// A score of these tracks.
  public init(
    kind: Kind, timebase: Timebase, tracks: [Track] = [], title: String? = nil,
    composer: String? = nil, copyright: String? = nil, warnings: [Diagnostic] = []
  ) {
    self.kind = kind
    self.timebase = timebase
    self.tracks = tracks
    self.title = title
    self.composer = composer
    self.copyright = copyright
    self.warnings = warnings
  }
}

/// One track or voice: a name and its messages in the order of their ticks.
public struct Track: Sendable, Hashable {
  /// The name, decoded; a voice's label in a script.
  public var name: String?
  /// Messages, ticks not falling; messages of one tick in the order in which they were written.
  public var events: EventList

  /// A track of these events.
  public init(name: String? = nil, events: EventList = EventList()) {
    self.name = name
    self.events = events
  }

  /// A track of these events.
  public init(name: String? = nil, events: [TimedMessage]) {
    self.init(name: name, events: EventList(events))
  }
}

/// The header of a Standard MIDI File, as it stands there.
public struct SMFHeader: Sendable, Hashable {
  /// 0 one track, 1 tracks that sound together, 2 sequences independent of each other.
  public var format: Int
  /// The number of tracks that the header promises.
  public var tracks: Int
  /// The division: ticks a quarter note, or with the top bit set SMPTE frames and ticks a frame.
  public var division: UInt16

  /// A header.
  public init(format: Int, tracks: Int, division: UInt16) {
    self.format = format
    self.tracks = tracks
    self.division = division
  }
}

/// A message and its position.
public struct TimedMessage: Sendable, Hashable {
  /// The position, in ticks from the start, 0 or more.
  public var tick: Int64
  /// What happens there.
  public var message: Message

  /// `message` at `tick`.
  public init(_ tick: Int64, _ message: Message) {
    self.tick = tick
    self.message = message
  }
}
