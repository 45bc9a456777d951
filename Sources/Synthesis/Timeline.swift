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
    var clock = FrameClock(performance.tempoMap, rate: rate)
    events = performance.moments.map {
      TimedEvent(frame: clock.frame(at: $0.tick), event: $0.event)
    }
    endFrame = clock.frame(at: performance.endTick)
  }

  /// A timeline of these events, frames not falling, for tests and for programs without a score.
  public init(rate: Int, events: [TimedEvent], endFrame: Int) {
    self.rate = rate
    self.events = events
    self.endFrame = endFrame
  }
}
