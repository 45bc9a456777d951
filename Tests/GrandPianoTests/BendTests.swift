import Foundation
import GrandPiano
import Score
import Synthesis
import Testing

/// The pitch wheel: what sounds follows it.
@Suite("The grand under the pitch wheel") struct BendTests {
  static let rate = 8000

  struct Row: Sendable, CustomTestStringConvertible {
    var wheel: UInt16
    var range: Double
    /// What the wheel asks for, in cents.
    var cents: Double
    var testDescription: String { "\(cents) cents" }
  }

  @Test(
    "A sounding note goes where the wheel goes",
    arguments: [
      Row(wheel: 8192 + 4096, range: 200, cents: 100), Row(wheel: 0, range: 200, cents: -200),
      Row(wheel: 8192 + 4096, range: 1200, cents: 600),
    ])
  func follows(row: Row) {
    var playing = Playing(rate: Self.rate)
    playing.settings.noise = 0
    playing.add(.pitchBendRange(channel: 0, cents: row.range), at: 0)
    playing.note(69, on: 0, off: 3)
    playing.add(.pitchBend(channel: 0, value: row.wheel), at: 0.4)
    let sound = playing.sound(seconds: 0.8).centre
    let before = Analysis.peak(sound[400..<3100], near: 440, cents: 40, rate: Self.rate)
    let bent = 440 * exp2(row.cents / 1200)
    let after = Analysis.peak(sound[3400...], near: bent, cents: 40, rate: Self.rate)
    #expect(abs(Analysis.cents(after, over: before) - row.cents) < 1.5)
    // Nothing stays behind.
    let left = Analysis.amplitude(sound[3400...], hertz: before, rate: Self.rate)
    #expect(left < 0.05 * Analysis.amplitude(sound[3400...], hertz: after, rate: Self.rate))
  }

  @Test("A note that begins under a bent wheel, and one in another channel")
  func channels() {
    var playing = Playing(rate: Self.rate)
    playing.settings.noise = 0
    playing.add(.pitchBend(channel: 0, value: 16_383), at: 0)
    playing.note(69, on: 0.1, off: 3)
    playing.note(57, channel: 1, on: 0.1, off: 3)
    let sound = playing.sound(seconds: 0.7).centre[1200...]
    let bent = Analysis.peak(sound, near: 440 * exp2(199.98 / 1200), cents: 40, rate: Self.rate)
    #expect(abs(Analysis.cents(bent, over: 440) - 199.98) < 2)
    let straight = Analysis.peak(sound, near: 220, cents: 40, rate: Self.rate)
    #expect(abs(Analysis.cents(straight, over: 220)) < 2)
  }

  @Test("Reset controllers take the wheel back")
  func reset() {
    var playing = Playing(rate: Self.rate)
    playing.settings.noise = 0
    playing.add(.pitchBend(channel: 0, value: 12_288), at: 0)
    playing.note(69, on: 0.05, off: 3)
    playing.control(121, 0, at: 0.2)
    let part = playing.sound(seconds: 0.7).centre[2000...]
    let found = Analysis.peak(part, near: 440, cents: 40, rate: Self.rate)
    #expect(abs(Analysis.cents(found, over: 440)) < 2)
  }

  @Test("A jump of the wheel over its whole range makes no click", arguments: [45, 72] as [UInt8])
  func click(key: UInt8) {
    var playing = Playing(rate: 44_100)
    playing.settings.noise = 0
    playing.add(.pitchBend(channel: 0, value: 0), at: 0)
    playing.note(key, on: 0, off: 3)
    playing.add(.pitchBend(channel: 0, value: 16_383), at: 0.25)
    let sound = playing.sound(seconds: 0.3).left
    func roughness(_ range: Range<Int>) -> Float {
      range.reduce(0) { max($0, abs(sound[$1 + 1] - 2 * sound[$1] + sound[$1 - 1])) }
    }
    // 400 cents more are a factor of 1.26 on frequencies, 1.6 on second differences.
    #expect(roughness(10_900..<12_000) < 2 * roughness(8000..<10_900))
  }
}
