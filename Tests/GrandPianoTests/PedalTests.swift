import Foundation
import Synthesis
import Testing

@testable import GrandPiano

/// Dampers and pedals, by the level of what still sounds.
@Suite("Dampers and pedals of the grand") struct PedalTests {
  static let rate = 8000

  /// A note of 0.4 s with controllers, its level from 0.8 to 1 s against that from 0.3 to 0.4 s.
  static func ringing(
    _ key: UInt8 = 60, off: Double = 0.4, noise: Double = 0, releaseVelocity: UInt8 = 64,
    at window: ClosedRange<Double> = 0.8...1.0, halfPedal: Bool = true,
    controls: [(number: UInt8, value: UInt8, seconds: Double)] = []
  ) -> Double {
    var playing = Playing(rate: rate)
    playing.settings.noise = noise
    playing.settings.halfPedal = halfPedal
    for control in controls { playing.control(control.number, control.value, at: control.seconds) }
    playing.note(key, on: 0.01, off: off, releaseVelocity: releaseVelocity)
    let sound = playing.sound(seconds: window.upperBound)
    return sound.level(from: window.lowerBound, to: window.upperBound, rate: rate)
      - sound.level(from: 0.3, to: 0.4, rate: rate)
  }

  /// What is left of a note that is held.
  static let held = ringing(off: 3)

  @Test("A damper takes 40 dB in 0.12 to 0.65 s", arguments: [36, 48, 60, 72, 84] as [UInt8])
  func damper(key: UInt8) {
    // Releases that the maker of a sampled CF III found: 0.5 to 0.65 s, and the bass up to 1 s.
    #expect(Self.ringing(key, at: 0.45...0.47) > -25)
    #expect(Self.ringing(key, at: 1.05...1.1) < -37)
  }

  @Test("From F#6 up there is no damper", arguments: [90, 96, 103] as [UInt8])
  func undamped(key: UInt8) {
    let released = Self.ringing(key, off: 0.3, at: 0.5...0.6)
    let held = Self.ringing(key, off: 3, at: 0.5...0.6)
    #expect(abs(released - held) < 1)
  }

  @Test("The highest damper, at E6, is one")
  func highestDamper() {
    #expect(Self.ringing(88, off: 0.3, at: 0.5...0.6) < Self.ringing(88, off: 3, at: 0.5...0.6) - 8)
  }

