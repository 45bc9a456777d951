import Foundation
import Synthesis
import Testing

@testable import GrandPiano

/// How loud keys are, by velocity and against each other.
@Suite("The levels of the grand") struct LevelTests {
  @Test(
    "Every velocity is louder than the one before, 0.28 dB on average",
    arguments: Array(stride(from: 21, through: 108, by: 6)))
  func velocities(key: Int) {
    var workshop = Struck.workshop()
    let levels = (1...127).map {
      StruckString(key: key, velocity: UInt8($0), workshop: &workshop).level
    }
    for (soft, loud) in zip(levels, levels.dropFirst()) { #expect(soft < loud) }
    // Goebl & Bresin's hammer speeds with Palmer & Brown, JASA 90 (1991) 60: 0.28; 0.27 recorded.
    #expect((0.22...0.40).contains((levels[111] - levels[39]) / 72))
    #expect((-36 ... -24).contains(levels[29] - levels[126]))
  }

  @Test("The strings of neighbours are equally loud, the treble softer")
  func balance() {
    // Three grands: flat within 3 dB from A0 to D#5, then −2 dB at C6, −5 to −8 at D#7, −10 to −12 at C8.
    let levels = Dictionary(uniqueKeysWithValues: Struck.middle.map { ($0.key, $0.level) })
    let base = Struck.median(levels.filter { $0.key <= 75 }.map(\.value))
    for (key, level) in levels where key <= 75 { #expect(abs(level - base) < 1, "key \(key)") }
    for (key, range) in [(84, -6.5...1), (98, -11 ... -3.5), (108, -17 ... -7)] {
      #expect(range.contains((levels[key] ?? 0) - base), "key \(key)")
    }
  }

  @Test("The room favours no key over its neighbour")
  func room() {
    // A room of few echoes answers one pitch and not the next; 2.5 dB is little against the 4 dB that
    // neighbours of real grands differ.
    let levels = (66...90).map { key in
      var playing = Playing()
      playing.settings.noise = 0
      playing.note(UInt8(key), velocity: 80, on: 0, off: 1)
      return playing.sound(seconds: 0.3).level(from: 0, to: 0.3, rate: 8000)
    }
    for (key, pair) in zip(66..., zip(levels, levels.dropFirst())) {
      #expect(abs(pair.0 - pair.1) < 2.5, "keys \(key) and \(key + 1): \(pair.1 - pair.0) dB")
    }
  }

  struct Attack: Sendable, CustomTestStringConvertible {
    var register: Register
    /// Milliseconds from 10 to 90 % of the amplitude, by three grands.
    var milliseconds: ClosedRange<Double>
    var testDescription: String { register.name }
  }

  @Test(
    "A note swells as slowly as on real grands, far slower than the hammer strikes",
    arguments: zip(
      Register.all,
      [
        10...65, 10...45, 10...45, 7...40, 5.5...35, 7...36, 4.5...18, 2...21, 2...17, 2...10,
        2...10,
      ] as [ClosedRange<Double>]
    ).map { Attack(register: $0, milliseconds: $1) })
  func attack(row: Attack) {
    var values: [Int: Double] = [:]
    for strings in Struck.middle where row.register.keys.contains(strings.key) {
      let step = 0.0002
      let faded = strings.powers(step: step, count: 500).enumerated().map { index, power in
        let x = min(1, Double(index) * step / strings.fade)
        let gain = 0.5 - 0.5 * cos(.pi * x)
        return power * gain * gain
      }
      // The root of the mean square of the last 2 ms.
      let amplitudes = faded.indices.map {
        faded[max(0, $0 - 9)...$0].reduce(0, +).squareRoot()
      }
      let top = amplitudes.max() ?? 0
      let begin = amplitudes.firstIndex { $0 > 0.1 * top } ?? 0
      let end = amplitudes.firstIndex { $0 > 0.9 * top } ?? 0
      values[strings.key] = Double(end - begin) * step * 1000
    }
    DecayTests.check(row.register, values, in: row.milliseconds, wide: 3)
  }

  @Test(
    "Left and right agree as a pair of microphones does", arguments: [36, 60, 78, 100] as [UInt8])
  func correlation(key: UInt8) {
    var playing = Playing(rate: 16_000)
    playing.note(key, velocity: 80, on: 0, off: 1)
    let sound = playing.sound(seconds: 0.4)
    func product(_ a: [Float], _ b: [Float]) -> Double {
      zip(a, b).reduce(0) { $0 + Double($1.0) * Double($1.1) }
    }
    let correlation =
      product(sound.left, sound.right)
      / (product(sound.left, sound.left) * product(sound.right, sound.right)).squareRoot()
    // Recorded: −0.4…0.95, by the microphones.
    #expect((-0.6...0.98).contains(correlation), "\(correlation)")
  }

  @Test("The bass stands on the left, and no key apart from its neighbours")
  func places() {
    var tilts: [Int: Double] = [:]
    for strings in Struck.middle {
      var (left, right) = (0.0, 0.0)
      for partial in strings.partials {
        for a in partial.parts {
          for b in partial.parts {
            // ∫ of both decaying sines; beats within a partial are slow against its fall.
            let both =
              (a.amplitude.real * b.amplitude.real
                + a.amplitude.imaginary * b.amplitude.imaginary) / (a.loss + b.loss)
            left += both
            right += both * a.ratio * b.ratio
          }
        }
      }
      tilts[strings.key] = 10 * log10(left / right)
    }
    let bass = Struck.median(tilts.filter { $0.key <= 45 }.map(\.value))
    let treble = Struck.median(tilts.filter { $0.key >= 78 }.map(\.value))
    // Three grands: 1 to 3 dB left in the bass, 1 to 3 dB right in the treble.
    #expect((1...8).contains(bass - treble), "\(bass - treble) dB")
    for (key, tilt) in tilts { #expect(abs(tilt) < 6, "key \(key): \(tilt) dB") }
  }
}
