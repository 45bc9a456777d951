import Foundation
import Testing

@Suite struct BatchTests {
  let folder: BuiltCommand.Folder

  init() throws {
    folder = try BuiltCommand.Folder()
    try folder.file("in/one.mid", InfoTests.chord)
    try folder.file("in/deep/two.mid", InfoTests.chord)
    try folder.file("in/notes.txt", Array("no score".utf8))
  }

  func run(_ line: String) throws -> BuiltCommand.Result {
    try BuiltCommand.run(
      ["batch"] + line.split(separator: " ").map(String.init) + ["--tail", "none"], in: folder)
  }

  func lines(_ result: BuiltCommand.Result) -> [[String: Any]] {
    result.text.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.path(name)) }

  @Test func `a folder is rendered with its folders, and not again`() throws {
    let first = try run("in --out-dir out/a --json")
    #expect(first.status == 0, "\(first.errors)")
    #expect(exists("out/a/one.wav") && exists("out/a/deep/two.wav"))
    let told = lines(first)
    #expect(told.dropLast().map { $0["status"] as? String } == ["done", "done"])
    #expect(told.last?["done"] as? Int == 2)
    #expect(Set(told.dropLast().map { $0["frames"] as? Int }) == [22050])
    let second = lines(try run("in --out-dir out/a --json"))
    #expect(second.last?["skipped"] as? Int == 2)
    #expect(lines(try run("in --out-dir out/a --json --force")).last?["done"] as? Int == 2)
  }

  @Test func `files are placed below the folder that they share`() throws {
    #expect(try run("in/one.mid in/deep/two.mid --out-dir out -f flac").status == 0)
    #expect(exists("out/one.flac") && exists("out/deep/two.flac"))
  }

  @Test func `a score that fails is told and the others are made`() throws {
    try folder.file("in/bad.mid", InfoTests.chord.prefix(20))
    let result = try run("in --out-dir out --json")
    #expect(result.status == 1)
    #expect(exists("out/one.wav") && !exists("out/bad.wav"))
    let failed = lines(result).first { $0["status"] as? String == "failed" }
    #expect(failed?["exit"] as? Int == 65)
    #expect(failed?["input"] as? String == "in/bad.mid")
  }

  @Test func `what is not there fails, and the others are made`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("empty"), withIntermediateDirectories: true)
    let result = try run("in/one.mid no.mid empty --out-dir out --json")
    #expect(result.status == 1)
    #expect(exists("out/in/one.wav"))
    let told = lines(result)
    #expect(told.last?["failed"] as? Int == 2 && told.last?["done"] as? Int == 1)
    let failed = told.filter { $0["status"] as? String == "failed" }
    #expect(Set(failed.map { $0["input"] as? String }) == ["no.mid", "empty"])
    #expect(failed.allSatisfy { $0["exit"] as? Int == 66 })
  }

  @Test func `a file that is named twice is one, and a folder that cannot be is told once`() throws
  {
    let told = lines(try run("in in/one.mid --out-dir out --json"))
    #expect(told.last?["done"] as? Int == 2)
    let below = try run("in --out-dir in/one.mid/out")
    #expect(below.status == 73 && below.errors.split(separator: "\n").count == 1)
  }

  @Test func `a file that was cut is made again`() throws {
    #expect(try run("in/one.mid --out-dir out").status == 0)
    try folder.file("out/one.wav", folder.bytes("out/one.wav").prefix(1000))
    #expect(lines(try run("in/one.mid --out-dir out --json")).last?["done"] as? Int == 1)
  }

  @Test func `a file of another form is made again`() throws {
    #expect(try run("in --out-dir out").status == 0)
    let again = lines(try run("in --out-dir out --rate 22050 --json"))
    #expect(again.last?["done"] as? Int == 2)
    #expect(lines(try run("in --out-dir out -r 22050 --json")).last?["skipped"] as? Int == 2)
  }

  @Test func `labels stand beside each sound and are made where they lack`() throws {
    #expect(try run("in --out-dir out").status == 0)
    let made = lines(try run("in --out-dir out --labels csv --json"))
    #expect(made.last?["done"] as? Int == 2)
    let alone = try BuiltCommand.run(
      ["in/one.mid", "-o", "x.wav", "--tail", "none", "--labels", "x.csv"], in: folder)
    #expect(alone.status == 0)
    #expect(folder.bytes("out/one.csv") == folder.bytes("x.csv") && exists("out/deep/two.csv"))
    #expect(lines(try run("in --out-dir out --labels .csv --json")).last?["skipped"] as? Int == 2)
    let wrong = try run("in --out-dir out --labels my.csv")
    #expect(wrong.status == 2 && wrong.errors.contains("wants the ending alone"))
  }

  @Test func `two scores of one name are refused before anything is made`() throws {
    try folder.file("in/one.rmi", InfoTests.chord)
    let result = try run("in --out-dir out")
    #expect(result.status == 2)
    #expect(result.errors.contains("would both become out/one.wav"))
    #expect(!exists("out"))
  }

  @Test func `shards make all together`() throws {
    #expect(try run("in --out-dir out --shard 1/2").status == 0)
    #expect(exists("out/one.wav") != exists("out/deep/two.wav"))
    #expect(try run("in --out-dir out --shard 2/2").status == 0)
    #expect(exists("out/one.wav") && exists("out/deep/two.wav"))
  }

  @Test func `a batch sounds as each alone`() throws {
    #expect(try run("in --out-dir out").status == 0)
    _ = try BuiltCommand.run(["in/one.mid", "-o", "x.wav", "--tail", "none"], in: folder)
    #expect(folder.bytes("out/one.wav") == folder.bytes("x.wav"))
  }
}
