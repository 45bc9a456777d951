import Foundation
import Testing

@testable import klavier

@Suite struct LevelPlanTests {
  @Test func `a peak is brought to its goal, loudness to its`() throws {
    let half = try #require(LevelPlan.gain(to: .peak(-6.0206), peak: 1, loudness: nil))
    #expect(abs(half - 0.5) < 1e-5)
    let louder = try #require(LevelPlan.gain(to: .loudness(-16), peak: 0.1, loudness: -22.0206))
    #expect(abs(louder - 2) < 1e-4)
    #expect(LevelPlan.gain(to: .peak(-1), peak: 0, loudness: nil) == nil)
    #expect(LevelPlan.gain(to: .loudness(-16), peak: 0.5, loudness: nil) == nil)
  }

  @Test(arguments: ["peak", "peak:", "peak:1", "lufs", "rms:-3", "lufs:-200"])
  func `a goal that is none is refused`(text: String) {
    #expect(throws: UsageError.self) { _ = try LevelPlan.Goal(text) }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let options: [String]
    let key: String
    let value: Double
    let within: Double
    var testDescription: String { options.joined(separator: " ") }
  }

  @Test(arguments: [
    Row(options: ["--normalize"], key: "peakDBFS", value: -1, within: 0.01),
    Row(options: ["--normalize=peak:-3"], key: "peakDBFS", value: -3, within: 0.01),
    Row(options: ["--normalize=peak:-3", "-c", "1"], key: "peakDBFS", value: -3, within: 0.01),
    Row(options: ["--normalize=lufs:-20"], key: "loudnessLUFS", value: -20, within: 0.05),
    Row(options: ["--gain", "40", "--limit"], key: "truePeakDBTP", value: -1, within: 0.3),
    Row(options: ["--gain", "40", "--limit=-6"], key: "truePeakDBTP", value: -6, within: 0.3),
  ])
  func `the whole command reaches its level`(row: Row) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.mid", InfoTests.chord)
    let result = try BuiltCommand.run(
      ["a.mid", "-o", "x.wav", "-e", "f32", "--json"] + row.options, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let value = try #require(result.json[row.key] as? Double)
    #expect(abs(value - row.value) < row.within, "\(value)")
    #expect(result.json["clipped"] as? Int == 0)
  }
}
