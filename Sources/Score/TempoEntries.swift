extension TempoMap {
  /// A tempo as lists show it: a constant one, or a ramp.
  public struct Entry: Sendable {
    /// Where it begins, in ticks; the end of a ramp is rounded to a tick.
    public let tick: Int64
    /// Where it begins, in seconds from the start.
    public let seconds: Rational
    /// The tempo at its begin.
    public let secondsPerTick: Rational
    /// The tempo that a ramp reaches; nil for a constant one.
    public let secondsPerTickAtEnd: Rational?
    /// How long a ramp takes, in ticks; 0 for a constant tempo.
    public let rampTicks: Rational
  }

  /// The tempos in the order of time, each place once; where a ramp ends before the next one begins, the
  /// tempo that holds from there on is an entry of its own.
  public var entries: [Entry] {
    var entries: [Entry] = []
    for (index, segment) in segments.enumerated() {
      entries.append(
        Entry(
          tick: segment.tick, seconds: segment.seconds, secondsPerTick: segment.secondsPerTick,
          secondsPerTickAtEnd: segment.ramp?.secondsPerTickAtEnd,
          rampTicks: segment.ramp?.ticks ?? .zero))
      guard let ramp = segment.ramp else { continue }
      let end = Rational(Int128(segment.tick)) + ramp.ticks
      if index + 1 < segments.count, Rational(Int128(segments[index + 1].tick)) <= end { continue }
      entries.append(
        Entry(
          tick: Int64(clamping: end.rounded),
          seconds: segment.seconds + ramp.seconds(after: ramp.ticks, from: segment.secondsPerTick),
          secondsPerTick: ramp.secondsPerTickAtEnd, secondsPerTickAtEnd: nil, rampTicks: .zero))
    }
    return entries
  }
}

extension TempoMap.Entry {
  /// Quarters a minute at its begin, with so many ticks a quarter.
  public func quartersPerMinute(_ division: Int) -> Double {
    Self.quartersPerMinute(secondsPerTick, division)
  }

  /// Quarters a minute that a ramp reaches, with so many ticks a quarter; nil for a constant tempo.
  public func quartersPerMinuteAtEnd(_ division: Int) -> Double? {
    secondsPerTickAtEnd.map { Self.quartersPerMinute($0, division) }
  }

  private static func quartersPerMinute(_ secondsPerTick: Rational, _ division: Int) -> Double {
    let quarter = secondsPerTick.double * Double(division)
    return quarter > 0 ? 60 / quarter : 0
  }
}
