import Foundation
import Synthesis
import Testing

@testable import GrandPiano

/// What must not be heard: aliases, clicks, zipper noise, DC, and what one note does to another.
@Suite("The exactness of the grand") struct ExactnessTests {
  struct Rate: Sendable, CustomTestStringConvertible {
    var rate: Int
    var key: UInt8
    var testDescription: String { "key \(key) at \(rate) Hz" }
  }

  static let rates =
    [22_050, 32_000, 44_100, 48_000, 88_200, 192_000].map { Rate(rate: $0, key: 100) }
    + [84, 92, 108].map { Rate(rate: 22_050, key: $0) }

  /// From 20 to 100 ms of a fortissimo note: the spectrum and its steps in hertz.
  static func spectrum(_ row: Rate) -> (levels: [Double], step: Double) {
    var playing = Playing(rate: row.rate)
    playing.settings.noise = 0
    playing.note(row.key, velocity: 127, on: 0, off: 1)
    let levels = Analysis.spectrum(playing.sound(seconds: 0.1).centre[(row.rate / 50)...])
    return (levels, Double(row.rate) / Double(2 * (levels.count - 1)))
  }

  @Test("No rate adds a tone of its own to a treble note", arguments: rates)
  func aliases(row: Rate) {
    let (levels, step) = Self.spectrum(row)
    // The reference folds nothing below 20 kHz that is not folded twice.
    let (reference96, trueStep) = Self.spectrum(Rate(rate: 96_000, key: row.key))
    let top = reference96.max() ?? 0
    #expect(top > 0.003)
    var strays: [Int] = []
    for place in Int(2000 / step)..<Int(0.46 * Double(row.rate) / step) {
      let hertz = Double(place) * step
      if hertz > 20_000 { break }
      let near = Int((hertz - 60) / trueStep)...Int((hertz + 60) / trueStep)
      let reference = reference96[near].max() ?? 0
      // −75 dB against the strongest partial.
      if levels[place] > 1.8e-4 * top, levels[place] > 2.5 * reference { strays.append(Int(hertz)) }
    }
    #expect(strays.isEmpty, "\(strays.prefix(8)) Hz")
  }

  @Test("A note's partials are the same at any rate", arguments: [60, 96] as [UInt8])
  func sameAtAnyRate(key: UInt8) {
    let string = PianoString(key: Int(key), settings: GrandPiano.Settings())
    func levels(_ rate: Int) -> [Double] {
      var playing = Playing(rate: rate)
      playing.settings.noise = 0
      playing.note(key, velocity: 100, on: 0, off: 1)
      let sound = playing.sound(seconds: 0.2).centre[...]
      return (1...3).map {
        20 * log10(Analysis.amplitude(sound, hertz: string.frequency($0), rate: rate))
      }
    }
    let usual = levels(44_100)
    for rate in [22_050, 96_000] {
      for (n, pair) in zip(1..., zip(usual, levels(rate))) {
        #expect(abs(pair.0 - pair.1) < 1, "partial \(n) at \(rate): \(pair.1 - pair.0) dB")
      }
    }
  }

  @Test("Twice the rate is the same sound, the room's echoes included")
  func twiceTheRate() {
    func sound(_ rate: Int) -> [Double] {
      var playing = Playing(rate: rate)
      // Partials far below both rates' ends, so that every second frame says all.
      playing.note(72, velocity: 60, on: 0, off: 0.1)
      return playing.sound(seconds: 0.4).centre
    }
    let once = sound(44_100)
    let twice = sound(88_200)
    var error = 0.0
    var power = 0.0
    for i in once.indices {
      error += (once[i] - twice[2 * i]) * (once[i] - twice[2 * i])
      power += once[i] * once[i]
    }
    #expect(10 * log10(error / power) < -45, "\(10 * log10(error / power)) dB")
  }

  @Test(
    "There is no DC, whatever the character", arguments: GrandPiano.Preset.allCases,
    [36, 96] as [UInt8])
  func dc(preset: GrandPiano.Preset, key: UInt8) {
    var playing = Playing()
    playing.settings.preset = preset
    playing.note(key, on: 0, off: 0.5)
    let sound = playing.sound(seconds: 0.6).centre
    var sum = 0.0
    var weight = 0.0
    for (index, sample) in sound.enumerated() {
      let x = 2 * Double.pi * Double(index) / Double(sound.count)
      let window = 0.42 - 0.5 * cos(x) + 0.08 * cos(2 * x)
      sum += window * sample
      weight += window
    }
    let peak = sound.reduce(0) { max($0, abs($1)) }
    #expect(abs(sum / weight) < 1e-4 * peak)  // −80 dB
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var name: String
    var key: UInt8 = 60
    /// Controllers at 0.2 s, one after the other, milliseconds apart.
    var number: UInt8?
    var values: [UInt8] = []
    var milliseconds = 1.0
    var testDescription: String { "\(name), key \(key)" }
  }

