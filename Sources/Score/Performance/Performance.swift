/// A score read as a player reads it: every note with its own key-off, ports made channels, one list
/// in the order of time.
///
/// Events of one tick keep the order of their tracks and, within a track, of the file. An off ends the
/// oldest sounding note of its key and channel (first in, first out). Notes never ended are released,
/// and pedals lift, at the last event. The sequences of a format 2 file follow one another.
public struct Performance: Sendable {
  /// An event and its position in ticks.
  public struct Moment: Sendable, Hashable {
    /// Ticks from the start.
    public var tick: Int64
    /// What happens.
    public var event: Event

    /// `event` at `tick`.
    public init(tick: Int64, event: Event) {
      self.tick = tick
      self.event = event
    }
  }

  /// A note's key, as long as it is down.
  public struct Stroke: Sendable, Hashable {
    /// The note.
    public var note: Note
    /// Where the key goes down, in ticks.
    public var on: Int64
    /// Where it goes up, in ticks, not before `on`.
    public var off: Int64

    /// A stroke.
    public init(note: Note, on: Int64, off: Int64) {
      self.note = note
      self.on = on
      self.off = off
    }
  }

  /// All events, ticks not falling.
  public private(set) var moments: [Moment] = []
  /// All notes, in the order of their ids.
  public private(set) var strokes: [Stroke] = []
  /// The tick of the last event that counts; the end of a track counts too, see `Options`.
  public private(set) var endTick: Int64 = 0
  /// The tick of the last key that goes up.
  public private(set) var lastNoteTick: Int64 = 0
  /// How ticks become seconds.
  public private(set) var tempoMap: TempoMap
  /// What had to be repaired on the way.
  public private(set) var warnings: [Diagnostic] = []

  /// The score's performance.
  public init(_ score: Score, options: Options = Options()) {
    guard score.isSequential else {
      tempoMap = TempoMap(score)
      play(score, options)
      if options.sequence != nil {
        warnings.append(
          Diagnostic(.warning, .whole, "only a MIDI file of format 2 has sequences to choose from"))
      }
      return
    }
    tempoMap = TempoMap(secondsPerTick: score.timebase.secondsPerTickAtStart)
    var rest = options
    rest.sequence = nil
    for (index, track) in score.tracks.enumerated() {
      if let wanted = options.sequence, wanted != index + 1 { continue }
      append(
        Performance(Score(kind: .smf, timebase: score.timebase, tracks: [track]), options: rest),
        track: index)
    }
  }

  private mutating func play(_ score: Score, _ options: Options) {
    var player = Player(
      options: options, tempoMap: tempoMap, into: Recording(expecting: score.tracks))
    player.play(score.tracks)
    endTick = player.endTick
    lastNoteTick = player.lastNoteTick
    warnings += player.warnings.all
    moments = player.sink.moments
    strokes = player.sink.strokes
  }

  /// Appends a sequence of a format 2 file behind what is there.
  private mutating func append(_ other: Performance, track: Int) {
    let start = endTick
    let track = UInt16(clamping: track)
    let firstID = Int32(clamping: strokes.count)
    if start > 0 { moments.append(Moment(tick: start, event: .reset)) }
    func moved(_ note: Note) -> Note {
      var note = note
      note.id &+= firstID
      note.track = track
      return note
    }
    for moment in other.moments {
      var event = moment.event
      switch event {
      case .noteOn(let note): event = .noteOn(moved(note))
      case .noteOff(let note, let velocity):
        event = .noteOff(moved(note), releaseVelocity: velocity)
      default: break
      }
      moments.append(Moment(tick: start + moment.tick, event: event))
    }
    for stroke in other.strokes {
      strokes.append(
        Stroke(note: moved(stroke.note), on: start + stroke.on, off: start + stroke.off))
    }
    tempoMap.append(other.tempoMap, at: start)
    lastNoteTick = start + other.lastNoteTick
    endTick = start + other.endTick
    warnings += other.warnings
  }
}

/// Keeps all that is played.
private struct Recording: PerformanceSink {
  var moments: [Performance.Moment] = []
  var strokes: [Performance.Stroke] = []

  init(expecting tracks: [Track]) {
    let count = tracks.reduce(0) { $0 + $1.events.count }
    moments.reserveCapacity(count)
  }

  mutating func take(_ event: Event, at tick: Int64) {
    moments.append(Performance.Moment(tick: tick, event: event))
  }

  mutating func cut(after tick: Int64) {
    while let last = moments.last, last.tick > tick { moments.removeLast() }
  }

  mutating func begin(_ note: Note, at tick: Int64) {
    strokes.append(Performance.Stroke(note: note, on: tick, off: tick))
  }

  mutating func end(_ note: Note, on: Int64, off: Int64) { strokes[Int(note.id)].off = off }
}

extension Score {
  /// Whether the tracks are sequences independent of each other, to be played one after the other: a
  /// MIDI file of format 2.
  public var isSequential: Bool { smfHeader?.format == 2 }
}
