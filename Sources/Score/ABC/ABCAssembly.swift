/// Tunes one after the other, made into a score.
struct ABCAssembly {
  private var performances: [(performance: ABCPerformance, begin: Rational)] = []
  private var end = Rational.zero
  private var notes = 0
  private var tracks: Set<ABCTrackID> = []
  private var names: [Int: String] = [:]
  private var title: String?
  private var composer: String?
  private var copyright: String?
  private var tunes = 0
  /// What the tunes so far have changed in their channels, as signs that set it back.
  private var changes = ABCChannelChanges()

  mutating func add(
    _ performance: ABCPerformance, of reader: ABCTuneReader, isOneOfMany: Bool
  ) throws(ScoreError) {
    notes += performance.notes.count + performance.signs.count
    guard notes <= ABCTuneReader.most else {
      throw ScoreError(
        .tooLarge, at: .whole,
        "the tunes of this file have more than \(ABCTuneReader.most) notes and signs",
        hint: "play one of them with its number")
    }
    var performance = performance
    let resets = changes.takeAll()
    changes.note(performance.signs)
    performance.signs.insert(contentsOf: resets, at: 0)
    if isOneOfMany, let title = reader.title {
      performance.signs.insert(
        ABCPerformance.Sign(
          position: .zero, track: ABCTrackID(voice: 0, layer: 0), channel: nil,
          message: .text(kind: Message.TextKind.marker, bytes: Array(title.utf8))), at: 0)
    }
    for note in performance.notes { tracks.insert(note.track) }
    for sign in performance.signs { tracks.insert(sign.track) }
    for (index, voice) in reader.voices.enumerated() where names[index] == nil {
      names[index] = voice.name ?? ABC.string(voice.id)
    }
    if title == nil { title = reader.title }
    if composer == nil { composer = reader.composer }
    if copyright == nil { copyright = reader.copyright }
    performances.append((performance, end))
    end += performance.end
    tunes += 1
  }

  func score(warnings: [Diagnostic]) -> Score {
    let grid = ticksPerQuarter
    let order = tracks.union([ABCTrackID(voice: 0, layer: 0)]).sorted()
    let channels = ABCChannels(order, performances.map(\.performance))
    var lists = [[Placed]](repeating: [], count: order.count)
    let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    func tick(_ position: Rational) -> Int64 {
      Int64(clamping: (position * Rational(4 * grid)).rounded)
    }
    for (performance, begin) in performances {
      for (position, tempo) in tempoChanges(of: performance) {
        lists[0].append(
          Placed(
            tick: tick(begin + position), rank: 1,
            message: .tempo(secondsPerQuarter: tempo.secondsPerQuarter)))
      }
      for sign in performance.signs {
        let track = place[sign.track] ?? 0
        let channel = sign.channel ?? channels.channel(track)
        lists[track].append(
          Placed(
            tick: tick(begin + sign.position), rank: 2, message: sign.message.moved(to: channel)))
      }
      for note in performance.notes {
        let track = place[note.track] ?? 0
        let channel = note.channel ?? channels.channel(track)
        let on = tick(begin + note.on)
        let off = max(tick(begin + note.off), on + 1)
        let velocity = UInt8(min(max(note.velocity, 1), 127))
        lists[track].append(
          Placed(
            tick: on, rank: 3, message: .noteOn(channel: channel, key: note.key, velocity: velocity)
          ))
        lists[track].append(
          Placed(
            tick: off, rank: 0, message: .noteOff(channel: channel, key: note.key, velocity: 64)))
      }
    }
    // Rests at the very end are not heard: the score ends with its last event.
    let last = lists.reduce(0) { max($0, $1.reduce(0) { max($0, $1.tick) }) }
    var made: [Track] = []
    for index in order.indices {
      var track = Track(name: name(of: order[index]))
      if channels.port(index) > 0 {
        track.events.append(TimedMessage(0, .port(channels.port(index))))
      }
      let sorted = lists[index].enumerated().sorted {
        ($0.element.tick, $0.element.rank, $0.offset) < (
          $1.element.tick, $1.element.rank, $1.offset
        )
      }
      track.events += sorted.map { TimedMessage($0.element.tick, $0.element.message) }
      track.events.append(TimedMessage(max(last, track.events.last?.tick ?? 0), .endOfTrack))
      made.append(track)
    }
    return Score(
      kind: .abc, timebase: .ticksPerQuarter(grid), tracks: made, title: title, composer: composer,
      copyright: copyright, warnings: warnings)
  }

