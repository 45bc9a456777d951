import Foundation
import Testing

@Suite struct ConvertTests {
  let folder: BuiltCommand.Folder

  init() throws {
    folder = try BuiltCommand.Folder()
    try folder.file("a.mid", InfoTests.chord)
  }

  func run(_ line: String) throws -> BuiltCommand.Result {
    try BuiltCommand.run(
      ["convert"] + line.split(separator: " ").map(String.init), in: folder)
  }

  @Test func `a score goes through midicsv and comes back`() throws {
    #expect(try run("a.mid a.csv").status == 0)
    #expect(try run("a.csv b.mid").status == 0)
    let (a, b) = (
      try BuiltCommand.run(["info", "a.mid", "--json"], in: folder).json,
      try BuiltCommand.run(["info", "b.mid", "--json"], in: folder).json
    )
    #expect(a["notes"] as? Int == 2)
    #expect(NSArray(object: a["first"] as Any) == NSArray(object: b["first"] as Any))
  }

  @Test func `notes are lines of numbers`() throws {
    #expect(try run("a.mid a.tsv").status == 0)
    let text = String(decoding: folder.bytes("a.tsv"), as: UTF8.self)
    #expect(
      text == """
        onset\toffset\tpitch\tvelocity
        0.0\t0.5\t60\t90
        0.0\t0.5\t64\t80

        """)
  }

  @Test func `standard output takes any form`() throws {
    let result = try run("a.mid - --to json")
    #expect(result.status == 0)
    #expect((try? JSONSerialization.jsonObject(with: result.output)) != nil)
  }

  @Test func `a score without notes stays one`() throws {
    try folder.file("n.mid", InfoTests.smf([]))
    #expect(try run("n.mid n.notes").status == 0)
    for name in ["n.mid", "n.notes"] {
      let result = try BuiltCommand.run([name, "-o", "n.wav"], in: folder)
      #expect(result.status == 0 && result.errors.contains("no notes"), "\(result.errors)")
    }
  }

  @Test func `what is no script is named`() throws {
    try folder.file("t.abc", Array("X:1\nT:My Jig\nK:C\nCDEF|\n".utf8))
    let laidOut = try BuiltCommand.run(["fmt", "t.abc"], in: folder)
    #expect(laidOut.status == 65 && laidOut.text.isEmpty)
    #expect(laidOut.errors.contains("this is ABC, not a note script"), "\(laidOut.errors)")
    try folder.file("f.sf2", Array("RIFF\0\0\0\0sfbkLIST".utf8))
    let played = try BuiltCommand.run(["f.sf2", "-o", "f.wav"], in: folder)
    #expect(played.status == 65)
    #expect(played.errors.contains("SoundFont") && played.errors.contains("-i"), "\(played.errors)")
  }

  @Test(
    arguments: [
      ("a.mid", 2, "an input and an output"), ("a.mid b.xyz", 2, "does not say which form"),
      ("a.mid a.mid", 73, "is also an input"), ("none.mid b.csv", 66, "No such file"),
      ("a.mid no/b.csv", 73, "No such file"), ("a.mid b.csv --to xyz", 2, "is none of"),
      ("a.mid /dev/full --to csv", 74, "No space left"),
    ] as [(String, Int32, String)])
  func `what cannot be converted is said`(line: String, status: Int32, says: String) throws {
    let result = try run(line)
    #expect(result.status == status)
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(folder.names == ["a.mid"])
  }
}
