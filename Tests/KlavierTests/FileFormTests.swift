import Foundation
import Testing

@testable import klavier

@Suite struct FileFormTests {
  @Test(
    arguments: [
      ("MThd", .score), ("RIFF\0\0\0\0RMID", .score), ("script 1", .score), ("<?xml ?>", .score),
      ("RIFF\0\0\0\0sfbk", .soundFont), ("// piano\n<region> sample=a.wav", .soundFont),
      ("RIFF\0\0\0\0WAVE", .audio), ("fLaC", .audio), ("OggS", .audio), ("FORM", .audio),
      ("", .score),
    ] as [(String, FileForm)])
  func `a file is known by its first bytes`(head: String, form: FileForm) {
    #expect(FileForm(head: Array(head.utf8)) == form)
  }

  @Test func `info tells what an audio file holds`() throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.mid", InfoTests.chord)
    let made = try BuiltCommand.run(
      ["a.mid", "-o", "x.flac", "-r", "8000", "--tail", "none", "--title", "Für", "--json"],
      in: folder)
    let told = try BuiltCommand.run(["info", "x.flac", "--json"], in: folder)
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.json["frames"] as? Int == 4000)
    #expect(told.json["rate"] as? Int == 8000)
    #expect((told.json["tags"] as? [String: String])?["title"] == "Für")
    let (peak, written) = (told.json["peakDBFS"] as? Double, made.json["peakDBFS"] as? Double)
    // Rounded to 16 bits with dither of up to a step.
    #expect(abs((peak ?? 0) - (written ?? 9)) < 0.1)
  }
}
