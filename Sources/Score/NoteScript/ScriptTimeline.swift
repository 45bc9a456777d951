/// What changes how time passes: a tempo or a meter.
struct TimeChange {
  enum Kind {
    case tempo(secondsPerWhole: Rational, ramp: ScriptClock.Ramp?)
    case meter(beats: Int, unit: Int)
  }

  var kind: Kind
  var time: ScriptTime
  /// Of changes at one place the one with the largest order counts.
  var order: Int
  /// The byte that errors point at.
  var place: Int
}

/// The tempos and meters of a script, laid out in time.
///
/// Each may stand at a tick, a second, a sample or a bar, so none can be placed before those in front
/// of it: the four kinds wait in queues of their own, and the first in time is placed next.
struct ScriptTimeline {
  private(set) var clock = ScriptClock()
  private(set) var meters = ScriptBars()
  private let ppq: Int
  private let rate: Int

  init(ppq: Int, rate: Int) {
    self.ppq = ppq
    self.rate = rate
  }

  /// Places all changes.
  mutating func place(_ changes: [TimeChange], faults: inout ScriptFaults) {
    let queues = ScriptTimeline.queues(changes)
    var heads = [Int](repeating: 0, count: queues.count)
    var last = Rational.zero
    while true {
      var first: (queue: Int, position: Rational, order: Int)?
      for (number, queue) in queues.enumerated() where heads[number] < queue.count {
        let change = queue[heads[number]]
        let position = position(of: change.time)
        if let first, (first.position, first.order) <= (position, change.order) { continue }
        first = (number, position, change.order)
      }
      guard let first else { break }
      let change = queues[first.queue][heads[first.queue]]
      heads[first.queue] += 1
      last = max(last, first.position)
      check(change.time, place: change.place, faults: &faults)
      switch change.kind {
      case .tempo(let secondsPerWhole, let ramp):
        clock.change(at: last, secondsPerWhole: secondsPerWhole, ramp: ramp)
      case .meter(let beats, let unit): meters.change(at: last, beats: beats, unit: unit)
      }
    }
  }

  private static func queues(_ changes: [TimeChange]) -> [[TimeChange]] {
    let units: [ScriptTime.Unit] = [.ticks, .seconds, .samples, .bar]
    return units.map { unit in
      changes.filter { $0.time.unit == unit }.sorted { a, b in
        if a.time.bar != b.time.bar { return a.time.bar < b.time.bar }
        let (x, y) = (a.time.rational, b.time.rational)
        return x != y ? x < y : a.order < b.order
      }
    }
  }

  /// The position of a time in whole notes.
  func position(of time: ScriptTime) -> Rational {
    switch time.unit {
    case .ticks: Rational(Int128(time.value), 4 * Int128(ppq))
    case .seconds, .samples: clock.position(at: seconds(of: time))
    case .bar: meters.position(bar: Int(time.bar), beat: time.rational)
    }
  }

  /// Finds a beat that its bar does not have; the meters before it must be placed.
  func check(_ time: ScriptTime, place: Int, faults: inout ScriptFaults) {
    guard time.unit == .bar else { return }
    let segment = meters.segment(ofBar: Int(time.bar))
    if time.rational >= Rational(segment.beats + 1) {
      faults.error(
        place,
        "bar \(time.bar) has \(segment.beats) beats, the meter is \(segment.beats)/\(segment.unit)")
    }
  }

  /// The position at the end of a duration that begins at `position`.
  func position(_ duration: ScriptTime, after position: Rational) -> Rational {
    duration.unit == .ticks
      ? position + Rational(Int128(duration.value), 4 * Int128(ppq))
      : clock.position(seconds(of: duration), after: position)
  }

  /// The seconds of a time or duration in seconds or samples.
  private func seconds(of time: ScriptTime) -> Rational {
    time.unit == .samples ? Rational(Int128(time.value), Int128(rate)) : time.rational
  }
}
