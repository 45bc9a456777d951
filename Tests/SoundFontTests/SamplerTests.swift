import Score
import SoundFont
import Synthesis
import Testing

@Suite struct SamplerTests {
  @Test func `a looped cosine stays periodic, its loop's end being exclusive`() throws {
    let sound = try render(.tone, timeline([Stroke(frames: 20000)], end: 19000)).sound
    for n in 1100..<18900 {
      #expect(abs(sound.left[n] - sound.left[n - 100]) < 1e-6, "frame \(n)")
      if abs(sound.left[n] - sound.left[n - 100]) >= 1e-6 { break }
    }
    #expect(sound.left[1100..<1200].max() ?? 0 > 0.1)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 1000, 2047, 2048, 2049])
  func `a note starts on its own frame`(frame: Int) throws {
    let sound = try render(.steady(), timeline([Stroke(at: frame)], end: 4000)).sound
    #expect(sound.left.firstIndex { $0 != 0 } == frame)
  }

  /// A dense little piece with everything that events can do.
  static func piece() -> Timeline {
    var strokes: [Stroke] = []
    for i in 0..<60 {
      strokes.append(
        Stroke(
          at: i * 137, frames: 300 + i * 17, key: UInt8(40 + (i * 7) % 40),
          velocity: UInt8(30 + i), channel: UInt16(i % 2)))
    }
    let others: [(Int, Event)] = [
      (500, .controller(channel: 0, number: 64, value: 127)),
      (1100, .pitchBend(channel: 1, value: 12000)),
      (1777, .controller(channel: 0, number: 7, value: 60)),
      (2500, .controller(channel: 0, number: 64, value: 0)),
      (3001, .controller(channel: 1, number: 10, value: 20)),
      (4444, .controller(channel: 1, number: 1, value: 127)),
      (6000, .controller(channel: 0, number: 66, value: 127)),
      (7000, .controller(channel: 0, number: 66, value: 0)),
      (7500, .controller(channel: 1, number: 120, value: 0)),
    ]
    return timeline(strokes, others, end: 9000)
  }

  /// Looped, with a moving filter, a vibrato and a tremolo.
  static var moving: TinyBank {
    var bank = TinyBank.tone
    bank.instruments = [
      [
        TinyBank.looped([
          (5, 20), (8, 7000), (9, 60), (11, 4000), (13, 30), (22, -500), (26, -3000), (28, -1200),
          (29, 500), (34, -4000), (36, 1200), (37, 200), (38, -1500), (57, 0),
        ]), TinyBank.looped([(17, -300), (38, -2400)]),
      ]
    ]
    return bank
  }

  @Test(arguments: [1, 64, 100, 511, 4096])
  func `blocks cannot be heard`(block: Int) throws {
    let whole = try render(Self.moving, Self.piece(), block: 100_000).sound
    let cut = try render(Self.moving, Self.piece(), block: block).sound
    #expect(whole.left == cut.left)
    #expect(whole.right == cut.right)
    #expect(whole.left.contains { $0 != 0 })
  }

  @Test(arguments: [2, 3, 7])
  func `threads cannot be heard`(jobs: Int) throws {
    let alone = try render(Self.moving, Self.piece(), block: 4096).sound
    let shared = try render(Self.moving, Self.piece(), jobs: jobs, block: 4096).sound
    #expect(alone.left == shared.left)
    #expect(alone.right == shared.right)
  }

  @Test(arguments: [1, 77, 4096])
  func `blocks cannot be heard where voices are stolen`(block: Int) throws {
    let whole = try render(Self.moving, Self.piece(), block: 100_000, polyphony: 4)
    let cut = try render(Self.moving, Self.piece(), block: block, polyphony: 4)
    #expect(whole.sound.left == cut.sound.left)
    #expect(whole.sampler.voicesStolen == cut.sampler.voicesStolen)
    #expect(whole.sampler.voicesStolen > 0)
  }

  struct Step: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let zone: [(UInt16, Int)]
    let event: Event?
    let length: Int

    static let all: [Step] = [
      Step(testDescription: "shortest release", zone: [], event: nil, length: 2000),
      Step(
        testDescription: "off in the attack", zone: [(34, 0)], event: nil, length: 9000),
      Step(
        testDescription: "off in the decay", zone: [(36, 0), (37, 1000)], event: nil, length: 5000),
      Step(
        testDescription: "all sound off", zone: [],
        event: .controller(channel: 0, number: 120, value: 0), length: 6000),
      Step(
        testDescription: "volume to 0 and back", zone: [],
        event: .controller(channel: 0, number: 7, value: 0), length: 6000),
    ]
  }

