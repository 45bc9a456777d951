import Score
import Testing

/// `repeating(from:to:times:)`: what is played again, and what is as it was.
@Suite struct RepeatedTests {
  private func score(_ events: [TimedMessage]) -> Score {
    Score(
      kind: .smf, timebase: .ticksPerQuarter(480),
      tracks: [Track(events: EventList(events))])
  }

  private func on(_ tick: Int64, _ key: UInt8) -> TimedMessage {
    TimedMessage(tick, .noteOn(channel: 0, key: key, velocity: 64))
  }

  private func off(_ tick: Int64, _ key: UInt8) -> TimedMessage {
    TimedMessage(tick, .noteOff(channel: 0, key: key, velocity: 64))
  }

  private func strokes(_ score: Score) -> [[Int64]] {
    Performance(score).strokes.map { [Int64($0.note.key), $0.on, $0.off] }
  }

  @Test func `a passage is played again and the rest follows`() {
    let piece = score([
      on(0, 60), off(480, 60), on(480, 62), off(960, 62), on(960, 64), off(1440, 64),
    ])
    #expect(
      strokes(piece.repeating(from: 480, to: 960, times: 3)) == [
        [60, 0, 480], [62, 480, 960], [62, 960, 1440], [62, 1440, 1920], [64, 1920, 2400],
      ])
    #expect(piece.repeating(from: 480, to: 960, times: 1) == piece)
    #expect(piece.repeating(from: 480, to: 480, times: 9) == piece)
    #expect(piece.repeating(from: 0, to: .max, times: .max) == piece)
  }

  @Test func `notes over the end are cut at the way back and whole at last`() {
    let piece = score([on(0, 60), off(720, 60)])
    #expect(
      strokes(piece.repeating(from: 0, to: 480, times: 2)) == [[60, 0, 480], [60, 480, 1200]])
  }

  @Test func `a note from before the passage is not struck again`() {
    let piece = score([on(0, 48), on(480, 60), off(600, 60), off(700, 48), off(960, 72)])
    #expect(
      strokes(piece.repeating(from: 480, to: 960, times: 2)) == [
        [48, 0, 700], [60, 480, 600], [60, 960, 1080],
      ])
  }

  @Test func `controllers, programs and tempo are as they were`() {
    let piece = score([
      TimedMessage(0, .program(channel: 0, number: 3)),
      TimedMessage(0, .tempo(secondsPerQuarter: Rational(1))),
      TimedMessage(480, .controller(channel: 0, number: 64, value: 127)),
      TimedMessage(480, .program(channel: 0, number: 9)),
      on(480, 60),
      TimedMessage(720, .tempo(secondsPerQuarter: Rational(2))),
      off(960, 60),
    ])
    let twice = piece.repeating(from: 480, to: 960, times: 2)
    let back = twice.tracks[0].events.filter { $0.tick == 960 }.map(\.message)
    #expect(
      back == [
        .noteOff(channel: 0, key: 60, velocity: 64),
        .tempo(secondsPerQuarter: Rational(1)),
        .program(channel: 0, number: 3),
        .controller(channel: 0, number: 64, value: 0),
        .controller(channel: 0, number: 64, value: 127),
        .program(channel: 0, number: 9),
        .noteOn(channel: 0, key: 60, velocity: 64),
      ])
    // 480 ticks at 1 s, 240 at 1 s, 240 at 2 s a quarter, and again: 1 + 0.5 + 1 + 0.5 + 1.
    #expect(TempoMap(twice).seconds(at: 1440) == Rational(4))
  }

  @Test func `a bank is set back before its program`() {
    let piece = score([
      TimedMessage(0, .program(channel: 0, number: 3)),
      TimedMessage(0, .controller(channel: 0, number: 7, value: 90)),
      TimedMessage(480, .controller(channel: 0, number: 7, value: 80)),
      TimedMessage(480, .controller(channel: 0, number: 0, value: 8)),
      TimedMessage(480, .program(channel: 0, number: 9)),
      on(480, 60), off(960, 60),
    ])
    let back = piece.repeating(from: 480, to: 960, times: 2).tracks[0].events
      .filter { $0.tick == 960 }.map(\.message).dropFirst(2)  // the key goes up, the tempo
    #expect(
      Array(back.prefix(3)) == [
        .controller(channel: 0, number: 0, value: 0), .program(channel: 0, number: 3),
        .controller(channel: 0, number: 7, value: 90),
      ])
  }

  @Test func `a ramp goes on from where it was`() {
    // From 60 to 120 a minute over four quarters; the third one again: as long as the first time.
    let piece = score([
      TimedMessage(
        0, .tempoRamp(start: Rational(1), end: Rational(1, 2), quarters: Rational(4))),
      on(0, 60), off(1920, 60),
    ])
    let map = TempoMap(piece.repeating(from: 960, to: 1440, times: 2))
    let first = map.seconds(at: 1440) - map.seconds(at: 960)
    let second = map.seconds(at: 1920) - map.seconds(at: 1440)
    #expect(abs(first.double - second.double) < 1e-9)
    // The whole ramp with its third quarter twice: 4·ln 2 (60 to 120 over 4 quarters) and that quarter.
    let whole = TempoMap(piece).seconds(at: 1920).double
    #expect(abs(map.seconds(at: 2400).double - whole - first.double) < 1e-9)
  }

  @Test func `a time is found again as its tick`() {
    let piece = score([
      TimedMessage(
        0, .tempoRamp(start: Rational(1), end: Rational(1, 2), quarters: Rational(4))),
      on(0, 60), off(1920, 60),
    ])
    let map = TempoMap(piece)
    for tick in stride(from: Int64(0), through: 4000, by: 97) {
      #expect(map.tick(nearestTo: map.seconds(at: tick)) == tick)
    }
    #expect(map.tick(nearestTo: Rational(-1)) == 0)
  }

  @Test(arguments: [480, 1 << 40])
  func `a time is found on the finest grid too`(division: Int) {
    let map = TempoMap(Score(kind: .notes, timebase: .ticksPerQuarter(division)))
    for quarters in [1, 4, 1000] as [Int128] {
      #expect(map.tick(nearestTo: Rational(quarters, 2)) == Int64(quarters) * Int64(division))
    }
  }
}
