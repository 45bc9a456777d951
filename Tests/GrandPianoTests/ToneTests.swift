import Foundation
import GrandPiano
import Synthesis
import Testing

/// What a rendered note measures like.
///
/// Ranges: recordings of three grands (Yamaha CF III, Yamaha C3, Steinway), medians by register a tenth
/// wider; B and stretch: Rigaud, David & Daudet, DAFx-11, with numbers of a neutral grand.
@Suite("The tone of the grand") struct ToneTests {
  struct Key: Sendable, CustomTestStringConvertible {
    var key: UInt8
    var seconds: Double
    /// Cents of the first partial over equal temperament.
    var stretch: Double
    var testDescription: String { "key \(key)" }
  }

  static let keys = [
    Key(key: 33, seconds: 1.2, stretch: -6.22),
    Key(key: 48, seconds: 1, stretch: -1.4),
    Key(key: 60, seconds: 0.8, stretch: -0.45),
    Key(key: 69, seconds: 0.8, stretch: 0),
    Key(key: 80, seconds: 0.5, stretch: 2.2),
  ]

  /// B = e^(−0.094·m − 6.4) + e^(0.09·m − 13.45).
  static func inharmonicity(_ key: UInt8) -> Double {
    exp(-0.094 * Double(key) - 6.4) + exp(0.09 * Double(key) - 13.45)
  }

  @Test("Partials lie on the law of stiff strings, the first on the stretch curve", arguments: keys)
  func partials(row: Key) {
    let rate = row.key < 80 ? 8000 : 16_000
    var playing = Playing(rate: rate)
    playing.note(row.key, velocity: 80, on: 0, off: 5)
    let sound = playing.sound(seconds: row.seconds).centre
    let part = sound[(rate / 20)...]
    let first = 440 * exp2((Double(row.key) - 69) / 12 + row.stretch / 1200)
    let b = Self.inharmonicity(row.key)
    let base = first / (1 + b).squareRoot()
    let most = row.key < 40 ? 12 : row.key < 70 ? 8 : 5
    let found = (1...most).map { n in
      let hertz = Double(n) * base * (1 + b * Double(n * n)).squareRoot()
      return (n: n, hertz: Analysis.peak(part, near: hertz, cents: 20, rate: rate))
    }
    let law = Analysis.stringLaw(found)
    #expect((0.8...1.2).contains(law.b / b), "B is \(law.b)")
    let errors = found.map {
      abs(
        Analysis.cents(
          $0.hertz, over: Double($0.n) * law.base * (1 + law.b * Double($0.n * $0.n)).squareRoot()))
    }
    #expect(errors.sorted()[errors.count / 2] < 1)
    let measured = law.base * (1 + law.b).squareRoot()
    #expect(abs(Analysis.cents(measured, over: first)) < 2)
  }

  struct Drop: Sendable, CustomTestStringConvertible {
    var key: UInt8
    /// Seconds in which the note falls by 20 dB.
    var seconds: ClosedRange<Double>
    var testDescription: String { "key \(key)" }
  }

  /// Single keys scatter by a factor of 1.6 about their register; all registers are in `DecayTests`.
  static let falls = [
    Drop(key: 60, seconds: 0.35...1.9), Drop(key: 78, seconds: 0.125...1.2),
    Drop(key: 96, seconds: 0.05...0.32), Drop(key: 105, seconds: 0.037...0.3),
  ]

  @Test("A held note falls by 20 dB in the time that real ones take", arguments: falls)
  func decay(row: Drop) {
    let rate = row.key < 80 ? 8000 : 16_000
    var playing = Playing(rate: rate)
    playing.note(row.key, velocity: 80, on: 0, off: 10)
    let sound = playing.sound(seconds: row.seconds.upperBound + 0.3).centre
    let fall = Analysis.fall(sound, by: 20, rate: rate)
    #expect(fall.map { row.seconds.contains($0) } == true, "\(String(describing: fall))")
  }

