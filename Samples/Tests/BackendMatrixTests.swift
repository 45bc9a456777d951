// Single notes through our sampler and through FluidSynth 2.3: level, pitch, onset, envelope, spectrum.

import AudioFile
import FluidBackend
import Foundation
import Score
import SoundFont
import Synthesis
import Testing

private let folder = "/usr/share/sounds/"
private let isInstalled: Bool = {
  SoundFontSearch.found(in: SoundFontSearch.folders).contains(folder + "sf2/TimGM6mb.sf2")
}()
private let wantsAll = ProcessInfo.processInfo.environment["KLAVIER_MATRIX"] != nil

/// The whole matrix is 3 fonts × 16 programs × 3 velocities and is run in release: `KLAVIER_MATRIX=1 swift
/// test -c release -Xswiftc -enable-testing --filter BackendMatrix`; else a handful of notes.
@Suite(.enabled(if: isInstalled, "needs the packages libfluidsynth3 and timgm6mb-soundfont"))
struct BackendMatrixTests {
  struct Strike: Sendable, CustomTestStringConvertible {
    let font: String
    let program: UInt8
    let velocity: UInt8
    var testDescription: String { "\(font) \(program) at \(velocity)" }
  }

  static let programs: [UInt8] = [0, 4, 11, 16, 19, 24, 32, 40, 48, 52, 56, 60, 65, 73, 80, 88]

  static let fonts: [String] = {
    let all = ["sf2/TimGM6mb.sf2", "sf2/FluidR3_GM.sf2", "sf3/MuseScore_General.sf3"]
    return all.prefix(wantsAll ? 3 : 1).filter {
      FileManager.default.fileExists(atPath: folder + $0)
    }
  }()

  static let strikes: [Strike] = {
    if !wantsAll {
      return [0, 16, 24, 56].map { Strike(font: "sf2/TimGM6mb.sf2", program: $0, velocity: 100) }
    }
    return fonts.flatMap { font in
      programs.flatMap { program in
        [40, 80, 120].map { Strike(font: font, program: program, velocity: $0) }
      }
    }
  }()

  /// A difference by design: the paragraph of SoundFont 2.04 that we follow, and what of a font has to be away
  /// for both to agree.
  struct Difference: Sendable {
    let reason: String
    let without: [PlainFont.Feature]

    // FluidSynth cuts a positive swing of the LFO off where the envelope is at its top (`fluid_cb2amp`
    // answers 1 below 0 cB).
    static let tremolo = Difference(
      reason: "8.1.2, modLfoToVolume: a positive excursion raises the level",
      without: [.generator(13)])
    // FluidSynth cuts every pitch down to whole cents (`fluid_ct2hz_real`), so vibrato goes in steps and lies
    // half a cent flat. Two layers of which one has vibrato beat otherwise.
    static let vibrato = Difference(
      reason: "8.1.2, modLfoToPitch and vibLfoToPitch, 9.1.6: a triangle in cents, not a staircase",
      without: [.generator(5), .generator(6)])
    // The envelope sweeps one layer by octaves within milliseconds. FluidSynth's pitch stands for 64 frames,
    // in whole cents: the layer comes out of the sweep in another phase against the others.
    static let sweep = Difference(
      reason: "8.1.2, modEnvToPitch: the envelope's own value, in cents", without: [.generator(7)])
    // FluidSynth reckons with the sample's correction in single precision (5999.9999 cents for 6000) and cuts
    // the sum down to whole cents: a layer with a correction of 21 lies one cent flat and beats with the others.
    static let correction = Difference(
      reason: "7.10, chPitchCorrection: the sample's correction in cents, and no other",
      without: [.pitchCorrections])
  }

  /// Where we differ by design; what is not named is held to all bounds.
  static let differences: [String: [UInt8: Difference]] = [
    "sf2/TimGM6mb.sf2": [
      4: .correction, 11: .tremolo, 19: .vibrato, 48: .sweep, 52: .correction,
    ],
    "sf3/MuseScore_General.sf3": [11: .tremolo, 80: .sweep],
  ]

  static let rate = 44_100
  /// Seconds that the key is down, and that are looked at.
  static let held = wantsAll ? 1.5 : 0.4
  static let looked = wantsAll ? 2.5 : 0.6

  private func timeline(_ note: Strike) -> Timeline {
    let struck = Note(id: 0, key: 60, velocity: note.velocity)
    // Both ends lie on FluidSynth's grid of 64 frames.
    let start = Self.start
    let held = Int(Self.held * Double(Self.rate)) / 64 * 64
    return Timeline(
      rate: Self.rate,
      events: [
        TimedEvent(
          frame: 0, event: .program(channel: 0, Program(bank: 0, number: note.program))),
        TimedEvent(frame: start, event: .noteOn(struck)),
        TimedEvent(
          frame: start + held, event: .noteOff(struck, releaseVelocity: 64)),
      ], endFrame: start + Int(Self.looked * Double(Self.rate)))
  }

