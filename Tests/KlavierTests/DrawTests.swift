import Foundation
import Testing

@Suite struct DrawTests {
  @Test(
    arguments: [
      ("an SVG", "p.svg", Array("<?xml".utf8)), ("a PNG", "p.png", [0x89, 0x50, 0x4E, 0x47]),
      ("a PDF", "p.pdf", Array("%PDF".utf8)),
    ] as [(String, String, [UInt8])])
  func `a roll in each form`(name: String, path: String, head: [UInt8]) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.notes", Array("title \"Two\"\nrh: C4:4 E4\n".utf8))
    let result = try BuiltCommand.run(
      ["draw", "a.notes", "--lanes", "roll", "-o", path, "--size", "300x200"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(folder.bytes(path).starts(with: head))
  }

  @Test(arguments: [
    ("svg", Array("<?xml".utf8)), ("png", [0x89, 0x50]), ("pdf", Array("%PDF".utf8)),
  ])
  func `a picture goes to standard output`(form: String, head: [UInt8]) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.notes", Array("rh: C4:4\n".utf8))
    let result = try BuiltCommand.run(
      ["draw", "a.notes", "--lanes", "roll", "-o", "-", "-f", form, "--size", "300x200"],
      in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.starts(with: head))
    #expect(folder.names == ["a.notes"])
  }

  @Test func `a form that is named counts, whatever the name says`() throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.notes", Array("rh: C4:4\n".utf8))
    let result = try BuiltCommand.run(
      ["draw", "a.notes", "--lanes", "roll", "-o", "picture", "-f", "png", "--size", "300x200"],
      in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(folder.bytes("picture").starts(with: [0x89, 0x50]))
  }

  @Test(
    arguments: [
      ("no output", ["a.notes"], 2), ("no form", ["a.notes", "-o", "p.doc"], 2),
      ("no such lane", ["a.notes", "-o", "p.svg", "--lanes", "keys"], 2),
      ("bars of a sound", ["tone.wav", "-o", "p.svg", "--range", "b1..b2"], 2),
      ("no form of standard output", ["a.notes", "-o", "-"], 2),
      ("a form of a sound", ["a.notes", "-o", "p.svg", "-f", "wav"], 2),
      ("a tempo of a sound", ["tone.wav", "-o", "p.svg", "--tempo", "2"], 2),
      ("how often", ["a.notes", "-o", "p.svg", "--repeat", "2"], 2),
      ("not there", ["b.notes", "-o", "p.svg"], 66),
      ("over its input", ["a.svg", "-o", "a.svg"], 73),
    ] as [(String, [String], Int32)])
  func `what cannot be drawn is said, and nothing is written`(
    name: String, arguments: [String], status: Int32
  ) throws {
    let folder = try BuiltCommand.Folder()
    try folder.file("a.notes", Array("rh: C4:4\n".utf8))
    try folder.file("a.svg", Array("rh: C4:4\n".utf8))
    try folder.file("tone.wav", ReportPageTests.floats([0, 0.5, 0, -0.5]))
    let before = folder.names
    let result = try BuiltCommand.run(["draw"] + arguments, in: folder)
    #expect(result.status == status, "\(result.errors)")
    #expect(folder.names == before)
    #expect(folder.bytes("a.svg") == Array("rh: C4:4\n".utf8))
  }
}