  @Test("Half a pedal damps by half: each depth rings longer than the one before")
  func halfPedal() {
    let levels = [0, 40, 50, 60, 70, 127].map { Self.ringing(controls: [(64, UInt8($0), 0)]) }
    for (less, more) in zip(levels, levels.dropFirst()) { #expect(less < more) }
    let held = Self.held
    #expect(levels[0] < held - 40)
    #expect(levels[3] < held - 3)
    #expect(abs(levels[5] - held) < 1.5)
  }

  @Test("Without half pedal 63 is up and 64 is down")
  func switching() {
    let up = Self.ringing(halfPedal: false)
    let below = Self.ringing(halfPedal: false, controls: [(64, 63, 0)])
    let above = Self.ringing(halfPedal: false, controls: [(64, 64, 0)])
    let down = Self.ringing(halfPedal: false, controls: [(64, 127, 0)])
    #expect(below == up)
    #expect(above == down)
    #expect(down > up + 30)
  }

  @Test("A pedal pressed 60 ms after the key is let go catches the string")
  func caught() {
    let held = Self.held
    let caught = Self.ringing(controls: [(64, 127, 0.46)])
    #expect((-9 ... -0.5).contains(caught - held))
  }

  @Test("A pedal that is lifted and pressed at one instant is a change of pedal: the dampers fall")
  func changed() {
    let held = Self.ringing(controls: [(64, 127, 0)])
    let changed = Self.ringing(controls: [(64, 127, 0), (64, 0, 0.6), (64, 127, 0.6)])
    let gone = Self.ringing(controls: [(64, 127, 0), (64, 0, 0.6)])
    // 160 ms of a damper that takes 40 dB in 0.12 to 0.65 s, as above.
    #expect((-50 ... -10).contains(changed - held), "\(changed - held) dB")
    #expect(gone < changed)
  }

  @Test("What is struck at a change of pedal rings on, however short the key is down")
  func caughtAtChange() {
    let controls: [(number: UInt8, value: UInt8, seconds: Double)] = [
      (64, 0, 0.01), (64, 127, 0.01),
    ]
    let short = Self.ringing(off: 0.06, controls: [(64, 127, 0)] + controls)
    let held = Self.ringing(off: 3, controls: [(64, 127, 0)] + controls)
    #expect(abs(short - held) < 1.5, "\(short - held) dB")
  }

  @Test("Sostenuto keeps what is down, and nothing that is struck later")
  func sostenuto() {
    let kept = Self.ringing(controls: [(66, 127, 0.2)])
    let later = Self.ringing(controls: [(66, 127, 0)])
    let held = Self.held
    #expect(abs(kept - held) < 1.5)
    #expect(later < held - 30)
  }

  @Test("A fast key-up damps sooner than a slow one")
  func releaseVelocity() {
    let slow = Self.ringing(releaseVelocity: 5, at: 0.44...0.48)
    let fast = Self.ringing(releaseVelocity: 127, at: 0.44...0.48)
    #expect(fast < slow - 1)
  }

  @Test("A string whose damper is up answers to its octave, 25 to 55 dB softer")
  func sympathy() {
    func level(_ keys: [UInt8]) -> Double {
      var playing = Playing(rate: Self.rate)
      playing.settings.noise = 0
      // The key is held and has sounded as softly as can be.
      for key in keys {
        let isHeld = key == 48
        playing.note(
          key, velocity: isHeld ? 1 : 127, on: isHeld ? 0 : 0.1, off: isHeld ? 3 : 0.4)
      }
      let sound = playing.sound(seconds: 1.6).centre
      // The octave's partial 1 is the string's 2.
      return 20
        * log10(
          Analysis.amplitude(sound[(Self.rate * 11 / 10)...], hertz: 261.6, rate: Self.rate)
            / Analysis.amplitude(
              sound[(Self.rate / 10)..<(Self.rate * 4 / 10)], hertz: 261.6, rate: Self.rate))
    }
    let open = level([48, 60])
    #expect(open > level([60]) + 20)
    #expect((-55 ... -25).contains(open), "\(open) dB")
  }

  @Test("With the pedal down other strings sound between a note's partials")
  func wash() {
    let string = PianoString(key: 72, settings: GrandPiano.Settings())
    let partials = (1...8).map(string.frequency)
    func between(_ pedal: UInt8) -> Double {
      var playing = Playing(rate: Self.rate)
      playing.settings.noise = 0
      playing.control(64, pedal, at: 0)
      playing.note(72, velocity: 90, on: 0.01, off: 3)
      let spectrum = Analysis.spectrum(playing.sound(seconds: 1.2).centre[2000..<9600])
      let step = 4000 / Double(spectrum.count - 1)
      var own = 0.0
      var other = 0.0
      for (index, level) in spectrum.enumerated() where Double(index) * step > 60 {
        let hertz = Double(index) * step
        let isOwn = partials.contains { abs(hertz - $0) < max(8, 0.006 * $0) }
        if isOwn { own += level * level } else { other += level * level }
      }
      return 10 * log10(other / (own + other))
    }
    let (up, down) = (between(0), between(127))
    #expect(down > up + 6)
    #expect((-60 ... -12).contains(down), "\(down) dB")
  }

  @Test("Una corda is softer and duller, and leaves more of the aftersound")
  func unaCorda() {
    func note(_ pedal: UInt8) -> (level: Double, centroid: Double) {
      var playing = Playing(rate: 16_000)
      playing.control(67, pedal, at: 0)
      playing.note(60, on: 0.01, off: 1)
      let sound = playing.sound(seconds: 0.3)
      return (
        sound.level(from: 0, to: 0.3, rate: 16_000),
        Analysis.centroid(sound.centre[160..<4800], rate: 16_000)
      )
    }
    /// What is left after a second and a half, against the start, in decibels.
    func rest(_ pedal: UInt8) -> Double {
      var playing = Playing()
      playing.settings.noise = 0
      playing.control(67, pedal, at: 0)
      playing.note(67, on: 0.01, off: 3)
      let sound = playing.sound(seconds: 1.8)
      return sound.level(from: 1.5, to: 1.8, rate: 8000) - sound.level(from: 0, to: 0.1, rate: 8000)
    }
    #expect(rest(127) > rest(0) + 1)
    let full = note(0)
    let soft = note(127)
    #expect((-5 ... -1).contains(soft.level - full.level))
    #expect((0.75...0.985).contains(soft.centroid / full.centroid))
  }

  @Test("The mechanism is heard after a key, softly, and can be turned off")
  func noise() {
    func sound(noise: Double) -> [Double] {
      var playing = Playing(rate: Self.rate)
      playing.settings.noise = noise
      playing.note(84, on: 0, off: 0.3)
      return playing.sound(seconds: 0.6).centre
    }
    let silent = sound(noise: 0)
    let full = sound(noise: 1)
    let half = sound(noise: 0.5)
    func level(_ signal: [Double], over other: [Double], _ seconds: ClosedRange<Double>) -> Double {
      let range = Int(seconds.lowerBound * 8000)..<Int(seconds.upperBound * 8000)
      let power = range.reduce(0) { $0 + (signal[$1] - other[$1]) * (signal[$1] - other[$1]) }
      return 10 * log10(power / Double(range.count))
    }
    let zero = [Double](repeating: 0, count: silent.count)
    let note = level(silent, over: zero, 0...0.1)
    // Three grands: the knock at C6 is 10 to 20 dB below the strings, the thump 22 to 40 dB.
    #expect((-22 ... -5).contains(level(full, over: silent, 0...0.1) - note))
    #expect((-50 ... -20).contains(level(full, over: silent, 0.32...0.42) - note))
    let softer = level(full, over: silent, 0...0.1) - level(half, over: silent, 0...0.1)
    #expect(abs(softer - 20 * log10(2)) < 0.5)
  }

  @Test("All sound off is quick, without a click")
  func allSoundOff() {
    // The strings stop at once, the room needs its half second.
    #expect(Self.ringing(off: 3, at: 0.44...0.46, controls: [(120, 0, 0.4)]) < -12)
    #expect(Self.ringing(off: 3, at: 0.95...1, controls: [(120, 0, 0.4)]) < -60)
    var playing = Playing(rate: 44_100)
    playing.note(60, on: 0, off: 3)
    playing.control(120, 0, at: 0.2)
    let sound = playing.sound(seconds: 0.25).left
    func roughness(_ range: Range<Int>) -> Float {
      range.map { abs(sound[$0 + 1] - 2 * sound[$0] + sound[$0 - 1]) }.max() ?? 0
    }
    #expect(roughness(8800..<9300) < 1.5 * roughness(4400..<8800))
  }

  @Test("Volume and expression are levels by the square law")
  func volume() {
    func level(_ controls: [(UInt8, UInt8)]) -> Double {
      var playing = Playing(rate: Self.rate)
      for control in controls { playing.control(control.0, control.1, at: 0) }
      playing.note(60, on: 0.02, off: 1)
      return playing.sound(seconds: 0.3).level(from: 0, to: 0.3, rate: Self.rate)
    }
    let full = level([])
    #expect(abs(level([(7, 50)]) - full + 40 * log10(2.0)) < 0.2)
    #expect(abs(level([(11, 64)]) - full + 40 * log10(127.0 / 64)) < 0.2)
  }
}
