import Score
import Synthesis
import Testing

@testable import SoundFont

@Suite struct ModulatorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let source: UInt16
    let value: UInt8
    let expected: Double

    /// Controller 20 through each curve: bit 8 falling, bit 9 bipolar, bits 10… the type (8.2.1).
    static let all: [Row] = [
      Row(testDescription: "linear", source: 0x0094, value: 64, expected: 0.5),
      Row(testDescription: "linear, falling", source: 0x0194, value: 32, expected: 0.75),
      Row(testDescription: "linear, bipolar", source: 0x0294, value: 96, expected: 0.5),
      Row(testDescription: "linear, bipolar, falling", source: 0x0394, value: 96, expected: -0.5),
      Row(testDescription: "concave, falling, half", source: 0x0594, value: 64, expected: 0.125429),
      Row(testDescription: "concave, falling, 0", source: 0x0594, value: 0, expected: 1),
      Row(testDescription: "convex, half", source: 0x0894, value: 64, expected: 0.874571),
      Row(testDescription: "switch, off", source: 0x0C94, value: 63, expected: 0),
      Row(testDescription: "switch, on", source: 0x0C94, value: 64, expected: 1),
      Row(testDescription: "switch, bipolar, off", source: 0x0E94, value: 0, expected: -1),
      Row(testDescription: "no controller counts as 1", source: 0x0000, value: 0, expected: 1),
    ]
  }

  @Test(arguments: Row.all)
  func `shapes its source`(row: Row) {
    var channel = ChannelState()
    channel.controllers[20] = row.value
    let modulator = Modulator(
      source: row.source, destination: 48, amount: 1000, amountSource: 0, transform: 0)
    let note = NoteSources(key: 60, velocity: 100, keyStruck: 60)
    #expect(abs(modulator.value(note, channel) - 1000 * row.expected) < 0.001)
  }

  @Test func `the absolute transform drops the sign`() {
    var channel = ChannelState()
    channel.controllers[20] = 0
    let note = NoteSources(key: 60, velocity: 100, keyStruck: 60)
    let modulator = Modulator(
      source: 0x0294, destination: 52, amount: 80, amountSource: 0, transform: 2)
    #expect(modulator.value(note, channel) == 80)
  }

  @Test func `links and unknown sources are refused`() {
    for (source, destination) in [(127, 5), (0x0081, 0x8001), (5, 5), (0x0080, 5), (0x00E2, 5)] {
      let modulator = Modulator(
        source: UInt16(source), destination: UInt16(destination), amount: 1, amountSource: 0,
        transform: 0)
      #expect(modulator.problem != nil)
    }
    #expect(Modulator.defaults.allSatisfy { $0.problem == nil })
  }

  @Test func `an instrument replaces a default modulator, a preset adds to it`() throws {
    var bank = TinyBank.tone
    let own = TinyBank.Zone(
      generators: [(54, 1), (53, 0)], modulators: [(0x0502, 48, 0, 0, 0)])
    bank.instruments = [[own]]
    func loudness(_ bank: TinyBank, _ velocity: UInt8) throws -> Double {
      let stroke = Stroke(frames: 4000, velocity: velocity)
      return level(try render(bank, timeline([stroke], end: 4000)).sound.left, 1000..<4000)
    }
    #expect(abs(decibels(try loudness(bank, 127), try loudness(bank, 20))) < 0.001)
    bank = .tone
    bank.presets[0].zones = [
      TinyBank.Zone(generators: [(41, 0)], modulators: [(0x0502, 48, 480, 0, 0)])
    ]
    // 960 + 480 cB: one and a half times the decibels.
    let fall = decibels(try loudness(bank, 127), try loudness(bank, 63))
    #expect(abs(fall - 1.5 * 12.178) < 0.01)
  }
}
