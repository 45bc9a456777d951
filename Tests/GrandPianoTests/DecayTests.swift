import Foundation
import Testing

@testable import GrandPiano

/// How notes die away, all over the keyboard.
///
/// Ranges: recordings of three grands (Yamaha CF III, Yamaha C3, Steinway); by register the union of their
/// interquartile ranges, a tenth wider, for the median of the register's keys, and no key further out than
/// a factor of 2 (2.5 for the early reverberation time). Below C4 the recordings end before a note has
/// fallen by 40 dB, so that has no upper bound there.
@Suite("The decay of the grand's strings") struct DecayTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var register: Register
    /// Seconds in which the note falls by 20 dB and by 40 dB, and early reverberation time.
    var t20: ClosedRange<Double>
    var t40: ClosedRange<Double>
    var early: ClosedRange<Double>
    var testDescription: String { register.name }
  }

  static let rows = zip(
    Register.all,
    [
      (2.5...6.5, 11...Double.infinity, 10...30), (2...8, 12...Double.infinity, 10...31),
      (1.7...4.1, 7...Double.infinity, 7...30), (1...3, 5.8...Double.infinity, 3.6...10),
      (0.95...2.75, 5...Double.infinity, 3.7...11), (0.55...1.2, 2.5...9, 2.1...4.2),
      (0.4...0.9, 1.3...8, 1.7...5), (0.2...0.75, 1...3.2, 0.9...5.6),
      (0.12...0.35, 0.5...1.6, 0.5...2.4),
      (0.08...0.2, 0.45...1.1, 0.2...0.9), (0.06...0.19, 0.33...0.8, 0.2...0.8),
    ]
  ).map { Row(register: $0, t20: $1.0, t40: $1.1, early: $1.2) }

  /// Twenty seconds of the bass, less of what dies sooner, in steps that average out beats of partials.
  static let falls: [Int: Fall] = {
    var falls: [Int: Fall] = [:]
    for strings in Struck.middle {
      let step = strings.key < 60 ? 0.025 : 0.005
      let seconds = strings.key < 60 ? 18.0 : strings.key < 84 ? 15 : 3
      falls[strings.key] = Fall(
        powers: strings.powers(step: step, count: Int(seconds / step)), step: step)
    }
    return falls
  }()

  static func check(
    _ register: Register, _ values: [Int: Double], in range: ClosedRange<Double>, wide: Double
  ) {
    let median = Struck.median(register, values)
    #expect(range.contains(median), "median \(median)")
    for (key, value) in values where register.keys.contains(key) {
      let outer = range.lowerBound / wide...range.upperBound * wide
      #expect(outer.contains(value), "key \(key): \(value)")
    }
  }

  @Test("A held note falls by 20 and by 40 dB in the time that real ones take", arguments: rows)
  func falls(row: Row) {
    Self.check(row.register, Self.falls.mapValues { $0.time(20) }, in: row.t20, wide: 2)
    Self.check(row.register, Self.falls.mapValues { $0.time(40) }, in: row.t40, wide: 2)
  }

  @Test("The first 10 dB of its energy go as fast as real ones'", arguments: rows)
  func early(row: Row) {
    Self.check(row.register, Self.falls.mapValues(\.earlyT60), in: row.early, wide: 2.5)
  }

  @Test("The lowest string sounds for eight seconds and more before it is 60 dB down")
  func lowest() throws {
    #expect(try #require(Self.falls[21]).time(60) >= 8)
  }

  @Test("The start falls 3 to 15 times as fast as the aftersound, from A3 to C7")
  func ratio() {
    // Three grands: 6.5, 6.6, 3.6.
    let ratios = Self.falls.filter { 57...96 ~= $0.key }.map { _, fall in
      (fall.time(40) - fall.time(25)) / (1.5 * fall.time(10))
    }
    let median = Struck.median(ratios)
    #expect((3...15).contains(median), "\(median)")
  }

  @Test("Partials are two-stage: prompt sound and aftersound, from G2 up")
  func stages() {
    // Three grands: 95 to 97 % with the prompt sound more than twice as fast, 76 to 83 % with an
    // aftersound that starts 3 to 40 dB lower as well.
    var double = 0
    var both = 0
    var count = 0
    for strings in Struck.middle where strings.key >= 43 {
      for partial in strings.partials.prefix(12) {
        let (prompt, after) = (partial.parts[0], partial.parts[1])
        count += 1
        if prompt.loss <= 2 * after.loss { continue }
        double += 1
        let level = 20 * log10(Self.size(after.amplitude) / Self.size(prompt.amplitude))
        if (-40 ... -3).contains(level) { both += 1 }
      }
    }
    #expect(count > 200)
    #expect(Double(double) >= 0.85 * Double(count))
    #expect(Double(both) >= 0.65 * Double(count))
  }

  private static func size(_ phasor: Phasor) -> Double {
    (phasor.real * phasor.real + phasor.imaginary * phasor.imaginary).squareRoot()
  }

  struct Band: Sendable, CustomTestStringConvertible {
    var hertz: Range<Double>
    /// Decibels a second between −25 and −40 dB.
    var fall: ClosedRange<Double>
    var testDescription: String { "\(hertz) Hz" }
  }

  @Test(
    "High partials ring off faster, by as much as real ones",
    arguments: [
      Band(hertz: 315..<800, fall: 2.3...5.8), Band(hertz: 800..<2000, fall: 3.2...6.5),
      Band(hertz: 2000..<3150, fall: 5.6...11), Band(hertz: 3150..<5000, fall: 11...24),
      Band(hertz: 5000..<8000, fall: 24...62),
    ])
  func bands(band: Band) {
    var rates: [Double] = []
    for strings in Struck.middle {
      // What is 25 dB and more under the strongest partial would not be found in a recording.
      let peaks = strings.peaks()
      let least = 0.003 * (peaks.max() ?? 0)
      for (partial, peak) in zip(strings.partials, peaks)
      where band.hertz.contains(partial.hertz) && peak > least {
        let step = band.hertz.lowerBound < 2000 ? 0.05 : 0.005
        let fall = Fall(
          powers: StruckString.powers([partial], step: step, count: Int(20 / step) / 2), step: step)
        let time = fall.time(40) - fall.time(25)
        if time.isFinite, time > 0 { rates.append(15 / time) }
      }
    }
    #expect(rates.count >= 5)
    let median = Struck.median(rates)
    #expect(band.fall.contains(median), "\(median) dB/s")
  }
}
