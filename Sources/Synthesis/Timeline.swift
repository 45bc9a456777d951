public import Score

/// A performance at a sample rate: every event on its own sample.
///
/// Each exact time is rounded here, once, and nowhere else.
public struct Timeline: Sendable {
  /// Samples a second.
  public let rate: Int
  /// The events, frames not falling.
  public let events: [TimedEvent]
  /// The sample of the last event that counts, the end of a track among them.
  public let endFrame: Int

  /// The timeline of a performance at `rate` samples a second.
  public init(_ performance: Performance, rate: Int) {
    self.rate = rate
    var cursor = FrameCursor(performance.tempoMap, rate: rate)
    events = performance.moments.map {
      TimedEvent(frame: cursor.frame(at: $0.tick), event: $0.event)
    }
    endFrame = cursor.frame(at: performance.endTick)
  }

  /// A timeline of these events, frames not falling, for tests and for programs without a score.
  public init(rate: Int, events: [TimedEvent], endFrame: Int) {
    self.rate = rate
    self.events = events
    self.endFrame = endFrame
  }
}

/// Ticks to frames for ticks that mostly do not fall: equal ticks cost one look-up.
struct FrameCursor {
  private let map: TempoMap
  private let rate: Int
  private var last: (tick: Int64, frame: Int)?

  init(_ map: TempoMap, rate: Int) {
    self.map = map
    self.rate = rate
  }

  mutating func frame(at tick: Int64) -> Int {
    if let last, last.tick == tick { return last.frame }
    let frame = map.frame(at: tick, rate: rate)
    last = (tick, frame)
    return frame
  }
}
