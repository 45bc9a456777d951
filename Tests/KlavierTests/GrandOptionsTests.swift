import Testing

@testable import klavier

/// The grand's characters and what can be set of it.
@Suite("The grand on the command line") struct GrandOptionsTests {
  let folder: BuiltCommand.Folder

  init() throws {
    folder = try BuiltCommand.Folder()
    try folder.file("a.notes", "at 0 note C7 0.1 vel=40".utf8)
  }

  func run(_ line: String) throws -> BuiltCommand.Result {
    try BuiltCommand.run(line.split(separator: " ").map(String.init), in: folder)
  }

  /// The samples of a render with some options.
  func sound(_ options: String) throws -> [UInt8] {
    let result = try run(
      "a.notes -o x.raw -f raw -e f32 -r 8000 --tail none --force \(options)")
    #expect(result.status == 0, "\(result.errors)")
    return folder.bytes("x.raw")
  }

  @Test(
    "Each is heard",
    arguments: [
      "-i grand:mellow", "-i grand:bright", "--stretch 0", "--noise 0", "--velocity-curve gm",
    ])
  func heard(options: String) throws {
    #expect(try sound(options) != sound("-i grand"))
  }

  @Test(
    "What is as it is by itself may be said",
    arguments: ["-i grand:mellow", "-i grand"].flatMap { instrument in
      ["--stretch 1", "--noise 1", "--velocity-curve 1"].map { (instrument, $0) }
    })
  func defaults(instrument: String, option: String) throws {
    #expect(try sound("\(instrument) \(option)") == sound(instrument))
  }

  @Test("The summary names the character, and `instruments` lists all")
  func names() throws {
    let result = try run("a.notes -i grand:bright -o x.wav -r 8000 --tail none --json")
    #expect(result.json["instrument"] as? String == "grand:bright")
    let list = try run("instruments").text
    for name in ["grand:", "grand:mellow:", "grand:bright:"] {
      #expect(list.split(separator: "\n").contains { $0.hasPrefix(name) })
    }
  }

  @Test("`instruments` knows the names that it lists")
  func named() throws {
    let all = try run("instruments grand")
    #expect(all.status == 0)
    #expect(all.text.split(separator: "\n").map { $0.prefix(12) }.last == "grand:bright")
    let one = try run("instruments grand:mellow")
    #expect(one.text.hasPrefix("grand:mellow: ") && one.text.split(separator: "\n").count == 1)
    #expect(try run("instruments grand:blue").status == 2)
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var line: String
    var says: String
    var testDescription: String { line }
  }

  @Test(
    "What cannot be is told",
    arguments: [
      Wrong(line: "-i grand:dark", says: "grand, grand:mellow, grand:bright"),
      Wrong(line: "-i grand:mellow -i b.sf2", says: "cannot lie on top"),
      Wrong(line: "-i grand:mellow -b fluidsynth", says: "built in"),
      Wrong(line: "-i b.sf2 --noise 0", says: "--noise is for the grand"),
      Wrong(line: "-i b.sf2 --stretch 0", says: "--stretch is for the grand"),
      Wrong(line: "--stretch 2.1", says: "from 0 to 2"),
      Wrong(line: "--noise -1", says: "from 0 to 1"),
      Wrong(line: "--velocity-curve midi", says: "from 0.1 to 10"),
    ])
  func wrong(row: Wrong) throws {
    let result = try run("a.notes -o x.wav \(row.line)")
    #expect(result.status == 2)
    #expect(result.errors.contains(row.says), "\(result.errors)")
    #expect(folder.names == ["a.notes"])
  }
}
