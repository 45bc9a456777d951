import Score
import Synthesis
import Testing

@testable import SoundFont

/// Gives the same frames for all bytes, or refuses them.
private struct FakeDecoder: SampleDecoder {
  struct Refusal: Error {}
  var frames: [Float]?

  func decode(_ bytes: [UInt8]) throws -> Recording {
    guard let frames else { throw Refusal() }
    return Recording(channels: [frames], rate: 44100)
  }

  func decode(path: String) throws -> Recording { try decode([]) }
}

@Suite struct BankTests {
  @Test func `lists its presets`() throws {
    var bank = TinyBank.tone
    bank.presets.append(TinyBank.Preset(bank: 8, program: 5))
    let presets = try Bank(soundFont: bank.bytes).presets
    #expect(presets.map(\.bank) == [0, 8])
    #expect(presets.map(\.program) == [0, 5])
    #expect(presets.map(\.name) == ["preset", "preset"])
  }

  @Test(arguments: [true, false])
  func `odd chunks are read with their pad and without`(padded: Bool) throws {
    let info = TinyBank.chunk("INAM", [0x61, 0x62, 0x63, 0x64, 0], padded: padded)
    let bank = TinyBank.tone.bytes(info: info)
    #expect(try Bank(soundFont: bank).presets.count == 1)
  }

  @Test func `unknown chunks in INFO mean nothing`() throws {
    let info = TinyBank.chunk("DMOD", [1, 2, 3, 4]) + TinyBank.chunk("xdta", [])
    #expect(try Bank(soundFont: TinyBank.tone.bytes(info: info)).presets.count == 1)
  }

