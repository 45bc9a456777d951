import Score

/// A place in a piece as `--start` and `--end` name it.
enum TimePoint: Sendable, Hashable {
  /// Seconds from the start.
  case seconds(Rational)
  /// A bar and a beat in it, both from 1.
  case bar(MeterMap.Position)
  /// A tick of the score; nobody types it.
  case tick(Int64)

  /// Reads `12.5`, `1:02.5`, `1:02:03` or `b3:2.5`.
  init(_ text: String) throws(UsageError) {
    let point = text.first == "b" ? Self.bar(text.dropFirst()) : Self.clock(text)
    guard let point else {
      throw UsageError(
        "'\(text)' is no time; expected seconds (12.5), minutes and seconds (1:02.5) or a bar and a beat (b3:2.5)"
      )
    }
    self = point
  }

  private static func bar(_ text: Substring) -> TimePoint? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let bar = Int(parts[0]), 1...1_000_000 ~= bar else { return nil }
    guard parts.count == 2 else { return .bar(.init(bar: bar)) }
    guard let beat = Value.decimal(parts[1]), beat >= .one, beat < Rational(100_000) else {
      return nil
    }
    return .bar(.init(bar: bar, beat: beat))
  }

  private static func clock(_ text: String) -> TimePoint? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = parts.last, parts.count <= 3, let seconds = Value.decimal(last),
      seconds < Rational(parts.count == 1 ? 10_000_000 : 60)
    else { return nil }
    var whole = 0
    for part in parts.dropLast() {
      guard let value = Int(part), 0..<100_000 ~= value else { return nil }
      whole = whole * 60 + value
    }
    return .seconds(Rational(whole * 60) + seconds)
  }

  /// Finds a beat that its bar does not have.
  func check(_ option: String, in score: Score) throws(Failure) {
    guard case .bar(let position) = self else { return }
    let meters = MeterMap(score)
    guard let tick = meters.tick(at: position), meters.position(at: tick).bar != position.bar,
      let bar = meters.tick(bar: position.bar), let length = meters.ticks(inBar: position.bar)
    else { return }
    let first = meters.position(at: bar)
    guard first.bar == position.bar,
      let segment = meters.segments.last(where: { $0.tick <= bar })
    else { return }
    let beats = Text.number((length / segment.ticksPerBeat).double)
    throw Failure(
      .usage, "\(option): bar \(position.bar) has \(beats) beats",
      hint: "a place in a later bar is b\(position.bar + 1), b\(position.bar + 1):2 and so on")
  }

  /// The sample nearest to it.
  func frame(in score: Score, _ tempoMap: TempoMap, rate: Int) -> Int {
    switch self {
    case .seconds(let seconds): return Int((seconds * Rational(rate)).rounded)
    case .bar(let position):
      guard let tick = MeterMap(score).tick(at: position) else { return 0 }
      return tempoMap.frame(at: Int64(clamping: tick.rounded), rate: rate)
    case .tick(let tick): return tempoMap.frame(at: tick, rate: rate)
    }
  }

  /// The tick nearest to it.
  func tick(in score: Score, _ tempoMap: TempoMap) -> Int64 {
    switch self {
    case .seconds(let seconds): tempoMap.tick(nearestTo: seconds)
    case .bar(let position):
      MeterMap(score).tick(at: position).map { Int64(clamping: $0.rounded) } ?? 0
    case .tick(let tick): tick
    }
  }
}
