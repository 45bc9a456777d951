extension Score {
  /// The score as a person might play it: a little uneven, the melody a little louder and earlier, chords
  /// not quite together.
  ///
  /// With the amount *a* and independent deviations *g* (mean 0, standard deviation 1, cut at ±2), drawn
  /// from `seed` and the note's own place:
  ///
  /// - every onset is delayed by *a* · 6 ms · (2 + *g*), the same for all notes of one tick;
  /// - every note but the melody's by *a* · (20 ms + 5 ms · *g*) more, each for itself;
  /// - the velocity changes by *a* · (5 + 3 · *g*) in the melody and *a* · (−2 + 3 · *g*) elsewhere,
  ///   within 1…127.
  ///
  /// The melody is the highest note of those that begin together while no higher one sounds; channel 10
  /// has none. A lead of 20 to 30 ms with some dynamic emphasis is what pianists do (W. Goebl, "Melody lead
  /// in piano performance", J. Acoust. Soc. Am. 110 (2001) 563–572). There are only delays, so that no note comes before a
  /// pedal or a program of its own tick; a note keeps its length, but never reaches into the
  /// next one of its key, and no delay is longer than half of the note. Nothing but notes is moved.
  ///
  /// Ticks are made finer (as far as a MIDI file's 15 bits go), so that the delays fit; where ticks are clock time the
  /// delays are whole ticks.
  ///
  /// - Parameters:
  ///   - amount: 0 changes nothing, 1 is a good player on a good day; counts as 4 above 4, and as 0 where it is negative or not
  ///     a number.
  ///   - seed: what the deviations are drawn from.
  public func humanized(by amount: Double, seed: UInt64 = 0) -> Score {
    let amount = amount > 0 ? min(amount, 4) : 0
    guard amount > 0 else { return self }
    if isSequential {
      // Every sequence has its own time.
      var score = finer()
      for index in tracks.indices {
        let alone = Score(kind: kind, timebase: score.timebase, tracks: [score.tracks[index]])
        let seed = seed &+ UInt64(index) &* 0x9E37_79B9
        score.tracks[index] = alone.humanized(by: amount, seed: seed).tracks[0]
      }
      return score
    }
    var score = finer()
    let moved = Humanizing(score.strokes, TempoMap(score), amount, seed)
    for (index, events) in moved.events(of: score).enumerated() {
      score.tracks[index].events = events
    }
    return score
  }

  /// The same score with as many ticks a quarter as a MIDI file can count.
  private func finer() -> Score {
    guard case .ticksPerQuarter(let division) = timebase, division > 0 else { return self }
    let factor = Int64(max(32767 / division, 1))
    let last = tracks.reduce(Int64(0)) { max($0, $1.events.last?.tick ?? 0) }
    guard factor > 1, last < Int64.max / 4 / factor else { return self }
    var score = self
    score.timebase = .ticksPerQuarter(division * Int(factor))
    for index in tracks.indices {
      score.tracks[index].events = EventList(
        tracks[index].events.lazy.map { TimedMessage($0.tick * factor, $0.message) })
    }
    return score
  }
}

/// The deviations of all notes of a score.
private struct Humanizing {
  let strokes: [ScoreStroke]
  /// New ticks and velocities, by stroke.
  var ons: [Int64]
  var offs: [Int64]
  var velocities: [UInt8]

  init(_ strokes: [ScoreStroke], _ map: TempoMap, _ amount: Double, _ seed: UInt64) {
    self.strokes = strokes
    ons = strokes.map(\.on)
    offs = strokes.map(\.off)
    velocities = strokes.map(\.velocity)
    let order = strokes.indices.sorted { (strokes[$0].on, $0) < (strokes[$1].on, $1) }
    let melody = Self.melody(strokes, order)
    var segment = 0
    for index in order {
      let stroke = strokes[index]
      while segment + 1 < map.segments.count, map.segments[segment + 1].tick <= stroke.on {
        segment += 1
      }
      let ticksPerSecond = 1 / map.segments[segment].secondsPerTick.double
      var together = Chance(seed: seed, stroke.on)
      var own = Chance(seed: seed, stroke.on, Int64(stroke.track), Int64(stroke.slot))
      var delay = 0.006 * (2 + together.deviation())
      if !melody[index] { delay += 0.020 + 0.005 * own.deviation() }
      let ticks = amount * delay * ticksPerSecond
      let most = Double((stroke.off - stroke.on) / 2)
      ons[index] += Int64(min(ticks, most).rounded())
      let louder = (melody[index] ? 5.0 : -2.0) + 3 * own.deviation()
      let velocity = Double(stroke.velocity) + amount * louder
      velocities[index] = UInt8(min(max(velocity.rounded(), 1), 127))
    }
    release()
  }

  /// Moves the offs with their ons, each not beyond the next on of its key.
  private mutating func release() {
    var last: [Int: Int] = [:]
    let order = strokes.indices.sorted { (strokes[$0].on, $0) < (strokes[$1].on, $1) }
    for index in order {
      let stroke = strokes[index]
      offs[index] = stroke.off + (ons[index] - stroke.on)
      if let before = last.updateValue(index, forKey: stroke.slot),
        strokes[before].off <= stroke.on
      {
        offs[before] = min(offs[before], ons[index])
      }
    }
  }

  /// Which strokes are the highest of all that sound when they begin.
  private static func melody(_ strokes: [ScoreStroke], _ order: [Int]) -> [Bool] {
    var isMelody = [Bool](repeating: false, count: strokes.count)
    let ends = strokes.indices.sorted { strokes[$0].off < strokes[$1].off }
    var counts = [Int](repeating: 0, count: 128)
    var end = 0
    var index = 0
    while index < order.count {
      let tick = strokes[order[index]].on
      var next = index
      while next < order.count, strokes[order[next]].on == tick {
        let stroke = strokes[order[next]]
        if !stroke.isDrum { counts[Int(stroke.key)] += 1 }
        next += 1
      }
      // What ends here or before no longer sounds.
      while end < ends.count, strokes[ends[end]].off <= tick {
        let stroke = strokes[ends[end]]
        if !stroke.isDrum { counts[Int(stroke.key)] -= 1 }
        end += 1
      }
      let top = counts.lastIndex { $0 > 0 } ?? -1
      for place in index..<next {
        let stroke = strokes[order[place]]
        isMelody[order[place]] = !stroke.isDrum && Int(stroke.key) >= top
      }
      index = next
    }
    return isMelody
  }

  /// The events of each track with their notes moved.
  func events(of score: Score) -> [EventList] {
    var lists = score.tracks.map { track in
      track.events.enumerated().map { (tick: $1.tick, place: $0, message: $1.message) }
    }
    for (index, stroke) in strokes.enumerated() {
      guard
        case .noteOn(let channel, let key, _) = lists[stroke.track][stroke.onIndex].message
      else { continue }
      lists[stroke.track][stroke.onIndex].tick = ons[index]
      lists[stroke.track][stroke.onIndex].message = .noteOn(
        channel: channel, key: key, velocity: velocities[index])
      if let off = stroke.offIndex { lists[stroke.track][off].tick = offs[index] }
    }
    return lists.map { list in
      let last = list.reduce(Int64(0)) { max($0, $1.tick) }
      let sorted = list.map { event in
        if case .endOfTrack = event.message {
          return (tick: last, place: event.place, message: event.message)
        }
        return event
      }.sorted { ($0.tick, $0.place) < ($1.tick, $1.place) }
      return EventList(sorted.lazy.map { TimedMessage($0.tick, $0.message) })
    }
  }
}
