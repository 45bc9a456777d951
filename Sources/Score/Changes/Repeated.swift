extension Score {
  /// The score with a passage played several times over, and what follows behind it.
  ///
  /// What lies before `end` stays where it is. At every way back the keys that are down go up, and controllers,
  /// programs, wheels, pressures, tempo, meter and key become again what they were at
  /// `begin`; registered parameters and system exclusives are not set back. A note that began before the
  /// passage is not struck again. With `begin` as the start of a render and
  /// `begin + times · (end − begin)` as its end, the passage alone is heard.
  ///
  /// - Parameters:
  ///   - begin: the passage's first tick, 0 or more.
  ///   - end: the tick behind its last, above `begin`; a passage of no length leaves the score as it is.
  ///   - times: how often it is played; 1 or less leaves the score as it is. Memory grows with it.
  public func repeating(from begin: Int64, to end: Int64, times: Int) -> Score {
    let length = end - begin
    guard times > 1, begin >= 0, length > 0 else { return self }
    let (extra, isTooLong) = length.multipliedReportingOverflow(by: Int64(times - 1))
    let last = tracks.reduce(end) { max($0, $1.events.last?.tick ?? 0) }
    if isTooLong || last.addingReportingOverflow(extra).overflow { return self }
    var score = self
    let tempo = tempoState(at: begin)
    for index in tracks.indices {
      var passage = Passage(tracks[index].events, begin, end)
      // Tempos count in every track; the first one sets them back.
      if index == 0 { passage.tempo = tempo }
      score.tracks[index].events = passage.repeated(times)
    }
    return score
  }

  /// The tempo at a tick as a message: what is left of a ramp, or a constant one.
  private func tempoState(at tick: Int64) -> Message? {
    guard case .ticksPerQuarter(let division) = timebase else { return nil }
    let map = TempoMap(self)
    let segment = map.segments[map.index(of: tick)]
    let quarter = Rational(division)
    guard let ramp = segment.ramp else {
      return .tempo(secondsPerQuarter: segment.secondsPerTick * quarter)
    }
    let done = Rational(Int128(tick - segment.tick)) / ramp.ticks
    if done >= .one { return .tempo(secondsPerQuarter: ramp.secondsPerTickAtEnd * quarter) }
    // Ramps are straight in quarters a minute.
    let (a, b) = (Rational.one / segment.secondsPerTick, Rational.one / ramp.secondsPerTickAtEnd)
    let now = Rational.one / (a + (b - a) * done)
    return .tempoRamp(
      start: now * quarter, end: ramp.secondsPerTickAtEnd * quarter,
      quarters: ramp.ticks * (.one - done) / quarter)
  }
}

/// A track's passage that is to be repeated.
private struct Passage {
  let begin: Int64
  let end: Int64
  /// Before the passage, in it, and from its end on.
  private var before: [TimedMessage] = []
  private var inside: [TimedMessage] = []
  private var after: [TimedMessage] = []
  /// The state at the begin, in the order of its first changes.
  private var state: [StateSlot: Message] = [:]
  private var slots: [StateSlot] = []
  /// What the passage changes of it.
  private var changed: Set<StateSlot> = []
  var tempo: Message?

  init(_ events: EventList, _ begin: Int64, _ end: Int64) {
    self.begin = begin
    self.end = end
    for event in events {
      if event.tick < begin {
        before.append(event)
        if let slot = StateSlot(event.message) {
          if state.updateValue(event.message, forKey: slot) == nil { slots.append(slot) }
        }
      } else if event.tick < end {
        inside.append(event)
        if let slot = StateSlot(event.message), changed.insert(slot).inserted, state[slot] == nil {
          state[slot] = slot.initial
          slots.append(slot)
        }
      } else {
        after.append(event)
      }
    }
  }

  func repeated(_ times: Int) -> EventList {
    var list = EventList()
    list.reserveCapacity(before.count + inside.count * times + after.count)
    for event in before { list.append(event) }
    let length = end - begin
    // A bank counts from the next program on, so it goes before.
    let slots = slots.filter(\.isBank) + slots.filter { !$0.isBank }
    var sounding = Sounding()
    for event in before { sounding.hear(event.message) }
    for time in 0..<times {
      let shift = length * Int64(time)
      if time > 0 {
        for message in sounding.offs { list.append(TimedMessage(begin + shift, message)) }
        sounding = Sounding()
        if let tempo { list.append(TimedMessage(begin + shift, tempo)) }
        for slot in slots where changed.contains(slot) {
          if let message = state[slot] { list.append(TimedMessage(begin + shift, message)) }
        }
      }
      for event in inside {
        if case .endOfTrack = event.message, time < times - 1 { continue }
        // An off without its note: the note began before the passage and has ended.
        guard sounding.hear(event.message) else { continue }
        list.append(TimedMessage(event.tick + shift, event.message))
      }
    }
    let shift = length * Int64(times - 1)
    for event in after where sounding.hear(event.message) {
      list.append(TimedMessage(event.tick + shift, event.message))
    }
    return list
  }

  /// Keys that are down.
  private struct Sounding {
    private var keys: [UInt16: Int] = [:]

    /// Takes note of a message; false for an off that ends nothing.
    @discardableResult
    mutating func hear(_ message: Message) -> Bool {
      switch message {
      case .noteOn(let channel, let key, _):
        keys[UInt16(channel) << 8 | UInt16(key), default: 0] += 1
      case .noteOff(let channel, let key, _):
        let slot = UInt16(channel) << 8 | UInt16(key)
        guard let count = keys[slot], count > 0 else { return false }
        keys[slot] = count - 1
      default: break
      }
      return true
    }

    var offs: [Message] {
      keys.keys.sorted().flatMap { slot in
        [Message](
          repeating: .noteOff(channel: UInt8(slot >> 8), key: UInt8(slot & 255), velocity: 64),
          count: keys[slot] ?? 0)
      }
    }
  }
}
