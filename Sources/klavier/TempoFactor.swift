import Score

extension Score {
  /// The same score `factor` times as fast; clock time (SMPTE) runs faster as well.
  func faster(by factor: Rational) -> Score {
    if factor == .one { return self }
    var score = self
    switch timebase {
    case .secondsPerTick(let seconds): score.timebase = .secondsPerTick(seconds / factor)
    case .ticksPerQuarter:
      for index in score.tracks.indices {
        score.tracks[index].events = Self.faster(score.tracks[index].events, by: factor)
        // Before the first tempo it is 120 quarters a minute; sequences have each their own.
        if index == 0 || isSequential {
          score.tracks[index].events.insert(
            TimedMessage(0, .tempo(secondsPerQuarter: Rational(1, 2) / factor)), at: 0)
        }
      }
    }
    return score
  }

  private static func faster(_ events: EventList, by factor: Rational) -> EventList {
    EventList(
      events.lazy.map { event in
        switch event.message {
        case .tempo(let quarter):
          TimedMessage(event.tick, .tempo(secondsPerQuarter: quarter / factor))
        case .tempoRamp(let start, let end, let quarters):
          TimedMessage(
            event.tick,
            .tempoRamp(start: start / factor, end: end / factor, quarters: quarters))
        default: event
        }
      })
  }
}
