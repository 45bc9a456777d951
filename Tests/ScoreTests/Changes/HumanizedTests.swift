import Score
import Testing

/// `humanized(by:)`: the bounds of its formula, and what it leaves alone.
@Suite struct HumanizedTests {
  /// Quarters of C major triads with a pedal and a program, at 120 a minute.
  private static func score(division: Int = 480) -> Score {
    var track = Track(events: [
      TimedMessage(0, .program(channel: 0, number: 5)),
      TimedMessage(0, .controller(channel: 0, number: 64, value: 127)),
    ])
    for beat in 0..<40 {
      let tick = Int64(beat * division)
      for key in [60, 64, 67] as [UInt8] {
        track.events.append(TimedMessage(tick, .noteOn(channel: 0, key: key, velocity: 70)))
      }
      for key in [60, 64, 67] as [UInt8] {
        track.events.append(
          TimedMessage(tick + Int64(division), .noteOff(channel: 0, key: key, velocity: 64)))
      }
    }
    track.events.append(TimedMessage(Int64(40 * division), .endOfTrack))
    return Score(kind: .smf, timebase: .ticksPerQuarter(division), tracks: [track])
  }

  private struct Heard {
    var nominal: Double
    var on: Double
    var off: Double
    var note: Note
  }

  private func heard(_ score: Score) -> [Heard] {
    let performance = Performance(score)
    let map = performance.tempoMap
    return performance.strokes.map {
      let on = map.seconds(at: $0.on).double
      return Heard(
        nominal: (on * 2).rounded(.down) / 2, on: on, off: map.seconds(at: $0.off).double,
        note: $0.note)
    }
  }

  @Test func `amount 0 and what is no amount leave the score as it is`() {
    let score = Self.score()
    #expect(score.humanized(by: 0) == score)
    #expect(score.humanized(by: -1) == score)
    #expect(score.humanized(by: .nan) == score)
  }

  @Test(arguments: [0.5, 1, 2])
  func `the melody leads and is louder, within the bounds of the formula`(amount: Double) {
    let notes = heard(Self.score().humanized(by: amount, seed: 7))
    #expect(notes.count == 120)
    let tick = 0.5 / 32640  // a MIDI file's finest quarter, rounded
    for note in notes {
      let delay = note.on - note.nominal
      let isMelody = note.note.key == 67
      let (low, high) = isMelody ? (0.0, 0.024) : (0.010, 0.054)
      #expect(delay >= amount * low - tick && delay <= amount * high + tick)
      let change = Double(note.note.velocity) - 70
      let mean = isMelody ? 5.0 : -2.0
      #expect(abs(change - amount * mean) <= amount * 6 + 0.5)
      #expect(note.off > note.on)
    }
    let melody = notes.filter { $0.note.key == 67 }.map { Double($0.note.velocity) }
    let rest = notes.filter { $0.note.key != 67 }.map { Double($0.note.velocity) }
    #expect(melody.reduce(0, +) / 40 > rest.reduce(0, +) / 80 + 3 * amount)
    // They do differ from each other.
    #expect(Set(notes.map(\.on)).count > 100)
  }

  @Test func `a note never reaches into the next one of its key`() {
    let notes = heard(Self.score().humanized(by: 4, seed: 1))
    for key in [60, 64, 67] as [UInt8] {
      let line = notes.filter { $0.note.key == key }
      for (one, next) in zip(line, line.dropFirst()) { #expect(one.off <= next.on) }
    }
  }

  @Test func `nothing but notes moves`() {
    let score = Self.score().humanized(by: 1)
    #expect(
      Array(score.tracks[0].events.prefix(2)) == [
        TimedMessage(0, .program(channel: 0, number: 5)),
        TimedMessage(0, .controller(channel: 0, number: 64, value: 127)),
      ])
    #expect(score.tracks[0].events.last?.message == .endOfTrack)
    let ticks = score.tracks[0].events.map(\.tick)
    #expect(ticks == ticks.sorted())
  }

  @Test func `a seed is one performance, another seed another`() {
    let score = Self.score()
    #expect(score.humanized(by: 1, seed: 3) == score.humanized(by: 1, seed: 3))
    #expect(score.humanized(by: 1, seed: 3) != score.humanized(by: 1, seed: 4))
  }

  @Test func `a held higher note stays the melody`() {
    // C5 held over two quarters of C4: the second C4 is no melody.
    let track = Track(events: [
      TimedMessage(0, .noteOn(channel: 0, key: 72, velocity: 64)),
      TimedMessage(0, .noteOn(channel: 0, key: 60, velocity: 64)),
      TimedMessage(480, .noteOff(channel: 0, key: 60, velocity: 64)),
      TimedMessage(480, .noteOn(channel: 0, key: 60, velocity: 64)),
      TimedMessage(960, .noteOff(channel: 0, key: 60, velocity: 64)),
      TimedMessage(960, .noteOff(channel: 0, key: 72, velocity: 64)),
      TimedMessage(960, .noteOn(channel: 0, key: 60, velocity: 64)),
      TimedMessage(1440, .noteOff(channel: 0, key: 60, velocity: 64)),
    ])
    let score = Score(kind: .smf, timebase: .ticksPerQuarter(480), tracks: [track])
    let notes = heard(score.humanized(by: 1))
    let lower = notes.filter { $0.note.key == 60 }.map { $0.on - $0.nominal }
    // 10 ms is the least that the accompaniment is behind, 24 ms the most that the melody is.
    #expect(lower[0] >= 0.0099 && lower[1] >= 0.0099)
    #expect(lower[2] <= 0.0241)
  }

  @Test func `clock time is moved by whole ticks`() {
    var score = Self.score()
    score.timebase = .secondsPerTick(Rational(1, 1000))
    let moved = score.humanized(by: 1)
    #expect(moved.timebase == score.timebase)
    #expect(moved != score)
  }
}
