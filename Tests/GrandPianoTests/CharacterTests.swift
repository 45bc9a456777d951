import Synthesis
import Testing

@testable import GrandPiano

/// The presets differ in the direction that their names say, everywhere on the keyboard, at any
/// dynamics, and are pianos still.
@Suite("Presets of the grand") struct CharacterTests {
  static let rate = 16_000

  struct Blow: Sendable, CustomTestStringConvertible {
    var key: UInt8
    var velocity: UInt8
    var testDescription: String { "key \(key) velocity \(velocity)" }
  }

  static let blows = [28, 60, 84].flatMap { key in
    [40, 112].map { Blow(key: key, velocity: $0) }
  }

  static func sound(_ preset: GrandPiano.Preset, _ blow: Blow, seconds: Double) -> StereoBlock {
    var playing = Playing(rate: rate)
    playing.settings.preset = preset
    // The knock is the same for all.
    playing.settings.noise = 0
    playing.note(blow.key, velocity: blow.velocity, on: 0.01, off: 3)
    return playing.sound(seconds: seconds)
  }

  @Test(
    "Mellow is darker than the grand, bright is brighter, and all are as loud", arguments: blows)
  func direction(blow: Blow) {
    let sounds = [GrandPiano.Preset.mellow, .grand, .bright].map {
      Self.sound($0, blow, seconds: 0.2)
    }
    let centroids = sounds.map { Analysis.centroid($0.centre[...], rate: Self.rate) }
    #expect(centroids[0] < 0.97 * centroids[1], "\(centroids)")
    #expect(centroids[2] > 1.03 * centroids[1], "\(centroids)")
    let levels = sounds.map { $0.level(from: 0.01, to: 0.2, rate: Self.rate) }
    #expect(abs(levels[0] - levels[1]) < 2 && abs(levels[2] - levels[1]) < 2, "\(levels)")
  }

  @Test(
    "Mellow strings ring off sooner than the grand's, bright ones later", arguments: [28, 60, 84])
  func decay(key: Int) {
    let rates = [GrandPiano.Preset.mellow, .grand, .bright].map { preset in
      var workshop = Struck.workshop(preset)
      let strings = StruckString(key: key, velocity: 80, workshop: &workshop)
      let fall = Fall(
        powers: StruckString.powers([strings.partials[0]], step: 0.002, count: 6000), step: 0.002)
      return 10 / fall.time(10)
    }
    // 5 % in numbers, whatever the key's own irregularity.
    #expect((1.03...1.07).contains(rates[0] / rates[1]), "\(rates) dB/s")
    #expect((0.93...0.97).contains(rates[2] / rates[1]), "\(rates) dB/s")
  }

  @Test(
    "The level rises with velocity, and a note begins without a step",
    arguments: [GrandPiano.Preset.mellow, .bright])
  func sanity(preset: GrandPiano.Preset) {
    var last = -200.0
    for velocity in [1, 20, 50, 80, 110, 127] as [UInt8] {
      let sound = Self.sound(preset, Blow(key: 64, velocity: velocity), seconds: 0.15)
      let level = sound.level(from: 0, to: 0.15, rate: Self.rate)
      #expect(level > last)
      last = level
      let first = sound.left.first { $0 != 0 } ?? 1
      #expect(abs(first) < 0.002 * sound.peak)
    }
  }
}