  static let changes = [36, 72].flatMap { key in
    [
      Change(name: "key up", key: key),
      Change(name: "pedal down", key: key, number: 64, values: [127]),
      Change(
        name: "half pedal in steps", key: key, number: 64, values: [20, 35, 45, 55, 60, 70, 80]),
      Change(name: "expression down at once", key: key, number: 11, values: [30]),
      Change(
        name: "expression in steps", key: key, number: 11,
        values: [120, 110, 100, 90, 80, 70, 60, 50],
        milliseconds: 5),
      Change(name: "volume up", key: key, number: 7, values: [110, 127]),
    ]
  }

  @Test("A gesture makes no click and no zipper noise", arguments: changes)
  func clicks(change: Change) {
    var playing = Playing(rate: 22_050)
    playing.settings.noise = 0
    playing.note(change.key, velocity: 90, on: 0, off: change.number == nil ? 0.2 : 1)
    for (index, value) in change.values.enumerated() {
      playing.control(
        change.number ?? 64, value, at: 0.2 + Double(index) * change.milliseconds / 1000)
    }
    let sound = playing.sound(seconds: 0.27)
    var before: Float = 0
    var after: Float = 0
    for plane in [sound.left, sound.right] {
      for i in 2205..<(plane.count - 1) {
        let roughness = abs(plane[i + 1] - 2 * plane[i] + plane[i - 1])
        if i < 4346 { before = max(before, roughness) } else { after = max(after, roughness) }
      }
    }
    // What is turned up to 127 is turned up by 4.2 dB.
    #expect(after <= (change.number == 7 ? 1.62 : 1.5) * before, "\(after / before)")
  }

  @Test("Two strings without dampers sound together as they do alone")
  func superposition() {
    func sound(_ keys: [UInt8], pedal: Bool = false) -> [Double] {
      var playing = Playing(rate: pedal ? 8000 : 16_000)
      playing.settings.noise = 0
      if pedal { playing.control(64, 127, at: 0) }
      for key in keys {
        playing.note(key, velocity: 90, on: key % 2 == 0 ? 0.01 : 0.03, off: 0.2)
      }
      return playing.sound(seconds: 0.3).centre
    }
    func rest(_ a: UInt8, _ b: UInt8, pedal: Bool) -> Double {
      let (together, one, other) = (
        sound([a, b], pedal: pedal), sound([a], pedal: pedal), sound([b], pedal: pedal)
      )
      let peak = together.reduce(0) { max($0, abs($1)) }
      let error = together.indices.reduce(0) { max($0, abs(together[$1] - one[$1] - other[$1])) }
      return 20 * log10(error / peak)
    }
    #expect(rest(96, 101, pedal: false) < -100)
    #expect(rest(60, 65, pedal: true) < -80)
  }

  @Test("A knock of wood is heard in a treble note's first tenth of a second, and soon over")
  func knock() {
    // Three grands: 50 to 350 Hz −18 to −23.5 dB against all, falling by 20 dB in 0.14 s.
    var levels: [Double] = []
    var falls: [Double] = []
    for key in [84, 89, 94, 99] as [UInt8] {
      var playing = Playing()
      playing.note(key, velocity: 80, on: 0, off: 1)
      let sound = playing.sound(seconds: 0.4).centre
      // What lies below the strings.
      let low = (0..<4).reduce(sound) { signal, _ in
        Analysis.lowPassed(signal, hertz: 350, rate: 8000)
      }
      func level(_ signal: [Double], _ range: Range<Int>) -> Double {
        10 * log10(signal[range].reduce(1e-30) { $0 + $1 * $1 } / Double(range.count))
      }
      levels.append(level(low, 0..<800) - level(sound, 0..<800))
      let start = (0..<10).map { level(low, (80 * $0)..<(80 * $0 + 80)) }.max() ?? 0
      let end = (1..<40).first { level(low, (80 * $0)..<(80 * $0 + 80)) < start - 20 }
      falls.append(Double(end ?? 99) / 100)
    }
    let level = Struck.median(levels)
    let fall = Struck.median(falls)
    #expect((-27 ... -10).contains(level), "\(levels)")
    #expect((0.06...0.3).contains(fall), "\(falls)")
  }
}