  private struct Placed {
    var tick: Int64
    var rank: UInt8
    var message: Message
  }

  private func name(of track: ABCTrackID) -> String? {
    let voice = tunes == 1 ? names[track.voice] ?? "\(track.voice + 1)" : "\(track.voice + 1)"
    switch track.layer {
    case 0: return voice
    case ABCTrackID.chords: return "\(voice) chords"
    case ABCTrackID.bass: return "\(voice) bass"
    case ABCTrackID.drums: return "\(voice) drums"
    case ABCTrackID.drone: return "\(voice) drone"
    default: return "\(voice) & \(track.layer)"
    }
  }

  /// The coarsest grid from 480 ticks a quarter on that holds every position, as far as a MIDI file's
  /// 15 bits reach; else 30240 (2⁵·3³·5·7), where a position is off by less than 10 µs at 120 a minute.
  private var ticksPerQuarter: Int {
    var grid: Int128 = 480
    for (performance, begin) in performances {
      for note in performance.notes {
        for position in [note.on, note.off] {
          let under = (position + begin).denominator
          if (4 * grid) % under == 0 { continue }
          let quarter = Rational(1, under) * Rational(4)
          let needed = quarter.denominator
          let common = Int128(
            Rational.greatestCommonDivisor(grid.magnitude, needed.magnitude))
          guard needed / common <= 32767 / grid else { return 30240 }
          grid = grid / common * needed
        }
      }
    }
    return Int(grid)
  }

  /// The tempos of all voices, each once, with the pauses of fermatas in them.
  private func tempoChanges(
    of performance: ABCPerformance
  ) -> [(position: Rational, tempo: ABCTempo)] {
    // Every tune begins with the usual tempo, whatever the one before it had.
    // Of equal positions the first voice's last word counts, unless a later voice has a new one.
    var tempos = performance.tempos.enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }.map(\.element)
    if tempos.first?.position != .zero { tempos.insert((.zero, .usual), at: 0) }
    let pauses = merged(performance.pauses)
    var points = Set(tempos.map(\.position))
    for pause in pauses {
      points.insert(pause.from)
      points.insert(pause.to)
    }
    var changes: [(position: Rational, tempo: ABCTempo)] = []
    var nextTempo = 0
    var nextPause = 0
    var tempo = ABCTempo.usual
    for point in points.sorted() {
      while nextTempo < tempos.count, tempos[nextTempo].position <= point {
        tempo = tempos[nextTempo].tempo
        nextTempo += 1
      }
      while nextPause < pauses.count, pauses[nextPause].to <= point { nextPause += 1 }
      var now = tempo
      if nextPause < pauses.count, pauses[nextPause].from <= point {
        now.secondsPerQuarter = tempo.secondsPerQuarter * pauses[nextPause].factor
      }
      if changes.last?.tempo != now { changes.append((point, now)) }
    }
    return changes
  }

  /// Pauses in order, none over another: where two overlap the first one goes on.
  private func merged(_ pauses: [ABCPerformance.Pause]) -> [ABCPerformance.Pause] {
    var merged: [ABCPerformance.Pause] = []
    for pause in pauses.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
      if let last = merged.last, pause.from < last.to {
        if pause.to <= last.to { continue }
        merged.append(ABCPerformance.Pause(from: last.to, to: pause.to, factor: pause.factor))
      } else {
        merged.append(pause)
      }
    }
    return merged
  }
}

extension Message {
  /// A channel message on this channel.
  fileprivate func moved(to channel: UInt8) -> Message {
    switch self {
    case .controller(_, let number, let value):
      return .controller(channel: channel, number: number, value: value)
    case .program(_, let number): return .program(channel: channel, number: number)
    case .pitchBend(_, let value): return .pitchBend(channel: channel, value: value)
    default: return self
    }
  }
}

/// A channel and a port for every track, channel 10 and what directives took left out.
struct ABCChannels {
  private var places: [(channel: UInt8, port: UInt8)] = []

  init(_ tracks: [ABCTrackID], _ performances: [ABCPerformance]) {
    var taken: Set<UInt8> = [9]
    for performance in performances {
      for note in performance.notes { if let channel = note.channel { taken.insert(channel) } }
    }
    var free = (0..<16).map { UInt8($0) }.filter { !taken.contains($0) }
    if free.isEmpty { free = [0] }
    for index in tracks.indices {
      places.append((free[index % free.count], UInt8(clamping: index / free.count)))
    }
  }

  func channel(_ track: Int) -> UInt8 { places[track].channel }
  func port(_ track: Int) -> UInt8 { places[track].port }
}