  @Test(arguments: Step.all)
  func `the level never steps by more than 1/64 of full scale`(step: Step) throws {
    let bank = TinyBank.steady([TinyBank.looped(step.zone)])
    let others: [(Int, Event)] = step.event.map { [(3000, $0)] } ?? []
    let sound = try render(bank, timeline([Stroke(frames: step.length)], others, end: 12000)).sound
    // One voice at full velocity, to the left: the level of the held note is full scale here.
    let full = try render(.steady(), timeline([Stroke(frames: 4000)], end: 4000)).sound.left[3000]
    var worst: Float = 0
    for n in 1..<12000 { worst = max(worst, abs(sound.left[n] - sound.left[n - 1])) }
    #expect(worst / full <= 1.0 / 64)
    #expect(worst > 0)
  }

  @Test func `a pedal holds, and lets go`() throws {
    let events: [(Int, Event)] = [
      (0, .controller(channel: 0, number: 64, value: 127)),
      (6000, .controller(channel: 0, number: 64, value: 0)),
    ]
    let sound = try render(.steady(), timeline([Stroke(frames: 1000)], events, end: 9000)).sound
    #expect(sound.left[5990] == sound.left[900])
    #expect(sound.left[6500] == 0)
  }

  @Test func `sostenuto holds only what is down`() throws {
    let events: [(Int, Event)] = [
      (1000, .controller(channel: 0, number: 66, value: 127)),
      (8000, .controller(channel: 0, number: 66, value: 0)),
    ]
    let strokes = [Stroke(frames: 3000), Stroke(at: 2000, frames: 1000, key: 72)]
    let sound = try render(.steady(), timeline(strokes, events, end: 12000)).sound
    let alone = sound.left[900]
    #expect(abs(sound.left[2500] / alone - 2) < 0.001)
    #expect(abs(sound.left[7000] / alone - 1) < 0.001)
    #expect(sound.left[9000] == 0)
  }

  @Test func `velocity follows the square (8.4.1)`() throws {
    func loudness(_ velocity: UInt8) throws -> Double {
      let stroke = Stroke(frames: 4000, velocity: velocity)
      return level(try render(.tone, timeline([stroke], end: 4000)).sound.left, 1000..<4000)
    }
    let full = try loudness(127)
    #expect(abs(decibels(full, try loudness(111)) - 2.34) < 0.01)
    #expect(abs(decibels(full, try loudness(63)) - 12.18) < 0.01)
  }

  struct Tuning: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let zone: [(UInt16, Int)]
    var correction: Int8 = 0
    var key: UInt8 = 60
    var event: Event?
    let hertz: Double

