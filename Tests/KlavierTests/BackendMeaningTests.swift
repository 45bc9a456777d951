import FluidBackend
import Foundation
import GrandPiano
import Score
import SoundFont
import Synthesis
import TestSupport
import Testing

/// Pedals, bends and tunings of a MIDI file, heard through every backend.
@Suite struct BackendMeaningTests {
  static let rate = 16_000

  /// Who plays.
  enum Backend: String, Sendable, CaseIterable {
    case grand, soundFont, fluidSynth

    /// Whether it can play here.
    static var installed: [Backend] {
      InstalledFont.font == nil ? [.grand, .soundFont] : allCases
    }

    /// Middle C: the font's cosine is 441 Hz at key 60.
    var middleC: Double { self == .grand ? 261.626 : 441 }

    /// The first 0.7 s of a score.
    func sound(_ timeline: Timeline) throws -> StereoBlock {
      let renderer = Renderer(tail: .none)
      var sink = MemorySink()
      switch self {
      case .grand:
        var piano = GrandPiano(rate: rate, jobs: 1)
        _ = renderer.render(timeline, with: &piano, to: &sink)
      case .soundFont:
        let bank = try Bank(soundFont: cosineSoundFont())
        var sampler = Sampler(banks: [bank], rate: rate, jobs: 1)
        _ = renderer.render(timeline, with: &sampler, to: &sink)
      case .fluidSynth:
        let source = SoundFontSource.memory(cosineSoundFont(), name: "cosine")
        var fluid = try FluidSynthesizer(.init(rate: rate, soundFonts: [source]))
        _ = renderer.render(timeline, with: &fluid, to: &sink)
      }
      return sink.sound
    }
  }

  /// What `at` lines sound like, by way of a MIDI file; 0.7 s.
  static func sound(_ lines: String, _ backend: Backend) throws -> StereoBlock {
    let script = try Score(noteScript: Array("\(lines)\nat 0.7 cc 1 0\n".utf8))
    let score = try Score(midiFile: script.midiFile().bytes)
    return try backend.sound(Timeline(Performance(score), rate: rate))
  }

  /// The level of a stretch in dB.
  static func level(_ sound: StereoBlock, _ from: Double, _ to: Double) -> Double {
    let part = sound.left[Int(from * Double(rate))..<Int(to * Double(rate))]
    let power = part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(part.count)
    return 10 * log10(max(power, 1e-12))
  }

