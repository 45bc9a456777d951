import Testing

@testable import Score

struct MeterMapTests {
  static func score(_ meters: [(Int64, Int, Int)]) -> Score {
    Score(
      kind: .smf, timebase: .ticksPerQuarter(480),
      tracks: [
        Track(events: meters.map { TimedMessage($0.0, .meter(beats: $0.1, unit: $0.2)) })
      ])
  }

  @Test func `bars are counted in four quarters until a signature says otherwise`() {
    let map = MeterMap(Self.score([]))
    #expect(map.tick(bar: 1) == .zero)
    #expect(map.tick(bar: 3, beat: Rational(5, 2)) == Rational(2 * 1920 + 720))
    #expect(map.position(at: Rational(4560)) == .init(bar: 3, beat: Rational(5, 2)))
    #expect(map.tick(bar: 0) == nil)
    #expect(map.tick(bar: 1, beat: Rational(1, 2)) == nil)
  }

  @Test func `a signature begins a bar, an unfinished one before it counts`() {
    // 3/4 from bar 1; after two bars and a beat (tick 3360) 6/8.
    let map = MeterMap(Self.score([(0, 3, 4), (3360, 6, 8)]))
    #expect(map.position(at: Rational(2880)) == .init(bar: 3))
    #expect(map.position(at: Rational(3360)) == .init(bar: 4))
    #expect(map.tick(bar: 5, beat: Rational(2)) == Rational(3360 + 1440 + 240))
    #expect(map.ticks(inBar: 3) == Rational(480))
    #expect(map.ticks(inBar: 4) == Rational(1440))
  }

  @Test func `places and ticks are inverse`() {
    let map = MeterMap(Self.score([(0, 3, 8), (720, 5, 16), (7200, 4, 4)]))
    for tick in stride(from: 0, to: 20000, by: 37) {
      #expect(map.tick(at: map.position(at: Rational(tick))) == Rational(tick))
    }
  }
}
