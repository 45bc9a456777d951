/// What is in a score, found in one pass and in little memory, however long it is.
public struct ScoreFacts: Sendable {
  /// A note as a list shows it.
  public struct NoteFact: Sendable, Hashable {
    /// Where its key goes down, in seconds.
    public var on: Rational
    /// Where its key goes up, in seconds.
    public var off: Rational
    /// The note.
    public var note: Note
  }

  /// What a track holds.
  public struct TrackFacts: Sendable, Hashable {
    /// Its name.
    public var name: String?
    /// Its notes.
    public var notes = 0
    /// The lowest and the highest key that it plays.
    public var keys: ClosedRange<UInt8>?
    /// The programs that it chooses, in the order of their first choice, 0…127.
    public var programs: [UInt8] = []
    /// The channels that its notes are on, from 0, in the order of their first note.
    public var channels: [UInt16] = []
  }

  /// The notes read.
  public private(set) var notes = 0
  /// The first notes by onset, then key; at most ten.
  public private(set) var first: [NoteFact] = []
  /// The last event in seconds, an end of track that counts included (see `Performance.Options`); where
  /// the end of track does not count, the last key that goes up.
  public private(set) var end = Rational.zero
  /// How ticks become seconds.
  public let tempoMap: TempoMap
  /// Bars and beats.
  public let meterMap: MeterMap
  /// What each track holds.
  public private(set) var tracks: [TrackFacts]
  /// How often each pedal (64, 66, 67, 69) is moved to a value above 0; those that are, by their numbers.
  public private(set) var pedals: [(number: UInt8, moves: Int)] = []
  /// The words sung, syllables joined; in a karaoke file its texts.
  public private(set) var lyrics = ""
  /// What the reader and the player had to repair.
  public let warnings: [Diagnostic]

  /// The facts of a score.
  public init(_ score: Score, options: Performance.Options = Performance.Options()) {
    tracks = score.tracks.map { TrackFacts(name: $0.name) }
    meterMap = MeterMap(score)
    var counting = Counting(tracks)
    let endTick: Int64
    if score.isSequential {
      let performance = Performance(score, options: options)
      tempoMap = performance.tempoMap
      warnings = score.warnings + performance.warnings
      endTick = performance.endTick
      counting.take(performance)
    } else {
      tempoMap = TempoMap(score)
      var player = Player(options: options, tempoMap: tempoMap, into: counting)
      player.play(score.tracks)
      counting = player.sink
      warnings = score.warnings + player.warnings.all
      // A far end of track left out: the last pedal may lift a little later than the last key.
      endTick = player.endTick < player.lastTick ? player.lastNoteTick : player.endTick
    }
    let map = tempoMap
    end = map.seconds(at: endTick)
    notes = counting.notes
    tracks = counting.tracks
    pedals = zip(Counting.pedals, counting.moves).filter { $0.1 > 0 }
    first = counting.first.map {
      NoteFact(on: map.seconds(at: $0.on), off: map.seconds(at: $0.off), note: $0.note)
    }
    for index in tracks.indices { scan(score.tracks[index].events, of: index, score.textEncoding) }
    if lyrics.isEmpty { lyrics = score.karaoke }
  }

  private mutating func scan(_ events: EventList, of track: Int, _ encoding: TextEncoding) {
    for index in events.indices {
      let code = events.code(at: index)
      if code & EventCode.stored != 0 {
        if case .text(Message.TextKind.lyric, let bytes) = events.message(at: index) {
          lyrics += TextDecoder.decode(bytes, as: encoding)
        }
      } else if code & 0xF0 == 0xC0 {
        let program = UInt8(code >> 8 & 0x7F)
        if !tracks[track].programs.contains(program) { tracks[track].programs.append(program) }
      }
    }
  }
}

extension ScoreFacts.TrackFacts {
  fileprivate mutating func take(_ note: Note) {
    notes += 1
    let known = keys ?? note.key...note.key
    if keys == nil || !known.contains(note.key) {
      keys = min(known.lowerBound, note.key)...max(known.upperBound, note.key)
    }
    if channels.last != note.channel, !channels.contains(note.channel) {
      channels.append(note.channel)
    }
  }
}

/// Counts what is played.
private struct Counting: PerformanceSink {
  static let most = 10

  var notes = 0
  var first: [Performance.Stroke] = []
  var tracks: [ScoreFacts.TrackFacts]
  static let pedals: [UInt8] = [64, 66, 67, 69]
  /// Of each of the pedals.
  var moves = [Int](repeating: 0, count: pedals.count)
  /// Notes of `first` that still sound.
  private var open = 0

  init(_ tracks: [ScoreFacts.TrackFacts]) { self.tracks = tracks }

  mutating func take(_ event: Event, at tick: Int64) {
    if case .controller(_, let number, let value) = event, value > 0, number & 0xF8 == 64,
      let pedal = Counting.pedals.firstIndex(of: number)
    {
      moves[pedal] += 1
    }
  }

  mutating func cut(after tick: Int64) {}

  mutating func begin(_ note: Note, at tick: Int64) {
    notes += 1
    if Int(note.track) < tracks.count { tracks[Int(note.track)].take(note) }
    if first.count == Counting.most {
      let last = first[Counting.most - 1]
      if last.on < tick || last.note.key <= note.key { return }
    }
    let stroke = Performance.Stroke(note: note, on: tick, off: tick)
    let place =
      first.firstIndex { ($0.on, $0.note.key) > (tick, note.key) } ?? first.count
    first.insert(stroke, at: place)
    open += 1
    if first.count > Counting.most { first.removeLast() }
  }

  mutating func end(_ note: Note, on: Int64, off: Int64) {
    guard open > 0, let index = first.firstIndex(where: { $0.note.id == note.id }) else { return }
    first[index].off = off
    open -= 1
  }

  mutating func take(_ performance: Performance) {
    for moment in performance.moments { take(moment.event, at: moment.tick) }
    for stroke in performance.strokes {
      begin(stroke.note, at: stroke.on)
      end(stroke.note, on: stroke.on, off: stroke.off)
    }
  }
}
