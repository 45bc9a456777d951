import Foundation
import Testing

@testable import GrandPiano

@Suite("Banks of modes") struct ModeBankTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var hertz: Double
    var decay: Double
    var rate: Double
    var testDescription: String { "\(hertz) Hz at \(rate)" }
  }

  static let rows = [
    Row(hertz: 27.5, decay: 0.3, rate: 44_100), Row(hertz: 27.5, decay: 0.3, rate: 192_000),
    Row(hertz: 440, decay: 3, rate: 8000), Row(hertz: 4186, decay: 20, rate: 44_100),
    Row(hertz: 16_000, decay: 60, rate: 44_100),
  ]

  /// The sound of a mode over three pages with a change of damping between the second and the third,
  /// against e^(−σt)·sin(ωt + φ).
  @Test("A mode is the decaying sine of its formula", arguments: rows)
  func mode(row: Row) {
    let turn = 2 * Double.pi * row.hertz / row.rate
    let nepers = row.decay / row.rate
    var bank = ModeBank()
    bank.append(
      real: 0.6, imaginary: 0.8, radians: turn, nepers: nepers, ratio: -0.5, weight: 1.5)
    var page = Page()
    var left = [Float](repeating: 0, count: 1024)
    var right = left
    var error = 0.0
    var start = 0
    var more = 0.0
    let phase = atan2(0.8, 0.6)
    for length in [1024, 345, 1024] {
      bank.render(chunks: 64, into: &page)
      page.store(chunks: 64, left: &left, right: &right)
      for i in 0..<length {
        let t = Double(start + i)
        let damping = nepers * t + (start > 1024 ? more * Double(i) : 0)
        let expected = exp(-damping) * sin(turn * t + phase)
        error = max(error, abs(Double(left[i]) - expected), abs(Double(right[i]) + 0.5 * expected))
      }
      bank.advance(length)
      start += length
      if length == 345 {
        bank.damp(by: 20 / row.rate)
        more = 1.5 * 20 / row.rate
      }
    }
    // −75 dB at the lowest string's fundamental and four times the usual rate, where single
    // precision does worst, and below −90 dB elsewhere.
    #expect(error < (row.rate > 100_000 ? 2e-4 : 3e-5), "\(error)")
  }

  @Test("An odd number of modes sounds like its parts")
  func odd() {
    var page = Page()
    var sums = [Float](repeating: 0, count: 1024)
    var all = ModeBank()
    var left = sums
    var right = sums
    for n in 1...3 {
      let radians = 0.01 * Double(n)
      var one = ModeBank()
      for _ in 0..<1 {
        one.append(real: 0, imaginary: 0.1, radians: radians, nepers: 1e-4, ratio: 1, weight: 1)
      }
      all.append(real: 0, imaginary: 0.1, radians: radians, nepers: 1e-4, ratio: 1, weight: 1)
      one.render(chunks: 64, into: &page)
      page.store(chunks: 64, left: &left, right: &right)
      for i in sums.indices { sums[i] += left[i] }
    }
    all.render(chunks: 64, into: &page)
    page.store(chunks: 64, left: &left, right: &right)
    for i in sums.indices { #expect(abs(sums[i] - left[i]) < 1e-6) }
  }

  static func mode(
    _ amplitude: Double, ratio: Float = 1, nepers: Double = 0, weight: Float = 1
  ) -> ModeBank {
    var bank = ModeBank()
    bank.append(
      real: 0, imaginary: amplitude, radians: 0.1, nepers: nepers, ratio: ratio, weight: weight)
    return bank
  }

  @Test(
    "A mode too soft in both channels is not begun",
    arguments: [(0.1, Float(1), 1), (1e-7, 1, 0), (1e-7, 20, 1)])
  func prune(amplitude: Double, ratio: Float, left: Int) {
    var bank = Self.mode(amplitude, ratio: ratio)
    bank.prune()
    #expect(bank.modes.count == left)
  }

  /// The samples of a bank until it is empty, page by page.
  static func sound(_ start: ModeBank, pages most: Int) -> [Float] {
    var bank = start
    var page = Page()
    var left = [Float](repeating: 0, count: 1024)
    var right = left
    var sound: [Float] = []
    for _ in 0..<most {
      _ = bank.cull()
      if bank.isEmpty { break }
      bank.render(chunks: 64, into: &page)
      page.store(chunks: 64, left: &left, right: &right)
      sound += left
      bank.advance(1024)
    }
    return sound
  }

  @Test(
    "A mode that has died away fades out within two pages, without a step, and costs nothing then")
  func cull() {
    // −80 dBFS, 6 dB a page: below −100 dBFS after four pages.
    let sound = Self.sound(Self.mode(1e-4, nepers: 0.6908 / 1024), pages: 20)
    #expect((4 * 1024...7 * 1024).contains(sound.count), "\(sound.count)")
    #expect(sound.suffix(10).allSatisfy { abs($0) < 1e-7 })
  }

  struct Wheel: Sendable, CustomTestStringConvertible {
    var old: Double
    var new: Double
    var testDescription: String { "\(old) to \(new)" }
  }

  @Test(
    "A bent mode goes on from its phase at the new frequency",
    arguments: [Wheel(old: 1, new: 1.05), Wheel(old: 1.02, new: 0.9), Wheel(old: 2, new: 1)])
  func bend(row: Wheel) {
    var bank = Self.mode(0.5, nepers: 1e-4)
    bank.bend(from: 1, to: row.old)
    var page = Page()
    var left = [Float](repeating: 0, count: 1024)
    var right = left
    bank.advance(1000)
    bank.bend(from: row.old, to: row.new)
    bank.render(chunks: 64, into: &page)
    page.store(chunks: 64, left: &left, right: &right)
    var error = 0.0
    for i in 0..<1024 {
      // cos, since all the amplitude is in the imaginary part.
      let phase = 0.1 * (row.old * 1000 + row.new * Double(i))
      error = max(error, abs(Double(left[i]) - 0.5 * exp(-1e-4 * Double(1000 + i)) * cos(phase)))
    }
    #expect(error < 2e-5, "\(error)")
  }

  @Test("What a bend would carry past the sample rate's reach fades out")
  func reach() {
    var bank = ModeBank()
    bank.append(real: 0, imaginary: 0.5, radians: 2.5, nepers: 0, ratio: 1, weight: 1)
    bank.bend(from: 1, to: 1.3)
    #expect(Self.sound(bank, pages: 9).count == 4 * 1024)
  }

  // With KLAVIER_BENCH set, in release: what a frame of a mode costs. SSE2 allows about 0.12 ns.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["KLAVIER_BENCH"] != nil))
  func cost() {
    var bank = ModeBank()
    for n in 0..<200 {
      bank.append(
        real: 0, imaginary: 0.01, radians: 0.01 + 0.01 * Double(n), nepers: 1e-6, ratio: 0.7,
        weight: 1)
    }
    var page = Page()
    var left = [Float](repeating: 0, count: 1024)
    var right = left
    var best = Double.infinity
    for _ in 0..<50 {
      let time = ContinuousClock().measure {
        for _ in 0..<20 {
          _ = bank.cull()
          bank.render(chunks: 64, into: &page)
          page.store(chunks: 64, left: &left, right: &right)
          bank.advance(1024)
        }
      }
      let seconds =
        Double(time.components.seconds) + 1e-18 * Double(time.components.attoseconds)
      best = min(best, seconds * 1e9 / (20 * 1024 * 200))
    }
    print("modes with stereo gains, seeding and culling: \(best) ns a mode and frame")
    #expect(left[5] != 0)
  }
}
