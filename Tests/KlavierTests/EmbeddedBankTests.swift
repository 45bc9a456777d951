import FluidBackend
import Foundation
import TestSupport
import Testing

@testable import klavier

/// What the command plays of an RMID file with a SoundFont in it: one cosine in bank 1, as the file asks.
@Suite struct EmbeddedBankTests {
  let folder: BuiltCommand.Folder

  init() throws {
    folder = try BuiltCommand.Folder()
    // Bank 1 program 0, then the chord.
    let midi = InfoTests.smf([
      0, 0xB0, 0, 1, 0, 0xC0, 0, 0, 0x90, 60, 90, 0x83, 0x60, 60, 0,
    ])
    try folder.file("a.rmi", rmidFile(midi, bank: cosineSoundFont()))
    try folder.file("a.mid", midi)
    try folder.file("one.sf2", cosineSoundFont(bank: 1))
    try folder.file("plain.rmi", rmidFile(midi))
  }

  /// Renders and returns the answer.
  func render(_ line: String) throws -> BuiltCommand.Result {
    let options = " -o x.wav --tail none --checksum --json"
    return try BuiltCommand.run(
      (line + options).split(separator: " ").map(String.init), in: folder)
  }

  @Test func `without -i it is the grand as for every score`() throws {
    let result = try render("a.rmi")
    #expect(result.json["instrument"] as? String == "grand")
    #expect(result.errors == "")
  }

  @Test func `named as the instrument it plays itself`() throws {
    let own = try render("a.rmi -i a.rmi")
    let font = try render("a.mid -i one.sf2")
    #expect(own.status == 0, "\(own.errors)")
    #expect(own.errors == "")
    #expect(own.json["peakDBFS"] as? Double ?? -99 > -40)
    #expect(own.json["sha256"] as? String == font.json["sha256"] as? String)
    #expect(own.json["instrument"] as? String == "a.rmi")
  }

  @Test(.enabled(if: InstalledFont.font != nil, InstalledFont.comment))
  func `FluidSynth plays it over the font that it would have played`() throws {
    let own = try render("a.rmi -b fluidsynth")
    let font = try render("a.mid -b fluidsynth -i one.sf2")
    #expect(own.status == 0, "\(own.errors)")
    #expect(own.json["sha256"] as? String == font.json["sha256"] as? String)
    let name = own.json["instrument"] as? String ?? ""
    #expect(name.hasSuffix(", the score's own SoundFont"))
    let named = try render("a.rmi -b fluidsynth -i a.rmi")
    #expect(named.json["sha256"] as? String == font.json["sha256"] as? String)
  }

  @Test(.enabled(if: InstalledFont.font != nil, InstalledFont.comment))
  func `a font that is named takes its place`() throws {
    let named = try render("a.rmi -b fluidsynth -i one.sf2")
    #expect(named.json["instrument"] as? String == "one.sf2")
  }

  @Test func `an RMID without a SoundFont is no instrument`() throws {
    let result = try render("a.mid -i plain.rmi")
    #expect(result.status == 69)
    #expect(result.errors.contains("plain.rmi: error: an RMID without a SoundFont in it"))
  }

  @Test func `info tells that there is one and how it is played`() throws {
    let result = try BuiltCommand.run(["info", "a.rmi"], in: folder)
    let kilobytes = Double(cosineSoundFont().count / 100) / 10
    #expect(
      result.text.contains(
        "  SoundFont inside: \(kilobytes) kB, bank offset 1 (-i a.rmi plays it)\n"))
    let json = try BuiltCommand.run(["info", "a.rmi", "--json"], in: folder).json
    let bank = json["embeddedBank"] as? [String: Any]
    #expect(bank?["bankOffset"] as? Int == 1)
    #expect(bank?["bytes"] as? Int == cosineSoundFont().count)
  }
}
