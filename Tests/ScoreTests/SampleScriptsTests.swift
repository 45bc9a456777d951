import Glibc
import Score
import Testing

/// Reads files of the package for tests, by their paths from its top folder.
enum PackageFile {
  static let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  static func bytes(_ path: String) -> [UInt8]? {
    guard let file = unsafe fopen("\(folder)/\(path)", "rb") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }

  static func names(in path: String, ending: String) -> [String] {
    guard let folder = unsafe opendir("\(folder)/\(path)") else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(ending) { names.append("\(path)/\(name)") }
    }
    return names.sorted()
  }
}

@Suite struct SampleScriptsTests {
  static let samples = PackageFile.names(in: "Samples", ending: ".notes")

  @Test func samplesAreFound() { #expect(!SampleScriptsTests.samples.isEmpty) }

  @Test(arguments: samples)
  func isRead(_ path: String) throws {
    let score = try Score(noteScript: try #require(PackageFile.bytes(path)))
    #expect(score.warnings.isEmpty)
    let performance = Performance(score)
    #expect(!performance.strokes.isEmpty && performance.warnings.isEmpty)
    let seconds = performance.tempoMap.seconds(at: performance.endTick).double
    #expect(seconds > 1 && seconds < 600)
  }

  /// Every directive, dynamic, pedal and verb of the language, each followed by what shows that it is one.
  static let words: [String] =
    [
      "title \"", "composer \"", "copyright \"", "tempo 7", "tempo 4.=", "..60 over ", "meter ",
      "key \"",
    ]
    + ["marker \"", "program ", "tuning A4=", "volume ", "pan ", "bend ", "gate ", "ppq=", "rate="]
    + ["pppp", "ppp", "pp", "p", "mp", "mf", "f", "ff", "fff", "ffff", "<", ">"].map { " \($0) " }
    + [
      " ped ", " ped*", " ped=0.5 ", " ped=0..1/2 ", " sost ", " sost* ", " una ", " una=0.6 ",
      " una*",
    ]
    + [
      "arp[", "arp=25ms[", "^[", " ( ", " )*", " 1: ", " 2: ", ";", "{", "}:", "$", "~", "' ", "_ ",
      "! ",
    ]
    + [
      "note", "on", "off", "cc", "program", "bank", "bend", "pressure", "keypressure", "tempo",
      "meter",
    ]
    .map { " \($0) " }
    + [
      "key \"", "marker \"", "lyric \"", "text \"", "sysex ", "track 2 \"", "track=2", "ch=1",
      "vel=", "off=",
    ]
    + ["at t", "at s", "at 0:", "at b", ":350ms", ":3/8", ":2..", "♯", "♭", "##", "bb", "@60"]

  @Test(arguments: words) func `the samples show every construct`(word: String) {
    let isShown = SampleScriptsTests.samples.contains { path in
      guard let bytes = PackageFile.bytes(path) else { return false }
      return String(decoding: bytes, as: UTF8.self).contains(word)
    }
    #expect(isShown)
  }
}
