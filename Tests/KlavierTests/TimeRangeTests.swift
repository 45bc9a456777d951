import Foundation
import Testing

@testable import klavier

/// Ranges through the whole command: the same samples as in the whole.
@Suite struct TimeRangeTests {
  let folder: BuiltCommand.Folder

  init() throws {
    folder = try BuiltCommand.Folder()
    // Pedal down, C4 for a quarter, pedal up a quarter later: 1 s in all.
    try folder.file(
      "a.mid",
      InfoTests.smf([
        0, 0xB0, 64, 127, 0, 0x90, 60, 100, 0x83, 0x60, 60, 0, 0x83, 0x60, 0xB0, 64, 0,
      ]))
  }

  func samples(_ line: String) throws -> [UInt8] {
    let arguments = ["a.mid", "-o", "-", "-f", "raw", "-e", "f32", "-r", "8000", "-q"]
    let result = try BuiltCommand.run(
      arguments + line.split(separator: " ").map(String.init), in: folder)
    #expect(result.status == 0, "\(result.errors)")
    return Array(result.output)
  }

  @Test func `two ranges are the whole`() throws {
    let whole = try samples("--tail 0.25")
    #expect(whole.count == 10_000 * 8)
    let first = try samples("--end 0.6")
    #expect(first.count == 4800 * 8)
    let second = try samples("--start 0.6 --tail 0.25")
    #expect(first + second == whole)
  }

  @Test func `a beat that its bar has not is told`() throws {
    for line in ["--start b1:9", "--end b1:5", "--start b1:5.5"] {
      let result = try BuiltCommand.run(
        ["a.mid", "-o", "-", "-f", "raw"] + line.split(separator: " ").map(String.init),
        in: folder)
      #expect(result.status == 2)
      #expect(result.errors.contains("bar 1 has 4 beats"), "\(result.errors)")
    }
  }

  @Test func `bars and beats are places too`() throws {
    // Beat 2 of bar 1 begins after a quarter, 0.5 s.
    #expect(try samples("--start b1:2 --tail none") == samples("--start 0.5 --tail none"))
  }

  @Test func `with a tail the keys go up at the cut`() throws {
    let cut = try samples("--end 0.25 --tail 0.5")
    #expect(cut.count == 6000 * 8)
    #expect(Array(cut.prefix(2000 * 8)) == Array(try samples("--end 0.25")))
    // Damped there, it is quieter at the end than the whole at the same place.
    let whole = try samples("--end 0.75")
    #expect(energy(cut.suffix(800 * 8)) < energy(whole.suffix(800 * 8)) / 100)
  }

  @Test func `silence at the front can be left out`() throws {
    try folder.file("late.mid", InfoTests.smf([0x8F, 0, 0x90, 60, 100, 0x83, 0x60, 60, 0]))
    let whole = try BuiltCommand.run(
      ["late.mid", "-o", "x.wav", "--tail", "none", "--json"], in: folder)
    let trimmed = try BuiltCommand.run(
      ["late.mid", "-o", "x.wav", "--tail", "none", "--json", "--trim-start"], in: folder)
    // The rest lasts 1920 ticks at 960 a second.
    let dropped = (whole.json["frames"] as? Int ?? 0) - (trimmed.json["frames"] as? Int ?? 0)
    #expect(dropped >= 88_200 && dropped < 88_200 + 441, "\(dropped)")
  }

  private func energy(_ bytes: ArraySlice<UInt8>) -> Double {
    let bytes = Array(bytes)
    return stride(from: 0, to: bytes.count - 3, by: 4).reduce(0) { sum, at in
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
      let sample = Double(Float(bitPattern: bits))
      return sum + sample * sample
    }
  }
}
