import Foundation
import Score

@testable import GrandPiano

/// What a key's strings sound after a blow, worked out from their modes without rendering a sample.
///
/// The sums of decaying sines are those that the suite "Banks of modes" holds the rendering to, so all
/// of the keyboard can be measured in the time of a few rendered notes. Knock, room and the other strings'
/// answer are left out.
struct StruckString {
  /// A mode: complex amplitude on the left, the right one's share, loss and frequency in 1/s.
  struct Part {
    var amplitude: Phasor
    var ratio: Double
    var loss: Double
    var radians: Double
  }

  struct Partial {
    var hertz: Double
    var parts: [Part]
  }

  let key: Int
  /// The seconds in which the voice fades in.
  let fade: Double
  private(set) var partials: [Partial] = []

  /// The strings of a key after a blow, at 44.1 kHz; `workshop` keeps what it has made.
  init(key: Int, velocity: UInt8, workshop: inout Workshop) {
    self.key = key
    let note = Note(id: 0, key: UInt8(key), velocity: velocity)
    let (course, blow) = workshop.blow(note: note, isSoft: false, cents: 0)
    fade = blow.fade
    for (partial, amplitude) in zip(course.partials, blow.amplitudes) where !partial.modes.isEmpty {
      let parts = partial.modes.map { index in
        let mode = course.template.modes[index]
        let unit = course.amplitudes[index]
        return Part(
          amplitude: Phasor(Double(amplitude) * unit.real, Double(amplitude) * unit.imaginary),
          ratio: Double(mode.ratio),
          loss: -44_100 * log(hypot(mode.stepReal, mode.stepImaginary)),
          radians: 44_100 * atan2(mode.stepImaginary, mode.stepReal))
      }
      partials.append(Partial(hertz: partial.frequency, parts: parts))
    }
  }

  /// The mean power of both channels at each step from the blow on.
  func powers(step: Double, count: Int) -> [Double] {
    Self.powers(partials, step: step, count: count)
  }

  /// The partials' peaks in the spectrum of both channels' mean under a Blackman window of a quarter of a
  /// second or six periods, from 20 ms on.
  func peaks() -> [Double] {
    let seconds = min(0.5, max(0.25, 6 / (partials.first?.hertz ?? 440)))
    let count = 25
    let shares = (0..<count).map { (Double($0) + 0.5) / Double(count) }
    let windows = shares.map {
      0.42 - 0.5 * cos(2 * Double.pi * $0) + 0.08 * cos(4 * Double.pi * $0)
    }
    return partials.map { partial in
      var sum = Phasor(0, 0)
      for part in partial.parts {
        let radians = part.radians - partial.parts[0].radians
        for (share, window) in zip(shares, windows) {
          let time = 0.02 + seconds * share
          let now = part.amplitude * Phasor(radians: radians * time, nepers: part.loss * time)
          sum.real += window * 0.5 * (1 + part.ratio) * now.real
          sum.imaginary += window * 0.5 * (1 + part.ratio) * now.imaginary
        }
      }
      return hypot(sum.real, sum.imaginary) / windows.reduce(0, +)
    }
  }

  static func powers(_ partials: [Partial], step: Double, count: Int) -> [Double] {
    var power = [Double](repeating: 0, count: count)
    for partial in partials {
      var now = partial.parts.map(\.amplitude)
      // Only how modes turn against each other matters within a partial.
      let centre = partial.parts[0].radians
      let turns = partial.parts.map {
        Phasor(radians: ($0.radians - centre) * step, nepers: $0.loss * step)
      }
      for place in 0..<count {
        var left = Phasor(0, 0)
        var right = Phasor(0, 0)
        for index in now.indices {
          let ratio = partial.parts[index].ratio
          left.real += now[index].real
          left.imaginary += now[index].imaginary
          right.real += ratio * now[index].real
          right.imaginary += ratio * now[index].imaginary
          now[index] = now[index] * turns[index]
        }
        power[place] +=
          0.25
          * (left.real * left.real + left.imaginary * left.imaginary
            + right.real * right.real + right.imaginary * right.imaginary)
      }
    }
    return power
  }

  /// The frequency up to which partials are within so many decibels of the strongest.
  func reach(_ decibels: Double) -> Double {
    let peaks = peaks()
    let least = (peaks.max() ?? 0) * pow(10, -decibels / 20)
    let last = peaks.prefix(60).lastIndex { $0 > least } ?? 0
    return partials[last].hertz
  }

  /// The amplitude-weighted mean frequency of the partials.
  var centroid: Double {
    let peaks = peaks()
    return zip(peaks, partials).reduce(0) { $0 + $1.0 * $1.1.hertz } / peaks.reduce(0, +)
  }

  /// The mean square of both channels in the first half second, in decibels.
  var level: Double { 10 * log10(powers(step: 0.02, count: 25).reduce(0, +) / 25) }
}
