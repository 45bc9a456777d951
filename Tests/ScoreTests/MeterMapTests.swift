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

  @Test func `bars are the same in a script and in its score`() throws {
    // Said again inside a bar, a meter changes nothing; another one ends the bar.
    for (lines, tick) in [
      ("at t960 meter 4/4", 3840), ("at t960 meter 3/4", 960 + 1440),
      ("meter 3/4\nat t480 meter 3/4", 2880),
    ] {
      let score = try Score(noteScript: Array("\(lines)\nat b3 note C4 t240\n".utf8))
      let note = try #require(Performance(score).strokes.first)
      #expect(note.on == Int64(tick))
      #expect(MeterMap(score).tick(bar: 3) == Rational(tick))
    }
  }

  @Test func `places and ticks are inverse`() {
    let map = MeterMap(Self.score([(0, 3, 8), (720, 5, 16), (7200, 4, 4)]))
    for tick in stride(from: 0, to: 20000, by: 37) {
      #expect(map.tick(at: map.position(at: Rational(tick))) == Rational(tick))
    }
  }
}
