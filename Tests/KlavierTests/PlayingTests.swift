import Score
import Synthesis
import Testing

@testable import klavier

@Suite struct PlayingTests {
  static func note(
    _ id: Int32, key: UInt8 = 60, velocity: UInt8 = 64, channel: UInt16 = 0, track: UInt16 = 0
  ) -> Note {
    Note(id: id, channel: channel, key: key, velocity: velocity, track: track)
  }

  static func timeline(_ notes: [Note]) -> Timeline {
    Timeline(
      rate: 100,
      events: notes.flatMap {
        [
          TimedEvent(frame: 0, event: .noteOn($0)),
          TimedEvent(frame: 50, event: .noteOff($0, releaseVelocity: 64)),
        ]
      }.sorted { $0.frame < $1.frame }, endFrame: 50)
  }

  static func notes(_ timeline: Timeline) -> [Note] {
    timeline.events.compactMap { if case .noteOn(let note) = $0.event { note } else { nil } }
  }

  @Test func `an A4 that is asked for holds in place of the script's own`() throws {
    let score = try Score(noteScript: Array("tuning A4=415\nv: A4\n".utf8))
    var options = Options()
    for hertz in [440.0, 430] {
      options.a4 = hertz
      let playing = try Playing(options, score, isPiano: true)
      let (timeline, _) = playing.apply(to: Timeline(Performance(score), rate: 100))
      var (channel, key) = (0.0, 0.0)
      for event in timeline.events {
        switch event.event {
        case .channelTuning(_, let cents): channel = cents
        case .keyTuning(_, 69, let cents): key = cents
        default: break
        }
      }
      #expect(channel < -100)
      #expect(abs(channel + key - 1200 * ExactMath.log2(hertz / 440)) < 1e-9)
    }
  }

  @Test func `nothing asked for, nothing changed`() {
    let timeline = Self.timeline([Self.note(0), Self.note(1, channel: 9)])
    let (played, omissions) = Playing().apply(to: timeline)
    #expect(played.events == timeline.events)
    #expect(omissions == Playing.Omissions())
  }

  @Test func `a transposition moves keys, leaves drums alone and counts what falls off`() {
    var playing = Playing()
    playing.transpose = 12
    let notes = [Self.note(0), Self.note(1, key: 116), Self.note(2, key: 36, channel: 9)]
    let (played, omissions) = playing.apply(to: Self.timeline(notes))
    #expect(Self.notes(played).map(\.key) == [72, 36])
    #expect(omissions.offKeyboard == 1)
    // On and off of a note are the same note.
    #expect(played.events.count == 4)
  }

  @Test func `drum channels are left out, also those that a program makes`() {
    var playing = Playing()
    playing.percussion = false
    var timeline = Self.timeline([Self.note(0), Self.note(1, channel: 9), Self.note(2, channel: 1)])
    let drums = Event.program(channel: 1, Program(isPercussion: true))
    timeline = Timeline(
      rate: 100, events: [TimedEvent(frame: 0, event: drums)] + timeline.events, endFrame: 50)
    let (played, omissions) = playing.apply(to: timeline)
    #expect(Self.notes(played).map(\.id) == [0])
    #expect(omissions.percussion == 2)
  }

  @Test(arguments: [(1.0, 64, 64), (2.0, 64, 32), (0.5, 64, 90), (10.0, 1, 1), (2.0, 127, 127)])
  func `a velocity curve keeps the ends`(power: Double, velocity: UInt8, expected: UInt8) {
    // 127 · (64/127)² = 32.25, 127 · √(64/127) = 90.15
    var playing = Playing()
    playing.velocityPower = power
    let (played, _) = playing.apply(to: Self.timeline([Self.note(0, velocity: velocity)]))
    #expect(Self.notes(played).map(\.velocity) == [expected])
  }

  @Test func `muted tracks are not heard`() {
    var playing = Playing()
    playing.tracks = [1]
    let (played, omissions) = playing.apply(
      to: Self.timeline([Self.note(0), Self.note(1, track: 1)]))
    #expect(Self.notes(played).map(\.id) == [1])
    #expect(omissions.muted == 1)
  }

  @Test func `a preset takes the place of all programs, again after a reset`() {
    var playing = Playing()
    playing.preset = Program(bank: 1, number: 5)
    let timeline = Timeline(
      rate: 100,
      events: [
        TimedEvent(frame: 0, event: .program(channel: 0, Program(number: 9))),
        TimedEvent(frame: 10, event: .reset),
      ], endFrame: 50)
    let events = playing.apply(to: timeline).timeline.events
    let programs = events.filter { if case .program = $0.event { true } else { false } }
    #expect(programs.count == 32)
    #expect(
      programs.allSatisfy {
        $0.event == .program(channel: channel($0), playing.preset ?? Program())
      })
    #expect(
      programs.map(\.frame) == [Int](repeating: 0, count: 16) + [Int](repeating: 10, count: 16))
  }

  private func channel(_ event: TimedEvent) -> UInt16 {
    if case .program(let channel, _) = event.event { channel } else { .max }
  }

  @Test func `a tuning adds to the score's own`() {
    var playing = Playing()
    playing.tuning = Tuning(a4: 440 * 1.0594630943592953)  // a semitone
    let own = TimedEvent(frame: 5, event: .keyTuning(channel: 2, key: 60, cents: -50))
    let timeline = Timeline(rate: 100, events: [own], endFrame: 50)
    let events = playing.apply(to: timeline).timeline.events
    #expect(events.count == 129)
    guard case .keyTuning(2, 60, let cents)? = events.last?.event else {
      Issue.record("no tuning")
      return
    }
    #expect(abs(cents - 50) < 1e-6)
  }

  @Test func `a pedal without halves is up or down`() {
    var playing = Playing()
    playing.halfPedal = false
    let timeline = Timeline(
      rate: 100,
      events: [63, 64].enumerated().map {
        TimedEvent(frame: $0, event: .controller(channel: 0, number: 64, value: $1))
      }, endFrame: 50)
    #expect(
      playing.apply(to: timeline).timeline.events.map(\.event) == [
        .controller(channel: 0, number: 64, value: 0),
        .controller(channel: 0, number: 64, value: 127),
      ])
  }
}