  @Test("The sound of a partial is two-stage: fast first, slow later")
  func stages() {
    let rate = 8000
    var playing = Playing(rate: rate)
    playing.note(72, velocity: 90, on: 0, off: 10)
    let sound = playing.sound(seconds: 3).centre
    let early = Analysis.fall(sound, by: 10, rate: rate) ?? 0
    let later =
      (Analysis.fall(sound, by: 28, rate: rate) ?? 9)
      - (Analysis.fall(sound, by: 24, rate: rate) ?? 9)
    // Decibels a second; three real grands have ratios of 3.6 to 6.6 at the median.
    #expect(10 / early > 2 * 4 / later)
  }

  @Test(
    "Louder is brighter: the centroid rises, by less in the treble", arguments: [36, 67])
  func brightness(key: Int) {
    let rate = 16_000
    func centroid(_ velocity: UInt8) -> Double {
      var playing = Playing(rate: rate)
      playing.note(UInt8(key), velocity: velocity, on: 0, off: 1)
      return Analysis.centroid(playing.sound(seconds: 0.2).centre[...], rate: rate)
    }
    let soft = centroid(40)
    let middle = centroid(80)
    let loud = centroid(112)
    #expect(soft < middle && middle < loud)
    // Three grands: 1.85…2.33 in the bass, 1.02…1.41 in the sixth octave; wider for single keys.
    #expect((1.05...3.5).contains(loud / soft))
  }

  @Test("The level rises with each velocity, 0.28 dB a step")
  func level() {
    let rate = 8000
    let levels = [1, 2, 3, 20, 40, 64, 65, 66, 88, 112, 126, 127].map { (velocity: UInt8) in
      var playing = Playing(rate: rate)
      playing.settings.noise = 0
      playing.note(52, velocity: velocity, on: 0, off: 1)
      return playing.sound(seconds: 0.3).level(from: 0, to: 0.3, rate: rate)
    }
    for (soft, loud) in zip(levels, levels.dropFirst()) { #expect(soft < loud) }
    // From 40 to 112: Palmer & Brown, JASA 90 (1991) 60, with Goebl & Bresin's speeds.
    #expect((0.22...0.40).contains((levels[9] - levels[4]) / 72))
  }

  @Test("General MIDI's curve is 40·log10 of the velocity")
  func generalMIDI() {
    func level(_ velocity: UInt8) -> Double {
      var playing = Playing()
      playing.settings.velocityCurve = .gm
      playing.settings.noise = 0
      playing.note(60, velocity: velocity, on: 0, off: 1)
      return playing.sound(seconds: 0.3).level(from: 0, to: 0.3, rate: 8000)
    }
    #expect(abs(level(127) - level(32) - 40 * log10(127.0 / 32)) < 2)
  }

  @Test("Velocity 100 at C4 peaks at −18 ± 2 dBFS")
  func loudness() {
    var playing = Playing(rate: 44_100)
    playing.note(60, velocity: 100, on: 0, off: 1)
    let peak = 20 * log10(Double(playing.sound(seconds: 0.3).peak))
    #expect((-20 ... -16).contains(peak), "\(peak) dBFS")
  }

  @Test("Ten fortissimo notes under the pedal do not clip")
  func chord() {
    var playing = Playing(rate: 11_025)
    playing.control(64, 127, at: 0)
    for key in [29, 36, 41, 48, 53, 60, 65, 69, 72, 77] as [UInt8] {
      playing.note(key, velocity: 120, on: 0.01, off: 0.3)
    }
    let peak = playing.sound(seconds: 0.3).peak
    #expect((0.1..<1).contains(peak), "\(peak)")
  }

  @Test("A4, stretch and temperament set the pitch")
  func tuning() {
    var settings = GrandPiano.Settings()
    settings.a4 = 415
    settings.stretch = 0
    settings.temperament = [Double](repeating: 0, count: 72) + [-20]
    for (key, hertz) in [(69, 415.0), (72, 415 * exp2(3.0 / 12 - 20.0 / 1200))] {
      var playing = Playing()
      playing.settings = settings
      playing.note(UInt8(key), on: 0, off: 1)
      let part = playing.sound(seconds: 0.6).centre[400...]
      let found = Analysis.peak(part, near: hertz, cents: 40, rate: 8000)
      #expect(abs(Analysis.cents(found, over: hertz)) < 2, "key \(key): \(found) Hz")
    }
  }
}