  @Test func `another form is refused by its name`() {
    var bytes = TinyBank.tone.bytes
    bytes.replaceSubrange(8..<12, with: Array("sfpk".utf8))
    #expect {
      _ = try Bank(soundFont: bytes)
    } throws: { error in
      let error = error as? SoundFontError
      return error?.byte == 8 && error?.message.contains("sfpk") == true
    }
  }

  /// A bank with little sound, so that it can be cut at every byte.
  static var small: TinyBank {
    TinyBank(
      samples: [TinyBank.Sample(frames: [Int16](repeating: 9, count: 40), loop: 8..<32)],
      instruments: [[TinyBank.looped([(8, 6000)])]])
  }

  @Test func `cut at any byte it is refused, and says where`() throws {
    let whole = Self.small.bytes
    for count in 0..<whole.count {
      do {
        _ = try Bank(soundFont: Array(whole.prefix(count)))
        Issue.record("\(count) of \(whole.count) bytes are read")
      } catch {
        #expect(error.byte != nil)
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test func `any byte may be wrong: an error or some sound, never a trap`() throws {
    let whole = Self.small.bytes
    let score = timeline([Stroke(frames: 100)], end: 300)
    for at in whole.indices {
      for wrong: UInt8 in [0, 0x7F, 0xFF] where wrong != whole[at] {
        var bytes = whole
        bytes[at] = wrong
        guard let bank = try? Bank(soundFont: bytes) else { continue }
        var sampler = Sampler(banks: [bank], rate: 44100)
        var sink = MemorySink()
        _ = Renderer(blockFrames: 300, tail: .none).render(score, with: &sampler, to: &sink)
        let isFinite = !sink.sound.left.contains { !$0.isFinite }
        #expect(isFinite, "byte \(at) as \(wrong)")
      }
    }
  }

  @Test func `a loop that is empty is played once, and told`() throws {
    var bank = TinyBank.tone
    bank.samples[0].loop = 0..<0
    let played = try render(bank, timeline([Stroke(frames: 9000)], end: 9000))
    #expect(played.sound.left[4300..<4400].contains { $0 != 0 })
    #expect(!played.sound.left[4480...].contains { $0 != 0 })
    #expect(played.sampler.warnings.count == 1)
    #expect(played.sampler.warnings.first?.contains("loop") == true)
  }

  @Test func `offsets make a loop where the sample has none`() throws {
    var bank = TinyBank.tone
    bank.samples[0].loop = 0..<0
    bank.instruments = [[TinyBank.looped([(2, 1000), (3, 4000)])]]
    let played = try render(bank, timeline([Stroke(frames: 20000)], end: 20000))
    #expect(
      abs(decibels(level(played.sound.left, 19000..<19800), level(played.sound.left, 2000..<2800)))
        < 0.01)
    #expect(played.sampler.warnings.isEmpty)
  }

  @Test func `a key range stands where it will`() throws {
    var bank = TinyBank.tone
    bank.instruments = [[TinyBank.Zone(generators: [(54, 1), (43, 72 | 80 << 8), (53, 0)])]]
    let outside = try render(bank, timeline([Stroke(key: 60)], end: 4000))
    let inside = try render(bank, timeline([Stroke(key: 72)], end: 4000))
    #expect(!outside.sound.left.contains { $0 != 0 })
    #expect(inside.sound.left.contains { $0 != 0 })
    #expect(inside.sampler.warnings.contains { $0.contains("instrument") })
  }

  // FluidSynth 2.3 takes such a first zone for the global one, once it has dropped its sample (so in its dump
  // of VintageDreamsWaves). The file says otherwise: its zone ends with a sample (7.9).
  @Test func `a first zone whose sample lies in ROM is not the global one`() throws {
    var bank = TinyBank.tone
    bank.samples.append(TinyBank.Sample(name: "rom", frames: TinyBank.cosine(), type: 0x8001))
    bank.instruments = [[TinyBank.looped([(48, 300)], sample: 1), TinyBank.looped()]]
    let instrument = try #require(try Bank(soundFont: bank.bytes).listing?.instruments.first)
    #expect(instrument.globalZone == nil)
    #expect(instrument.zones.map(\.target) == [1, 0])
    let played = try render(bank, timeline([Stroke()], end: 4000))
    let alone = try render(.tone, timeline([Stroke()], end: 4000))
    #expect(played.sound.left == alone.sound.left)
  }

  @Test func `a broken sample is silent and the rest plays`() throws {
    var bank = TinyBank.tone
    bank.samples.append(TinyBank.Sample(name: "rom", frames: TinyBank.cosine(), type: 0x8001))
    bank.instruments = [
      [TinyBank.looped(), TinyBank.looped(sample: 1), TinyBank.looped(sample: 7)]
    ]
    let played = try render(bank, timeline([Stroke()], end: 4000))
    let alone = try render(.tone, timeline([Stroke()], end: 4000))
    #expect(played.sound.left == alone.sound.left)
    #expect(played.sampler.warnings.count == 2)
  }

  @Test func `compressed samples are decoded; without a decoder they are silent, and told`() throws
  {
    var bank = TinyBank.tone
    bank.samples[0].type = 0x11
    bank.samples[0].loop = 0..<100
    let frames = TinyBank.cosine(frames: 400).map { Float($0) / 32768 }
    let score = timeline([Stroke(frames: 3000)], end: 3000)
    let decoded = try render(bank, score, decoder: FakeDecoder(frames: frames))
    #expect(decoded.sound.left[2000..<2900].contains { $0 != 0 })
    #expect(decoded.sampler.warnings.isEmpty)
    for decoder in [nil, FakeDecoder(frames: nil)] {
      let silent = try render(bank, score, decoder: decoder)
      #expect(!silent.sound.left.contains { $0 != 0 })
      #expect(silent.sampler.warnings.count == 1)
    }
  }

  struct Ranges: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let global: [(UInt16, Int)]
    let own: [(UInt16, Int)]
    let keys: ClosedRange<Int>
    let velocities: ClosedRange<Int>

    static let all: [Ranges] = [
      Ranges(
        testDescription: "inherited", global: [(43, 20 | 30 << 8), (44, 1 | 9 << 8)], own: [],
        keys: 20...30, velocities: 1...9),
      Ranges(
        testDescription: "its own", global: [(43, 20 | 30 << 8)], own: [(43, 40 | 50 << 8)],
        keys: 40...50, velocities: 0...127),
      Ranges(
        testDescription: "its own, of everything",
        global: [(43, 20 | 30 << 8), (44, 1 | 9 << 8)],
        own: [(43, 0 | 127 << 8), (44, 0 | 127 << 8)], keys: 0...127, velocities: 0...127),
    ]
  }

  @Test(arguments: Ranges.all)
  func `a zone's own range replaces the global one's`(row: Ranges) throws {
    var bank = TinyBank.tone
    bank.instruments = [
      [TinyBank.Zone(generators: row.global + [(48, 10)]), TinyBank.looped()]
    ]
    bank.instruments[0][1].generators.insert(contentsOf: row.own, at: 0)
    let file = try SoundFontFile(MappedFile(bank.bytes))
    var warnings: [String] = []
    var left = 10
    let regions = file.regions(ofPreset: 0, left: &left, warnings: &warnings)
    #expect(regions.map(\.keys) == [row.keys])
    #expect(regions.map(\.velocities) == [row.velocities])
    #expect(warnings.isEmpty)
    #expect(left == 9)
  }

  @Test func `zones times zones come to an end, and it is told`() throws {
    var bank = TinyBank.tone
    bank.instruments = [[TinyBank.Zone](repeating: TinyBank.looped(), count: 30)]
    bank.presets[0].zones = [TinyBank.Zone](
      repeating: TinyBank.Zone(generators: [(41, 0)]), count: 30)
    let file = try SoundFontFile(MappedFile(bank.bytes))
    var warnings: [String] = []
    var left = 1000
    #expect(file.regions(ofPreset: 0, left: &left, warnings: &warnings).count == 900)
    #expect(warnings.isEmpty)
    #expect(file.regions(ofPreset: 0, left: &left, warnings: &warnings).count == 100)
    #expect(
      warnings == [
        "preset 'preset': too many zones; those behind the first 100 regions are left out"
      ])
  }

  @Test(arguments: ["pbag", "ibag"])
  func `an index that falls is told, and no record is read for two zones`(chunk: String) throws {
    var bank = TinyBank.tone
    bank.instruments = [[TinyBank.Zone](repeating: TinyBank.looped(), count: 3)]
    bank.presets[0].zones = [TinyBank.Zone](
      repeating: TinyBank.Zone(generators: [(41, 0)]), count: 3)
    var bytes = bank.bytes
    let name = Array(chunk.utf8)
    let place = try #require(
      bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual(name) })
    // The third record's index of generators: 0, after that of the second.
    bytes.replaceSubrange(place + 16..<place + 18, with: [0, 0])
    let file = try SoundFontFile(MappedFile(bytes))
    #expect(file.warnings.count == 1)
    #expect(file.warnings.first?.hasPrefix("chunk \(chunk), record 2: its index falls") == true)
    let zones = chunk == "pbag" ? file.presetZones(0) : file.instrumentZones(0)
    #expect(zones.zones.count == 1)
  }

  @Test func `the listing tells zones, generators and headers as they lie in the file`() throws {
    var bank = TinyBank.tone
    bank.samples.append(
      TinyBank.Sample(
        name: "low", frames: TinyBank.cosine(), loop: 500..<600, rate: 22050, key: 48,
        correction: -7))
    // Ranges hold the low key in the low byte; 8 is initialFilterFc, 17 pan, 43 and 44 the ranges.
    bank.instruments = [
      [
        TinyBank.Zone(generators: [(8, 9000), (17, -120)]),
        TinyBank.Zone(generators: [(43, 0x3B00), (44, 0x7F40), (8, 8000), (53, 1)]),
        TinyBank.looped([(43, 0x7F3C)]),
      ]
    ]
    bank.presets = [TinyBank.Preset(bank: 128, program: 9)]
    bank.instruments[0][1].modulators = [(0x0502, 48, 960, 0, 0)]
    let listing = try #require(try Bank(soundFont: bank.bytes).listing)
    #expect(listing.presets.map(\.bank) == [128] && listing.presets.map(\.program) == [9])
    #expect(listing.presets[0].zones.map(\.target) == [0])
    let instrument = try #require(listing.instruments.first)
    #expect(
      instrument.globalZone?.generators.map { "\($0.name) \($0.amount)" } == [
        "initialFilterFc 9000", "pan -120",
      ])
    #expect(instrument.zones.map(\.target) == [1, 0])
    #expect(instrument.zones.map(\.keys) == [0...59, 60...127])
    #expect(instrument.zones.map(\.velocities) == [64...127, 0...127])
    #expect(instrument.zones.map(\.modulators) == [1, 0])
    #expect(
      instrument.zones[0].generators.map { "\($0.name) \($0.amount)" } == [
        "initialFilterFc 8000"
      ])
    #expect(instrument.zones[1].generators.map { "\($0.name) \($0.amount)" } == ["sampleModes 1"])
    let low = try #require(listing.samples.last)
    // The first sample has 4410 frames and 46 after it.
    #expect(low.start == 4456 && low.end == 8866 && low.loopStart == 4956 && low.loopEnd == 5056)
    #expect(low.rate == 22050 && low.key == 48 && low.correctionCents == -7 && low.type == 1)
  }
}
