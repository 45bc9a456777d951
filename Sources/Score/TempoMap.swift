/// How ticks become seconds: exact sums of exact tempos.
///
/// Tempos of any track count (SMF 1.0 wants them in the first, but files and players do otherwise).
/// Before the first one it is 120 quarters a minute (SMF 1.0). Only the inside and the end of a tempo
/// ramp are not rational; see `Rational.init(nearest:)`.
public struct TempoMap: Sendable, Hashable {
  /// A stretch of constant tempo, or of a ramp, from `tick` to the next segment.
  public struct Segment: Sendable, Hashable {
    /// Where it begins, in ticks.
    public let tick: Int64
    /// Where it begins, in seconds from the start.
    public let seconds: Rational
    /// The tempo at its begin.
    public let secondsPerTick: Rational
    /// The tempo at the end of a ramp and its length in ticks.
    let ramp: Ramp?
    /// The tempo that a ramp leads to; nil where the tempo is constant.
    public var secondsPerTickAtEnd: Rational? { ramp?.secondsPerTickAtEnd }
  }

  struct Ramp: Sendable, Hashable {
    let secondsPerTickAtEnd: Rational
    let ticks: Rational
  }

  /// The segments, the first at tick 0, ticks rising.
  public private(set) var segments: [Segment]

  /// A constant tempo.
  public init(secondsPerTick: Rational) {
    segments = [Segment(tick: 0, seconds: .zero, secondsPerTick: secondsPerTick, ramp: nil)]
  }

  /// The map of a score; of a format 2 file, that of its sequences one after the other.
  public init(_ score: Score) {
    if score.isSequential {
      self = Performance(score).tempoMap
      return
    }
    switch score.timebase {
    case .secondsPerTick(let seconds):
      segments = [Segment(tick: 0, seconds: .zero, secondsPerTick: seconds, ramp: nil)]
    case .ticksPerQuarter(let division):
      segments = TempoMap.segments(of: score, ticksPerQuarter: Int128(division))
    }
  }

  private static func segments(of score: Score, ticksPerQuarter: Int128) -> [Segment] {
    // Places, not messages: a message is 14 times as large.
    var tempos: [(tick: Int64, track: Int, index: Int)] = []
    for (number, track) in score.tracks.enumerated() {
      for index in track.events.indices {
        let code = track.events.code(at: index)
        if EventCode.microseconds(code) != nil {
          tempos.append((track.events.tick(at: index), number, index))
          continue
        }
        guard code & EventCode.stored != 0 else { continue }
        switch track.events.message(at: index) {
        case .tempo, .tempoRamp: tempos.append((track.events.tick(at: index), number, index))
        default: break
        }
      }
    }
    // Equal ticks keep the order of their tracks: the last one counts.
    tempos.sort { ($0.tick, $0.track, $0.index) < ($1.tick, $1.track, $1.index) }
    var found = [
      Segment(
        tick: 0, seconds: .zero, secondsPerTick: Rational(1, 2 * ticksPerQuarter), ramp: nil)
    ]
    found.reserveCapacity(tempos.count + 1)
    for (tick, track, index) in tempos {
      let last = found[found.count - 1]
      let begin = last.seconds(after: tick - last.tick)
      if last.tick == tick { found.removeLast() }
      if let microseconds = EventCode.microseconds(score.tracks[track].events.code(at: index)) {
        let tempo = Rational(Int128(microseconds), 1_000_000 * ticksPerQuarter)
        found.append(Segment(tick: tick, seconds: begin, secondsPerTick: tempo, ramp: nil))
        continue
      }
      switch score.tracks[track].events.message(at: index) {
      case .tempo(let quarter):
        found.append(
          Segment(
            tick: tick, seconds: begin, secondsPerTick: quarter / ticksPerQuarter, ramp: nil))
      case .tempoRamp(let start, let end, let quarters):
        found.append(
          Segment(
            tick: tick, seconds: begin, secondsPerTick: start / ticksPerQuarter,
            ramp: Ramp(
              secondsPerTickAtEnd: end / ticksPerQuarter,
              ticks: quarters * Rational(ticksPerQuarter))))
      default: break
      }
    }
    return found
  }

  /// From `tick` on another map holds, which begins there.
  mutating func append(_ other: TempoMap, at tick: Int64) {
    let start = seconds(at: tick)
    while let last = segments.last, last.tick >= tick { segments.removeLast() }
    segments += other.segments.map {
      Segment(
        tick: tick + $0.tick, seconds: start + $0.seconds, secondsPerTick: $0.secondsPerTick,
        ramp: $0.ramp)
    }
  }

  /// The time of a tick, in exact seconds from the start.
  public func seconds(at tick: Int64) -> Rational {
    let segment = segments[index(of: tick)]
    return segment.seconds(after: tick - segment.tick)
  }

  /// The sample nearest to a tick's exact time at `rate` samples a second; `Int.max` for times beyond.
  public func frame(at tick: Int64, rate: Int) -> Int {
    Int(clamping: (seconds(at: tick) * Rational(rate)).rounded)
  }

  /// The last segment that begins at or before `tick`.
  func index(of tick: Int64) -> Int {
    segments.lastIndex(inFront: { $0.tick <= tick })
  }
}

extension TempoMap.Segment {
  /// The seconds from the segment's begin… to `ticks` after it, plus those before it.
  func seconds(after ticks: Int64) -> Rational {
    guard let ramp else { return seconds + secondsPerTick * Rational(Int128(ticks)) }
    return seconds + ramp.seconds(after: Rational(Int128(ticks)), from: secondsPerTick)
  }
}

extension TempoMap.Ramp {
  /// The seconds from the ramp's start to `x` ticks after it: 1/(b−a)·L·ln(1 + (b−a)·x/(a·L)) with
  /// tempos a, b in ticks a second and the length L; then b holds.
  func seconds(after x: Rational, from start: Rational) -> Rational {
    let inside = x < ticks ? x : ticks
    let beyond = x < ticks ? .zero : (x - ticks) * secondsPerTickAtEnd
    if start == secondsPerTickAtEnd { return inside * start + beyond }
    let a = (Rational.one / start).double
    let b = (Rational.one / secondsPerTickAtEnd).double
    let length = ticks.double
    let change = (b - a) * inside.double / (a * length)
    // Where the tempos are nearly one, 1 + change would lose its digits: ln(1 + e)/e for small e is
    // 2/(2 + e)·(1 + s²/3 + …) with s = e/(2 + e).
    let s = change / (2 + change)
    let inRamp =
      abs(change) < 0x1p-20
      ? inside.double / a * 2 / (2 + change) * (1 + s * s / 3)
      : length / (b - a) * naturalLogarithm(1 + change)
    return Rational(nearest: inRamp) + beyond
  }
}