  struct Pedal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Beside a middle C from 0 to 0.2 s.
    let lines: String
    /// Whether it sounds from 0.45 to 0.5 s, and from 0.65 to 0.7 s.
    let sounds: [Bool]
  }

  static let pedals = [
    Pedal(testDescription: "no pedal", lines: "", sounds: [false, false]),
    Pedal(
      testDescription: "sustain until 0.5 s", lines: "at 0.1 cc 64 127\nat 0.5 cc 64 0",
      sounds: [true, false]),
    Pedal(
      testDescription: "sustain pressed again before the key is up",
      lines: "at 0 cc 64 127\nat 0.15 cc 64 0\nat 0.18 cc 64 127\nat 0.5 cc 64 0",
      sounds: [true, false]),
    Pedal(
      testDescription: "sustain lifted after the key, pressed again too late",
      lines: "at 0 cc 64 127\nat 0.21 cc 64 0\nat 0.4 cc 64 127", sounds: [false, false]),
    Pedal(
      testDescription: "sostenuto catches a key that is down",
      lines: "at 0.1 cc 66 127\nat 0.5 cc 66 0", sounds: [true, false]),
    Pedal(
      testDescription: "sostenuto catches no key that is up",
      lines: "at 0.3 cc 66 127", sounds: [false, false]),
    Pedal(
      testDescription: "all sound off under the pedal",
      lines: "at 0 cc 64 127\nat 0.25 cc 120 0", sounds: [false, false]),
    Pedal(
      testDescription: "reset all controllers lifts the pedal",
      lines: "at 0 cc 64 127\nat 0.25 cc 121 0", sounds: [false, false]),
  ]

  @Test(arguments: pedals, Backend.installed)
  func `a pedal holds what it should`(row: Pedal, backend: Backend) throws {
    let sound = try Self.sound("at 0 note C4 0.2\n\(row.lines)", backend)
    let played = Self.level(sound, 0.1, 0.2)
    #expect(played > -45)
    for (from, isHeard) in zip([0.45, 0.65], row.sounds) {
      let level = Self.level(sound, from, from + 0.05) - played
      // A damper of the grand takes 40 dB in half a second.
      let isRight = isHeard ? level > -12 : level < -16
      #expect(isRight, "\(level) dB at \(from) s")
    }
  }

  @Test func `half a pedal damps the grand by half and is a switch for fonts`() throws {
    let full = "at 0 note C4 0.2\nat 0 cc 64 127"
    let half = "at 0 note C4 0.2\nat 0 cc 64 64"
    for backend in Backend.installed {
      let (held, damped) = (
        Self.level(try Self.sound(full, backend), 0.6, 0.7),
        Self.level(try Self.sound(half, backend), 0.6, 0.7)
      )
      let none = Self.level(try Self.sound("at 0 note C4 0.2", backend), 0.6, 0.7)
      if backend == .grand {
        #expect(none + 3 < damped && damped < held - 3, "\(none) \(damped) \(held) dB")
      } else {
        #expect(abs(damped - held) < 0.1 && none < held - 40, "\(none) \(damped) \(held) dB")
      }
    }
  }

  struct Pitch: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: String
    /// How far from middle C, in cents.
    let cents: Double
  }

  static let pitches = [
    Pitch(testDescription: "as written", lines: "", cents: 0),
    Pitch(testDescription: "bent by a whole tone", lines: "at 0 bend 200", cents: 200),
    Pitch(
      testDescription: "bent within a range of 7 semitones",
      lines: "at 0 cc 101 0\nat 0 cc 100 0\nat 0 cc 6 7\nat 0 bend -200", cents: -700),
    Pitch(
      testDescription: "fine and coarse tuning (RPN 1 and 2)",
      lines: "at 0 cc 101 0\nat 0 cc 100 1\nat 0 cc 6 96\nat 0 cc 100 2\nat 0 cc 6 65", cents: 150),
    // Key 60 is tuned to key 60 and 8192/16384 of a semitone.
    Pitch(
      testDescription: "single note tuning change",
      lines: "at 0 sysex F0 7F 7F 08 02 00 01 3C 3C 40 00 F7", cents: 50),
    // C is raised by 40 cents (64 + 40), channel 1.
    Pitch(
      testDescription: "scale tuning of an octave",
      lines: "at 0 sysex F0 7F 7F 08 08 00 00 01 68 40 40 40 40 40 40 40 40 40 40 40 F7", cents: 40),
    Pitch(
      testDescription: "master coarse tuning", lines: "at 0 sysex F0 7F 7F 04 04 00 42 F7",
      cents: 200),
  ]

  @Test(arguments: pitches, Backend.installed)
  func `a note is where its tuning puts it`(row: Pitch, backend: Backend) throws {
    let sound = try Self.sound("\(row.lines)\nat 0.01 note C4 0.69", backend)
    let wanted = backend.middleC * exp2(row.cents / 1200)
    // The strongest of the pitches around is the one wanted.
    let offsets = [-100.0, -50, -25, -12, -6, -3, 0, 3, 6, 12, 25, 50, 100]
    let powers = offsets.map { Self.power(sound, at: wanted * exp2($0 / 1200)) }
    let best = offsets[powers.firstIndex(of: powers.max() ?? 0) ?? 0]
    // FluidSynth takes the range of the wheel as a 128th of 12,700 cents a semitone: 0.8 % too little.
    let tolerance = backend == .fluidSynth ? 6.0 : 3
    #expect(abs(best) <= tolerance, "\(best) cents from \(wanted) Hz")
  }

  /// The power at a frequency from 0.1 to 0.7 s, under a window of Hann.
  static func power(_ sound: StereoBlock, at hertz: Double) -> Double {
    let first = rate / 10
    let count = sound.left.count - first
    var (real, imaginary) = (0.0, 0.0)
    for i in 0..<count {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(count))
      let phase = 2 * .pi * hertz * Double(i) / Double(rate)
      real += window * Double(sound.left[first + i]) * cos(phase)
      imaginary += window * Double(sound.left[first + i]) * sin(phase)
    }
    return real * real + imaginary * imaginary
  }
}
