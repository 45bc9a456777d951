import Foundation
import Testing

@Suite struct ReportPageTests {
  // That the page works is checked in a browser (Tests/Browser); here is what makes none.
  @Test(
    arguments: [
      ("nothing to listen to", [], 2, "report wants a score, sounds, or both"),
      ("no output", ["a.notes"], 2, "report wants an output"),
      ("two scores", ["a.notes", "b.notes", "-o", "p.html"], 2, "are two scores"),
      ("a sound of no numbers", ["nan.wav", "-o", "p.html"], 65, "samples that are no numbers"),
      ("not there", ["c.wav", "-o", "p.html"], 66, "c.wav"),
      ("over its input", ["a.notes", "-o", "a.notes"], 73, "a.notes"),
    ] as [(String, [String], Int32, String)])
  func `it says what is missing, and writes nothing`(
    name: String, arguments: [String], status: Int32, said: String
  ) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.notes", Array("rh: C4:4\n".utf8))
    try folder.file("b.notes", Array("rh: D4:4\n".utf8))
    try folder.file("nan.wav", Self.floats([0, .nan, 0, 0]))
    let before = folder.names
    let result = try BuiltCommand.run(["report"] + arguments, in: folder)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(said), "\(result.errors)")
    #expect(folder.names == before)
  }

  /// A WAV of one channel at 8 kHz in 32-bit floats.
  static func floats(_ samples: [Float]) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    let data = samples.flatMap { word(Int($0.bitPattern)) }
    return Array("RIFF".utf8) + word(36 + data.count) + Array("WAVEfmt ".utf8) + word(16)
      + [3, 0, 1, 0] + word(8000) + word(32_000) + [4, 0, 32, 0] + Array("data".utf8)
      + word(data.count) + data
  }
}
