import Foundation
import Testing

@testable import klavier

@Suite struct StemsTests {
  let folder: BuiltCommand.Folder

  /// Two tracks with a name each: C4 and an E4 that begins later.
  init() throws {
    folder = try BuiltCommand.Folder()
    try folder.file(
      "a.notes",
      Array("rh: C5:4 D5 E5\nlh: ped C3:2 r:4 ped*\n".utf8))
  }

  func run(_ line: String) throws -> BuiltCommand.Result {
    try BuiltCommand.run(
      ["a.notes", "-o", "mix.wav", "-r", "8000", "-e", "f32", "-q"]
        + line.split(separator: " ").map(String.init), in: folder)
  }

  func samples(_ name: String) -> [Float] {
    let bytes = folder.bytes(name)
    guard let data = bytes.firstRange(of: Array("data".utf8)) else { return [] }
    let samples = Array(bytes[(data.upperBound + 4)...])
    return stride(from: 0, to: samples.count - 3, by: 4).map { at in
      Float(
        bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(samples[at + $1]) << (8 * UInt32($1)) })
    }
  }

  @Test func `stems add up to the mix, in a range as well`() throws {
    for line in ["--stems st", "--stems st --start 0.1 --gain -3 --end 0.9"] {
      let result = try run(line)
      #expect(result.status == 0, "\(result.errors)")
      let (mix, rh, lh) = (
        samples("mix.wav"), samples("st/mix.01-rh.wav"), samples("st/mix.02-lh.wav")
      )
      #expect(mix.count > 1000 && mix.count == rh.count && mix.count == lh.count)
      let worst = mix.indices.map { abs(mix[$0] - rh[$0] - lh[$0]) }.max() ?? 1
      #expect(worst < 1e-6, "\(worst)")
      #expect(rh.contains { abs($0) > 0.001 } && lh.contains { abs($0) > 0.001 })
    }
  }

  @Test func `a muted track has no stem and is not heard`() throws {
    #expect(try run("--stems st --mute lh").status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path("st/mix.02-lh.wav")))
    #expect(samples("mix.wav") == samples("st/mix.01-rh.wav"))
  }

  @Test(arguments: [
    "--normalize", "--normalize=peak:-20 --start 0.1", "--limit=-30",
    "--normalize=lufs:-12 --limit=-9 --jobs 1",
  ])
  func `stems get the level of the mix, frame by frame`(level: String) throws {
    let result = try run("--stems st --tail 0.2 \(level)")
    #expect(result.status == 0, "\(result.errors)")
    let (mix, rh, lh) = (
      samples("mix.wav"), samples("st/mix.01-rh.wav"), samples("st/mix.02-lh.wav")
    )
    #expect(mix.count > 1000 && mix.count == rh.count && mix.count == lh.count)
    let peak = mix.map(abs).max() ?? 0
    let worst = mix.indices.map { abs(mix[$0] - rh[$0] - lh[$0]) }.max() ?? 1
    #expect(worst < 1e-6 && peak > 0.02, "\(worst) \(peak)")
  }

  @Test func `a limiter's curve is that of the mix, also where a stem would need none`() throws {
    #expect(try run("--stems st --tail 0.2").status == 0)
    let (mix, rh) = (samples("mix.wav"), samples("st/mix.01-rh.wav"))
    #expect(try run("--stems st --tail 0.2 --limit=-30").status == 0)
    let (limited, turned) = (samples("mix.wav"), samples("st/mix.01-rh.wav"))
    // Where the mix is turned down by a factor, so is the stem.
    var compared = 0
    for i in mix.indices where abs(mix[i]) > 0.01 && abs(rh[i]) > 0.01 {
      #expect(abs(limited[i] / mix[i] - turned[i] / rh[i]) < 1e-3)
      compared += 1
    }
    #expect(compared > 100)
  }
}