  /// The frame of the first note.
  static let start = 64 * 20

  /// Both renders of a timeline, from one font, and how far they lie apart.
  private func agreement(
    _ timeline: Timeline, _ bank: Bank, _ font: SoundFontSource
  ) throws -> Agreement {
    var sampler = Sampler(banks: [bank], rate: Self.rate)
    var ours = MemorySink()
    _ = Renderer(tail: .none).render(timeline, with: &sampler, to: &ours)
    var fluid = try FluidSynthesizer(.init(rate: Self.rate, soundFonts: [font]))
    var theirs = MemorySink()
    _ = Renderer(tail: .none).render(timeline, with: &fluid, to: &theirs)
    // Nothing before the note.
    #expect(!ours.sound.left[..<Self.start].contains { $0 != 0 })
    return Agreement(ours.sound, theirs.sound, from: Self.start, rate: Self.rate)
  }

  private func agreement(_ timeline: Timeline, _ font: String) throws -> Agreement {
    let path = folder + font
    return try agreement(
      timeline, try Bank(path: path, decoder: SoundFileDecoder()), .file(path))
  }

  private func holdToAllBounds(_ measured: Agreement, _ name: String) {
    if wantsAll { print("\(name): \(measured)") }
    // FluidSynth's grid and buffer are 64 frames each; it cuts delays to the grid.
    #expect((-63...128).contains(measured.lag))
    #expect(abs(measured.levelDecibels) < 0.5)
    #expect(abs(measured.cents) < 1)
    #expect(abs(measured.envelopeDecibels) < 1)
    #expect(abs(measured.bandDecibels) < 1.5)
  }

  @Test(arguments: strikes) func `a note sounds as in FluidSynth`(_ note: Strike) throws {
    let measured = try agreement(timeline(note), note.font)
    guard let known = Self.differences[note.font]?[note.program] else {
      return holdToAllBounds(measured, note.testDescription)
    }
    if wantsAll { print("\(note.testDescription): \(measured); \(known.reason)") }
    #expect(abs(measured.levelDecibels) < 0.5)
  }

  static let knownStrikes =
    (wantsAll ? strikes : [Strike(font: "sf2/TimGM6mb.sf2", program: 48, velocity: 100)])
    .filter { differences[$0.font]?[$0.program] != nil }

  /// What differs by design does so for the reason given and no other: without that, the font sounds the same
  /// to all bounds.
  @Test(arguments: knownStrikes)
  func `without the reason a note sounds as in FluidSynth`(_ note: Strike) throws {
    let known = try #require(Self.differences[note.font]?[note.program])
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + note.font)))
    let plain = try #require(PlainFont.bytes(of: bytes, without: known.without))
    let measured = try agreement(
      timeline(note), try Bank(soundFont: plain, decoder: SoundFileDecoder()),
      .memory(plain, name: note.font))
    holdToAllBounds(measured, "\(note.testDescription), without what differs")
  }

  /// Twenty notes a second over the keyboard, at velocities 40 to 110, under a pedal renewed every second; all
  /// on FluidSynth's grid.
  private func piece(seconds: Double) -> Timeline {
    func frame(_ seconds: Double) -> Int {
      Self.start + Int((seconds * Double(Self.rate) / 64).rounded()) * 64
    }
    var events: [TimedEvent] = []
    for second in 0..<Int(seconds.rounded(.up)) {
      for value: UInt8 in [0, 127] {
        events.append(
          TimedEvent(
            frame: frame(Double(second)),
            event: .controller(channel: 0, number: 64, value: value)))
      }
    }
    for index in 0..<Int(seconds * 20) {
      let note = Note(
        id: Int32(index), key: UInt8(33 + index * 29 % 64), velocity: UInt8(40 + index * 37 % 71))
      let at = Double(index) / 20
      events.append(TimedEvent(frame: frame(at), event: .noteOn(note)))
      events.append(
        TimedEvent(frame: frame(at + 0.15), event: .noteOff(note, releaseVelocity: 64)))
    }
    // Of one frame the order is kept: pedals first.
    let order = events.enumerated().sorted {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }
    return Timeline(
      rate: Self.rate, events: order.map(\.element),
      endFrame: Self.start + Int((seconds + 0.2) * Double(Self.rate)))
  }

  @Test(arguments: fonts) func `a dense piece sounds as in FluidSynth`(_ font: String) throws {
    let measured = try agreement(piece(seconds: wantsAll ? 5 : 0.5), font)
    holdToAllBounds(measured, "\(font), dense piece")
  }
}
