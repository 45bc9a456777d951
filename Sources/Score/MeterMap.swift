/// Bars and beats of a score: which tick is which, exactly.
///
/// Bars count from 1 and begin anew at each new time signature (an unfinished bar before it counts as
/// one); a signature that only says again what holds changes nothing, wherever it stands.
/// Beats count from 1 and are those of the signature's unit. Before the first signature it is 4/4 (SMF
/// 1.0). Where ticks are clock time (SMPTE), a quarter lasts half a second.
public struct MeterMap: Sendable, Hashable {
  /// A stretch of one meter.
  public struct Segment: Sendable, Hashable {
    /// Where it begins, in ticks.
    public let tick: Rational
    /// The number of its first bar.
    public let bar: Int
    /// Beats in a bar.
    public let beats: Int
    /// The note that a beat is: 4 for a quarter.
    public let unit: Int
    /// The length of a beat in ticks.
    public let ticksPerBeat: Rational

    /// The length of a bar in ticks.
    public var ticksPerBar: Rational { ticksPerBeat * Rational(beats) }
  }

  /// A place in a score as musicians say it.
  public struct Position: Sendable, Hashable {
    /// The bar, from 1.
    public var bar: Int
    /// The beat in it, from 1, with its fraction.
    public var beat: Rational

    /// A place.
    public init(bar: Int, beat: Rational = .one) {
      self.bar = bar
      self.beat = beat
    }
  }

  /// The meters, the first at tick 0, ticks rising.
  public let segments: [Segment]

  /// The meters of a score; signatures of any track count.
  public init(_ score: Score) {
    var changes: [(tick: Int64, beats: Int, unit: Int)] = []
    for track in score.tracks {
      for index in track.events.indices
      where track.events.code(at: index) & 0xFF == EventCode.meter
        || track.events.code(at: index) & EventCode.stored != 0
      {
        if case .meter(let beats, let unit) = track.events.message(at: index) {
          changes.append((track.events.tick(at: index), beats, unit))
        }
      }
    }
    let ticksPerQuarter =
      switch score.timebase {
      case .ticksPerQuarter(let ticks): Rational(ticks)
      case .secondsPerTick(let seconds): Rational(1, 2) / seconds
      }
    self.init(changes.map { (Rational(Int128($0.tick)), $0.beats, $0.unit) }, ticksPerQuarter)
  }

  /// The map of these changes; those of one tick overrule each other in their order.
  init(_ changes: [(tick: Rational, beats: Int, unit: Int)], _ ticksPerQuarter: Rational) {
    func segment(_ tick: Rational, _ bar: Int, _ beats: Int, _ unit: Int) -> Segment {
      Segment(
        tick: tick, bar: bar, beats: beats, unit: unit,
        ticksPerBeat: ticksPerQuarter * Rational(4, Int128(unit)))
    }
    var found = [segment(.zero, 1, 4, 4)]
    let order = changes.indices.sorted { (changes[$0].tick, $0) < (changes[$1].tick, $1) }
    for index in order {
      let (tick, beats, unit) = changes[index]
      guard beats > 0, unit > 0 else { continue }
      let last = found[found.count - 1]
      if last.tick == tick {
        found[found.count - 1] = segment(tick, last.bar, beats, unit)
      } else if (last.beats, last.unit) != (beats, unit) {
        let bars = (tick - last.tick) / last.ticksPerBar
        let whole = bars.floor
        let count = Int(clamping: Rational(whole) == bars ? whole : whole + 1)
        let next = last.bar.addingClamped(count)
        found.append(segment(tick, next, beats, unit))
      }
    }
    segments = found
  }

  /// The tick of a place; nil where the bar or the beat is below 1.
  ///
  /// A beat past the end of its bar is counted on into the next ones.
  public func tick(bar: Int, beat: Rational = .one) -> Rational? {
    guard bar >= 1, beat >= .one else { return nil }
    let segment = segments[segments.lastIndex(inFront: { $0.bar <= bar })]
    return segment.tick + Rational(bar - segment.bar) * segment.ticksPerBar
      + (beat - .one) * segment.ticksPerBeat
  }

  /// The tick of a place; nil where the bar or the beat is below 1.
  public func tick(at position: Position) -> Rational? {
    tick(bar: position.bar, beat: position.beat)
  }

  /// The place of a tick that is 0 or more.
  public func position(at tick: Rational) -> Position {
    let segment = segments[segments.lastIndex(inFront: { $0.tick <= tick })]
    let bars = ((tick - segment.tick) / segment.ticksPerBar).floor
    let rest = tick - segment.tick - Rational(bars) * segment.ticksPerBar
    return Position(
      bar: segment.bar.addingClamped(Int(clamping: bars)), beat: .one + rest / segment.ticksPerBeat)
  }

  /// The length of the bar with this number, in ticks: shorter than its meter where the next meter cuts
  /// it.
  public func ticks(inBar bar: Int) -> Rational? {
    guard let begin = tick(bar: bar) else { return nil }
    let segment = segments[segments.lastIndex(inFront: { $0.bar <= bar })]
    let end = begin + segment.ticksPerBar
    let next = segments.lastIndex(inFront: { $0.tick <= begin }) + 1
    guard next < segments.count, segments[next].tick < end else { return segment.ticksPerBar }
    return segments[next].tick - begin
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
