import Foundation
import Testing

@testable import GrandPiano

/// The spectrum that a hammer leaves on its strings, all over the keyboard.
///
/// Ranges: recordings of three grands (Yamaha CF III, Yamaha C3, Steinway).
@Suite("The spectrum of the grand's strings") struct SpectrumTests {
  struct Reach: Sendable, CustomTestStringConvertible {
    var register: Register
    /// The highest partial within 40 dB of the strongest, in hertz, at velocities 40 and 112: the smallest
    /// to the largest of three grands, a quarter wider.
    var soft: ClosedRange<Double>
    var loud: ClosedRange<Double>
    var testDescription: String { register.name }
  }

  static let reaches = zip(
    Register.all,
    [
      (808...2492, 1659...3321), (936...2634, 2045...3901), (888...2679, 2440...6458),
      (1384...3180, 2586...7321), (1142...3766, 3680...8980), (1591...3869, 3278...7309),
      (1894...4069, 3304...7411), (1562...3531, 3957...8232), (1880...4350, 3416...8280),
      (1950...5854, 4079...8178), (4060...9280, 4563...11_306),
    ] as [(ClosedRange<Double>, ClosedRange<Double>)]
  ).map { Reach(register: $0, soft: $1.0, loud: $1.1) }

  @Test("A spectrum reaches as far up as real ones, soft and loud", arguments: reaches)
  func reach(row: Reach) {
    for (struck, range) in [(Struck.soft, row.soft), (Struck.loud, row.loud)] {
      let values = Dictionary(uniqueKeysWithValues: struck.map { ($0.key, $0.reach(40)) })
      DecayTests.check(row.register, values, in: range, wide: 2)
    }
  }

  @Test("One of partials 7 to 10 is weak: the hammer strikes near its node")
  func comb() {
    // Three grands: −8.3 dB (8), −12.1 dB (9), −10.0 dB (8) against the neighbours, up to C5.
    let depths = (7...10).map { n in
      Struck.median(
        Struck.middle.filter { $0.key <= 72 }.map { strings in
          let level = strings.peaks().map { 20 * log10($0) }
          return level[n - 1] - (level[n - 2] + level[n]) / 2
        })
    }
    #expect((depths.min() ?? 0) <= -8, "\(depths)")
  }

  @Test("The soundboard gives the bass little of its fundamentals")
  func fundamental() {
    // Three grands: −34 to −52 dB at A0–D#1; from G2 up 91 to 100 % within 8 dB of the strongest.
    let values = Struck.middle.map { strings in
      let peaks = strings.peaks()
      return (strings.key, 20 * log10(peaks[0] / (peaks.max() ?? 1)))
    }
    #expect(Struck.median(values.filter { $0.0 <= 27 }.map(\.1)) <= -18)
    let high = values.filter { $0.0 >= 43 }
    #expect(Double(high.count { $0.1 >= -8 }) >= 0.85 * Double(high.count))
  }

  struct Brightness: Sendable, CustomTestStringConvertible {
    var keys: ClosedRange<Int>
    /// The centroid at velocity 112 over that at 40: from the least of three grands to well over the most.
    var ratio: ClosedRange<Double>
    var testDescription: String { "keys \(keys)" }
  }

  @Test(
    "Loud is brighter than soft, by most in the bass",
    arguments: [
      Brightness(keys: 21...47, ratio: 1.7...3.2), Brightness(keys: 48...59, ratio: 1.45...2.8),
      Brightness(keys: 60...71, ratio: 1.28...2.4), Brightness(keys: 72...83, ratio: 1.2...2.2),
      Brightness(keys: 84...95, ratio: 1.01...1.8),
    ])
  func brightness(row: Brightness) {
    let ratios = zip(Struck.soft, Struck.loud).filter { row.keys.contains($0.0.key) }.map {
      $1.centroid / $0.centroid
    }
    let median = Struck.median(ratios)
    #expect(row.ratio.contains(median), "\(median)")
  }

  @Test("No step of 8 velocities makes a note darker", arguments: [24, 39, 48, 60, 72, 84, 99])
  func steps(key: Int) {
    var workshop = Struck.workshop()
    let velocities = [1] + Array(stride(from: 8, through: 120, by: 8)) + [127]
    let centroids = velocities.map {
      StruckString(key: key, velocity: UInt8($0), workshop: &workshop).centroid
    }
    // Nulls of the force pass over single partials.
    for index in 1..<centroids.count {
      let least = velocities[index] > 32 ? 0.97 : 0.9
      #expect(centroids[index] > least * centroids[index - 1], "velocity \(velocities[index])")
    }
  }

  @Test("The pitch of every key is on the string law, with the stiffness of a neutral grand")
  func strings() {
    // B = e^(−0.094·m − 6.4) + e^(0.09·m − 13.45): Rigaud, David & Daudet, DAFx-11.
    for strings in Struck.middle {
      let m = Double(strings.key)
      let b = exp(-0.094 * m - 6.4) + exp(0.09 * m - 13.45)
      let law = strings.partials.prefix(12).enumerated().map { index, partial in
        let n = Double(index + 1)
        return partial.hertz / (n * (1 + b * n * n).squareRoot())
      }
      for base in law { #expect(abs(1200 * log2(base / law[0])) < 0.01, "key \(strings.key)") }
    }
  }
}
