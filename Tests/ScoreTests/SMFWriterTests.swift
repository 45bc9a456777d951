import Testing

@testable import Score

struct SMFWriterTests {
  /// What a reader gives back of a score: its events and its ticks.
  static func content(_ score: Score) -> [EventList] { score.tracks.map(\.events) }

  @Test func `what is written is read back, event for event`() throws {
    for seed in 0..<300 {
      var random = RandomScore(seed: UInt64(seed))
      let score = random.score()
      let (bytes, warnings) = try score.midiFile()
      let again = try Score(midiFile: bytes)
      #expect(Self.content(again) == Self.content(score), "seed \(seed)")
      #expect(again.timebase == score.timebase)
      #expect(warnings.isEmpty && again.warnings.isEmpty, "seed \(seed)")
    }
  }

  @Test func `midicsv says the same events`() throws {
    for seed in 0..<100 {
      var random = RandomScore(seed: UInt64(1000 + seed))
      let score = random.score()
      let again = try Score(midiCSV: score.midiCSV().bytes)
      #expect(Self.content(again) == Self.content(score), "seed \(seed)")
      #expect(again.timebase == score.timebase)
    }
  }

  @Test func `bytes are those of the standard`() throws {
    let score = Score(
      kind: .smf, timebase: .ticksPerQuarter(480),
      tracks: [
        Track(events: [
          TimedMessage(0, .noteOn(channel: 0, key: 60, velocity: 100)),
          TimedMessage(480, .noteOn(channel: 0, key: 64, velocity: 100)),
          TimedMessage(480, .noteOff(channel: 0, key: 60, velocity: 64)),
        ])
      ])
    let track: [UInt8] = [
      0, 0x90, 60, 100, 0x83, 0x60, 64, 100, 0, 0x80, 60, 64, 0, 0xFF, 0x2F, 0,
    ]
    #expect(
      try score.midiFile().bytes
        == SMFBytes.header(format: 0, tracks: 1, division: 480) + SMFBytes.track(track))
  }

  @Test func `a name that means something in its own encoding only is not written twice`() throws {
    // 0x85 is an ellipsis in CP1251 and a line end, so nothing, in Latin-1.
    var score = Score(
      kind: .smf, timebase: .ticksPerQuarter(480),
      tracks: [
        Track(
          name: "…",
          events: [TimedMessage(0, .text(kind: Message.TextKind.trackName, bytes: [0x85, 0x20]))])
      ])
    score.textEncoding = .windows1251
    let again = try Score(midiFile: score.midiFile().bytes)
    #expect(again.tracks[0].events.dropLast().elementsEqual(score.tracks[0].events))
    let script = String(decoding: score.noteScript().bytes, as: UTF8.self)
    #expect(script.split(separator: "\n").filter { $0.contains("track 1") }.count == 1)
  }

  @Test func `a title that a text says is not made a name as well`() throws {
    let text = Array("title: Song".utf8)
    let bytes = SMFBytes.file([
      SMFBytes.track([0, 0xFF, 1, UInt8(text.count)] + text, SMFBytes.c4, SMFBytes.endOfTrack)
    ])
    #expect(try Score(midiFile: bytes).title == "Song")
    #expect(try Score(midiFile: bytes).midiFile().bytes == bytes)
  }

  @Test func `a meter with an unusual click keeps it`() throws {
    let bytes = SMFBytes.file([
      SMFBytes.track([0, 0xFF, 0x58, 4, 6, 3, 36, 8], SMFBytes.c4, SMFBytes.endOfTrack)
    ])
    #expect(try Score(midiFile: bytes).midiFile().bytes == bytes)
  }

  @Test func `names outside the events come into the file`() throws {
    let score = Score(
      kind: .notes, timebase: .ticksPerQuarter(480),
      tracks: [
        Track(name: "rh", events: [TimedMessage]()), Track(name: "lh", events: [TimedMessage]()),
      ], title: "Walk", copyright: "none")
    let again = try Score(midiFile: score.midiFile().bytes)
    #expect(again.tracks.map(\.name) == ["rh", "lh"])
    #expect(again.title == "Walk")
    #expect(again.copyright == "none")
  }

  @Test func `a title in another encoding is not written twice`() throws {
    // "Für Élise" in Latin 1, as older files have it, and a byte that no encoding knows.
    for name in [
      [0x46, 0xFC, 0x72, 0x20, 0xC9, 0x6C, 0x69, 0x73, 0x65], [0x41, 0x00, 0xFD, 0x81],
    ] {
      let body: [UInt8] =
        [0, 0xFF, 3, UInt8(name.count)] + name.map(UInt8.init) + [0, 0xFF, 0x2F, 0]
      let file: [UInt8] =
        Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
        + [0, 0, 0, UInt8(body.count)] + body
      #expect(try Score(midiFile: file).midiFile().bytes == file)
    }
  }

  @Test func `a composer with blanks behind is not written twice`() throws {
    let text = Array("composer: Otto  ".utf8)
    let body: [UInt8] = [0, 0xFF, 1, UInt8(text.count)] + text + [0, 0xFF, 0x2F, 0]
    let file: [UInt8] =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(body.count)] + body
    let score = try Score(midiFile: file)
    #expect(score.composer == "Otto")
    #expect(try score.midiFile().bytes == file)
  }

  @Test func `the composer is kept as a text, once`() throws {
    let score = try Score(noteScript: Array("composer \"Für Otto\"\ntempo 120\nrh: C4\n".utf8))
    let once = try score.midiFile()
    #expect(once.warnings.isEmpty)
    let again = try Score(midiFile: once.bytes)
    let line = TimedMessage(0, .text(kind: 1, bytes: Array("composer: Für Otto".utf8)))
    #expect(again.tracks[0].events.filter { $0 == line }.count == 1)
    var named = again
    named.composer = "Für Otto"
    #expect(try named.midiFile().bytes == once.bytes)
  }

  struct Lost: Sendable, CustomTestStringConvertible {
    let script: String
    let says: [String]
    var testDescription: String { script }
  }

  @Test(arguments: [
    Lost(script: "tempo 120", says: []),
    // 60,000,000/84 is no whole number, 60,000,000/96 is.
    Lost(
      script: "tempo 84\ntempo 90 at b2\ntempo 96 at b3",
      says: [
        "2 tempos are rounded to whole microseconds a quarter note, as a MIDI file has no others"
      ]),
    Lost(
      script: "tempo 60..120 over 1/1",
      says: [
        "1 tempo ramp is written as steps of constant tempo, as a MIDI file has no others"
      ]),
  ])
  func `what a file cannot say of the tempo is told`(row: Lost) throws {
    let score = try Score(noteScript: Array("\(row.script)\nrh: C4:1 | C4 | C4\n".utf8))
    #expect(try score.midiFile().warnings.map(\.message) == row.says)
  }

  @Test(arguments: ["rh: C4", "rh: C4\nlh: C3", "at 0 note C4 1"])
  func `a title comes back, by way of a MIDI file and a script`(music: String) throws {
    let head = "title \"Für Elise\"\ncomposer \"Ludwig\"\ncopyright \"none\"\n"
    let score = try Score(noteScript: Array((head + music).utf8))
    let file = try score.midiFile().bytes
    let again = try Score(midiFile: file)
    #expect(again.title == "Für Elise")
    // The script of a MIDI file has only at lines, which say it too.
    let lines = again.noteScript().bytes.split(separator: 10)
    #expect(lines.dropFirst().allSatisfy { $0.starts(with: Array("at t".utf8)) })
    let script = try Score(noteScript: again.noteScript().bytes)
    #expect(try Score(midiFile: script.midiFile().bytes).title == "Für Elise")
    let direct = try Score(noteScript: score.noteScript().bytes)
    #expect(direct.composer == "Ludwig" && direct.copyright == "none")
    #expect(direct.title ?? direct.tracks[0].name == "Für Elise")
  }

  @Test func `what lies too far for a file is refused`() throws {
    let score = try Score(noteScript: Array("at t900000000000000000 note C4 t1".utf8))
    #expect(throws: ScoreError.self) { try score.midiFile() }
    #expect(throws: ScoreError.self) { try score.midiCSV() }
    // A ramp that reaches far behind the last event is no matter.
    let ramp =
      "ppq=1099511627776\ntempo 60..70 over 1000000/1~1000000/1~1000000/1 at b2\nat 0 note C4 t9"
    let far = try Score(noteScript: Array("script 1 events \(ramp)".utf8))
    #expect(try far.midiFile().bytes.count < 100_000)
  }

  @Test func `a tempo ramp becomes steps that last as long`() throws {
    // 60 to 120 over four quarters lasts 60·4/60·ln 2 s; then 120 holds.
    let score = Score(
      kind: .notes, timebase: .ticksPerQuarter(480),
      tracks: [
        Track(events: [
          TimedMessage(
            0, .tempoRamp(start: .one, end: Rational(1, 2), quarters: Rational(4))),
          TimedMessage(0, .noteOn(channel: 0, key: 60, velocity: 64)),
          TimedMessage(3840, .noteOff(channel: 0, key: 60, velocity: 64)),
        ])
      ])
    let map = TempoMap(try Score(midiFile: score.midiFile().bytes))
    let wanted = TempoMap(score)
    for tick in stride(from: 0 as Int64, through: 3840, by: 480) {
      #expect(abs((map.seconds(at: tick) - wanted.seconds(at: tick)).double) < 1e-6)
    }
    #expect(abs(wanted.seconds(at: 1920).double - 2.772588722239781) < 1e-12)
  }

  @Test func `more ticks than a file can have are scaled exactly where that can be`() throws {
    func score(_ tick: Int64) -> Score {
      Score(
        kind: .notes, timebase: .ticksPerQuarter(96000),
        tracks: [
          Track(events: [
            TimedMessage(0, .noteOn(channel: 0, key: 60, velocity: 64)),
            TimedMessage(tick, .noteOff(channel: 0, key: 60, velocity: 64)),
          ])
        ])
    }
    let exact = try score(96500).midiFile()
    #expect(exact.warnings.isEmpty)
    #expect(Performance(try Score(midiFile: exact.bytes)).strokes[0].off == 193)
    #expect(try score(96001).midiFile().warnings.count == 1)
  }

  @Test func `clock time stays clock time`() throws {
    let score = Score(
      kind: .smf, timebase: .secondsPerTick(Rational(1, 1000)),
      tracks: [
        Track(events: [
          TimedMessage(0, .noteOn(channel: 0, key: 60, velocity: 64)),
          TimedMessage(1000, .noteOff(channel: 0, key: 60, velocity: 64)),
        ])
      ])
    #expect(try Score(midiFile: score.midiFile().bytes).timebase == score.timebase)
  }

  @Test func `a rest longer than a number is bridged`() throws {
    let far: Int64 = 5_000_000_000
    let score = Score(
      kind: .smf, timebase: .ticksPerQuarter(480),
      tracks: [Track(events: [TimedMessage(far, .program(channel: 0, number: 1))])])
    let again = try Score(midiFile: score.midiFile().bytes)
    #expect(again.tracks[0].events.contains(TimedMessage(far, .program(channel: 0, number: 1))))
  }
}