    static let all: [Tuning] = [
      Tuning(testDescription: "as recorded", zone: [], hertz: 441),
      Tuning(testDescription: "an octave up", zone: [], key: 72, hertz: 882),
      Tuning(testDescription: "signed correction", zone: [], correction: -50, hertz: 428.445),
      Tuning(
        testDescription: "scale tuning 0 pivots on the root", zone: [(56, 0), (58, 72)],
        correction: 50, key: 48, hertz: 453.923),
      Tuning(testDescription: "fine and coarse", zone: [(51, 12), (52, -50)], hertz: 856.891),
      Tuning(testDescription: "fixed key", zone: [(46, 72)], key: 30, hertz: 882),
      Tuning(
        testDescription: "wheel up: two semitones", zone: [],
        event: .pitchBend(channel: 0, value: 16383), hertz: 494.99),
      Tuning(
        testDescription: "channel tuning", zone: [],
        event: .channelTuning(channel: 0, cents: 100), hertz: 467.223),
      Tuning(
        testDescription: "generator offset (NRPN)", zone: [],
        event: .generator(channel: 0, number: 52, value: 50), hertz: 453.923),
    ]
  }

  @Test(arguments: Tuning.all)
  func `sounds at its pitch`(row: Tuning) throws {
    var bank = TinyBank.tone
    bank.samples[0].correction = row.correction
    bank.instruments = [[TinyBank.looped(row.zone)]]
    let events: [(Int, Event)] = row.event.map { [(0, $0)] } ?? []
    let sound = try render(
      bank, timeline([Stroke(frames: 22050, key: row.key)], events, end: 22050)
    ).sound
    #expect(abs(hertz(sound.left, 2000..<22000) - row.hertz) < 0.05)
  }

  @Test func `an exclusive class cuts others of its class, not its own layers`() throws {
    let layer = TinyBank.looped([(57, 1)])
    let bank = TinyBank.steady([layer, layer])
    let strokes = [Stroke(frames: 8000), Stroke(at: 4000, frames: 4000, key: 61)]
    let sound = try render(bank, timeline(strokes, end: 8000)).sound
    let single = try render(.steady([TinyBank.looped()]), timeline([Stroke()], end: 4000)).sound
    #expect(abs(sound.left[3000] / single.left[3000] - 2) < 0.001)
    #expect(abs(sound.left[6000] / single.left[3000] - 2) < 0.001)
  }

  @Test func `a missing preset is replaced, and told once`() throws {
    let events: [(Int, Event)] = [(0, .program(channel: 0, Program(bank: 9 << 7, number: 3)))]
    let played = try render(
      .tone, timeline([Stroke(), Stroke(at: 5000)], events, end: 9000))
    #expect(played.sound.left.contains { $0 != 0 })
    #expect(played.sampler.warnings == ["bank 9 program 3 not found, using 0:0"])
  }

  @Test func `mode 3 plays on after the loop when the key is up`() throws {
    // A loop at one level, and a tail at another: the tail is heard only after the key is up.
    let frames = [Int16](repeating: 16000, count: 2000) + [Int16](repeating: 4000, count: 20000)
    let bank = TinyBank(
      samples: [TinyBank.Sample(frames: frames, loop: 100..<2000)],
      instruments: [[TinyBank.Zone(generators: [(38, 2400), (54, 3), (53, 0)])]])
    let sound = try render(bank, timeline([Stroke(frames: 10000)], end: 16000)).sound
    #expect(abs(sound.left[9000] / sound.left[5000] - 1) < 0.001)
    #expect(sound.left[13000] / sound.left[9000] < 0.3)
    #expect(sound.left[13000] > 0)
  }

  @Test func `a modulator moves the start of a sample, backwards too`() throws {
    // 2000 frames, then as many twice as loud; the zone starts at the second part.
    let frames = [Int16](repeating: 8000, count: 2000) + [Int16](repeating: 16000, count: 2410)
    func start(_ modulators: [(UInt16, UInt16, Int16, UInt16, UInt16)]) throws -> [Float] {
      var zone = TinyBank.looped([(0, 2000)])
      zone.modulators = modulators
      let bank = TinyBank(
        samples: [TinyBank.Sample(frames: frames, loop: 4200..<4400)], instruments: [[zone]])
      return try render(bank, timeline([Stroke(frames: 4400)], end: 4400)).sound.left
    }
    let plain = try start([])
    #expect(abs(decibels(level(plain, 300..<1000), level(plain, 3000..<4000))) < 0.01)
    // From velocity, linear: 127/128 of −2016 frames are −2000.25, and nothing lies before frame 0.
    let moved = try start([(0x0002, 0, -2016, 0, 0)])
    #expect(abs(decibels(level(moved, 300..<1000), level(moved, 3000..<4000)) + 6.0206) < 0.01)
    #expect(plain[300] == moved[3000])
    // Half of the way back: 64/128 of −1000 by key 64 … and forwards.
    let forwards = try start([(0x0002, 0, 200, 0, 0)])
    #expect(forwards[100] == plain[298])
  }

  @Test func `24 bits are used where they are there`() throws {
    var bank = TinyBank.tone
    bank.samples = [TinyBank.Sample(frames: [Int16](repeating: 0, count: 4410))]
    bank.lowBytes = [UInt8](repeating: 128, count: 4410 + 46)
    let sound = try render(bank, timeline([Stroke(frames: 4000)], end: 4000)).sound
    // 128 / 2^23, to the left at −3 dB, and full level as FluidSynth has it: −0.41 dB + 1.505 dB, and the
    // volume of 100 (−4.15 dB).
    let expected = 128.0 / 8_388_608 * ExactMath.gain(decibels: -3.0103 - 0.4086 + 1.505 - 4.1522)
    #expect(abs(Double(sound.left[3000]) / expected - 1) < 0.02)
  }

  @Test func `a voice ends when its filter has rung out, not before`() throws {
    var bank = TinyBank.tone
    bank.samples[0].frames = TinyBank.cosine(frames: 300)
    bank.samples[0].loop = 0..<300
    bank.instruments = [
      [TinyBank.Zone(generators: [(8, 6000), (9, 600), (38, 1200), (54, 0), (53, 0)])]
    ]
    let sound = try render(bank, timeline([Stroke(frames: 20000)], end: 20000)).sound
    // The sample is over after 300 frames; a resonance of 60 dB at 262 Hz rings far longer.
    #expect(level(sound.left, 2000..<4000) > 1e-4)
  }

  @Test func `a reset lets go of what sostenuto holds`() throws {
    let events: [(Int, Event)] = [
      (500, .controller(channel: 0, number: 66, value: 127)), (3000, .reset),
    ]
    let played = try render(.steady(), timeline([Stroke(frames: 1000)], events, end: 6000))
    #expect(played.sound.left[2900] > 0)
    #expect(played.sound.left[5000] == 0)
    #expect(!played.sampler.isSounding)
  }

  @Test(arguments: [1, 64, 4096])
  func `no more voices sound than may, those that fade aside`(block: Int) throws {
    // Five at one frame, two of two layers each later.
    let strokes =
      (0..<5).map { Stroke(key: UInt8(60 + $0)) }
      + [Stroke(at: 700, key: 70), Stroke(at: 900, key: 71)]
    let bank = TinyBank.steady([TinyBank.looped(), TinyBank.looped()])
    let played = try render(bank, timeline(strokes, end: 2000), block: block, polyphony: 3)
    #expect(played.sampler.voicesPeak == 3)
    #expect(played.sampler.voicesStolen == 14 - 3)
    let alone = try render(bank, timeline([Stroke()], end: 2000)).sound.left[1900]
    #expect(abs(played.sound.left[1900] / alone - 1.5) < 1e-3)
  }

  @Test func `a preset tells of keys for which it has no region`() throws {
    var bank = TinyBank.tone
    bank.instruments = [[TinyBank.Zone(generators: [(43, 48 | 65 << 8), (54, 1), (53, 0)])]]
    let strokes = [Stroke(key: 45), Stroke(key: 60), Stroke(at: 100, key: 45)]
    let played = try render(bank, timeline(strokes, end: 300))
    #expect(
      played.sampler.warnings == [
        "memory, preset 0:0 'preset': no region for 2 notes (A2, key 45): silent"
      ])
  }
}
