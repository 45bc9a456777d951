import Score
import Testing

@testable import klavier

@Suite struct TempoFactorTests {
  static func score(_ events: [TimedMessage], _ timebase: Score.Timebase) -> Score {
    Score(kind: .smf, timebase: timebase, tracks: [Track(events: EventList(events))])
  }

  @Test func `twice as fast takes half the time, before and after a tempo`() {
    let score = Self.score(
      [TimedMessage(480, .tempo(secondsPerQuarter: Rational(1, 3)))], .ticksPerQuarter(480))
    let (slow, fast) = (TempoMap(score), TempoMap(score.faster(by: Rational(2))))
    for tick in [0, 1, 480, 960, 5000] as [Int64] {
      #expect(fast.seconds(at: tick) * Rational(2) == slow.seconds(at: tick))
    }
  }

  @Test func `clock time runs faster too`() {
    let score = Self.score([], .secondsPerTick(Rational(1, 1000)))
    #expect(TempoMap(score.faster(by: Rational(11, 10))).seconds(at: 1100) == .one)
  }

  @Test func `a ramp keeps its shape`() {
    let ramp = Message.tempoRamp(
      start: Rational(1), end: Rational(1, 2), quarters: Rational(4))
    let score = Self.score([TimedMessage(0, ramp)], .ticksPerQuarter(100))
    let (slow, fast) = (TempoMap(score), TempoMap(score.faster(by: Rational(2))))
    let difference = fast.seconds(at: 400).double * 2 - slow.seconds(at: 400).double
    #expect(difference.magnitude < 1e-12)
  }
}
