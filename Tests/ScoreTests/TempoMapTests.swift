import Testing

@testable import Score

struct TempoMapTests {
  static func score(_ division: Int, _ tempos: [(Int64, Int)]) -> Score {
    Score(
      kind: .smf, timebase: .ticksPerQuarter(division),
      tracks: [
        Track(
          events: tempos.map {
            TimedMessage($0.0, .tempo(secondsPerQuarter: Rational(Int128($0.1), 1_000_000)))
          })
      ])
  }

  @Test func `a tempo said 180 times does not drift`() {
    // 48 ticks a quarter, 845,070 µs: tick 33,792 is at 594.92928 s, sample 26,236,381.
    let once = TempoMap(Self.score(48, [(0, 845_070)]))
    let often = TempoMap(Self.score(48, (0..<180).map { (Int64($0) * 187, 845_070) }))
    #expect(once.seconds(at: 33792) == Rational(59_492_928, 100_000))
    #expect(often.seconds(at: 33792) == once.seconds(at: 33792))
    #expect(once.frame(at: 33792, rate: 44100) == 26_236_381)
  }

  @Test func `before the first tempo it is 120`() {
    let map = TempoMap(Self.score(480, [(480, 250_000)]))
    #expect(map.seconds(at: 480) == Rational(1, 2))
    #expect(map.seconds(at: 960) == Rational(3, 4))
  }

  @Test func `of two tempos at one tick the last counts`() {
    #expect(TempoMap(Self.score(480, [(0, 1), (0, 1_000_000)])).seconds(at: 480) == .one)
  }

  @Test func `a tempo of any track counts`() {
    var score = Self.score(480, [])
    score.tracks.append(Self.score(480, [(0, 1_000_000)]).tracks[0])
    #expect(TempoMap(score).seconds(at: 480) == .one)
  }

  @Test func `a ramp is linear in the position`() {
    // 60 to 120 quarters a minute over 4: after x quarters 60·4/60·ln(1 + x/4) s, then 120.
    let score = Score(
      kind: .notes, timebase: .ticksPerQuarter(480),
      tracks: [
        Track(events: [
          TimedMessage(480, .tempoRamp(start: .one, end: Rational(1, 2), quarters: Rational(4)))
        ])
      ])
    let map = TempoMap(score)
    #expect(abs(map.seconds(at: 480 + 960).double - (0.5 + 1.6218604324326575)) < 1e-13)
    #expect(abs(map.seconds(at: 480 + 2400).double - (0.5 + 2.772588722239781 + 0.5)) < 1e-13)
  }

  @Test(arguments: [0, 1, 1000, 1_000_000] as [Int128])
  func `a ramp between tempos that are nearly one lasts as long as either`(apart: Int128) {
    // 60 to 60 + n·10⁻¹⁵ quarters a minute: four quarters last 4 s, and less than 10⁻⁹ s less.
    let end = Rational(60) / (Rational(60) + Rational(apart, 1_000_000_000_000_000))
    let score = Score(
      kind: .notes, timebase: .ticksPerQuarter(480),
      tracks: [
        Track(events: [
          TimedMessage(0, .tempoRamp(start: .one, end: end, quarters: Rational(4)))
        ])
      ])
    let map = TempoMap(score)
    #expect(abs(map.seconds(at: 1920).double - 4) < 1e-9)
    #expect(abs(map.seconds(at: 960).double - 2) < 1e-9)
  }

  @Test func `a clock gives the samples of the map`() {
    var random = RandomScore(seed: 3)
    for _ in 0..<30 {
      let tempos = (0..<20).map { (Int64($0 * 300), 1 + random.below(2_000_000)) }
      let map = TempoMap(Self.score(1 + random.below(1000), tempos))
      let rate = [8000, 44100, 48000, 192_000][random.below(4)]
      var clock = FrameClock(map, rate: rate)
      for tick in stride(from: 0 as Int64, to: 9000, by: 13) {
        #expect(clock.frame(at: tick) == map.frame(at: tick, rate: rate))
      }
      #expect(clock.frame(at: 5) == map.frame(at: 5, rate: rate))
    }
  }

  @Test func `a clock stands what 64 bits do not hold`() {
    let map = TempoMap(Self.score(32767, [(0, 16_777_215), (1, 1), (7, 999_983)]))
    var clock = FrameClock(map, rate: 192_000)
    for tick in [0, 1, 6, 7, 1 << 40, 1 << 58, Int64.max] as [Int64] {
      #expect(clock.frame(at: tick) == map.frame(at: tick, rate: 192_000))
    }
  }
}
