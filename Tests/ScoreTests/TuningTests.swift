import Testing

@testable import Score

@Suite struct TuningTests {
  static func scale(_ text: String) throws -> ScalaScale { try ScalaScale(scl: Array(text.utf8)) }
  static func keyboard(_ text: String) throws -> ScalaKeyboard {
    try ScalaKeyboard(kbm: Array(text.utf8))
  }

  static let equal = "! equal.scl\n!\nEqual\n 12\n!\n" + (1...12).map { " \($0)00.0\n" }.joined()
  static let just =
    "just\r\n12\r\n16/15\r\n9/8\r\n6/5\r\n5/4 a third\r\n4/3\r\n45/32\r\n3/2\r\n8/5\r\n5/3\r\n9/5\r\n15/8\r\n2\r\n"

  @Test func `equal temperament at 440 changes nothing`() throws {
    let tuning = try Tuning(Self.scale(Self.equal), on: ScalaKeyboard(a4: 440))
    for cents in tuning.cents { #expect(abs(try #require(cents)) < 1e-9) }
  }

  @Test func `442 Hz is 1200 log2 of 442/440 cents higher on every key`() {
    // 1200 · log₂(442/440) by another program.
    for cents in Tuning(a4: 442).cents { #expect(abs((cents ?? 0) - 7.851_415) < 1e-6) }
  }

  @Test func `just intervals stand on C and A4 keeps its frequency`() throws {
    let cents = try Tuning(Self.scale(Self.just), on: ScalaKeyboard(a4: 440)).cents.map {
      try #require($0)
    }
    #expect(abs(cents[69]) < 1e-9)
    // From C4 to A4 5/3 = 884.359 cents, so C4 lies 15.641 above equal temperament.
    #expect(abs(cents[60] - 15.6413) < 1e-3)
    // The fifth C4–G4 is 3/2 = 701.955 cents, also an octave lower.
    #expect(abs(cents[67] - cents[60] - 1.955) < 1e-3)
    #expect(abs(cents[55] - cents[48] - 1.955) < 1e-3)
  }

  @Test func `a mapping leaves out keys and says the frequency`() throws {
    let map = try Self.keyboard("! map\n3\n48\n72\n60\n60\n256.0\n2\n0\nx\n1\n")
    let scale = try Self.scale("two\n2\n600.0\n1200.0\n")
    let cents = try Tuning(scale, on: map).cents
    let c = 1200 * binaryLogarithm(256 / 440) + 900  // C4 at 256 Hz
    #expect(abs(try #require(cents[60]) - c) < 1e-9)
    #expect(cents[61] == nil)
    #expect(abs(try #require(cents[62]) - (c + 600 - 200)) < 1e-9)
    // The mapping repeats every three keys, an octave higher.
    #expect(abs(try #require(cents[63]) - (c + 1200 - 300)) < 1e-9)
    #expect(cents[47] == 0)
    #expect(cents[73] == 0)
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let text: String
    let line: Int
    let message: String
    var testDescription: String { message }
  }

  @Test(arguments: [
    Wrong(text: "", line: 1, message: "the file ends before the number of pitches"),
    Wrong(text: "name\n", line: 2, message: "'' is not the number of pitches"),
    Wrong(text: "name\n2\n3/2\n", line: 4, message: "'' is no pitch"),
    Wrong(text: "name\n2\n3/2", line: 3, message: "the file ends before pitch 2 of 2"),
    Wrong(text: "name\n! no\n1\n3/0\n", line: 4, message: "'3/0' is no pitch"),
    Wrong(text: "name\n1\n-2\n", line: 3, message: "'-2' is no pitch"),
    Wrong(text: "name\n1\nnan.\n", line: 3, message: "'nan.' is no pitch"),
    Wrong(text: "name\n-1\n", line: 2, message: "'-1' is not the number of pitches"),
  ])
  func `a wrong scale names its line`(row: Wrong) {
    let error = #expect(throws: ScoreError.self) { _ = try Self.scale(row.text) }
    let diagnostic = error?.diagnostics.first
    #expect(diagnostic?.message.hasPrefix(row.message) == true)
    guard case .text(let line, _, _) = diagnostic?.place else {
      Issue.record("no place in the text")
      return
    }
    #expect(line == row.line)
  }

  @Test(arguments: ["", "1\n0\n127\n60\n69\nnothing\n", "1\n5\n4\n60\n69\n440\n0\n0\n", "500\n"])
  func `a wrong mapping is an error`(text: String) {
    #expect(throws: ScoreError.self) { _ = try Self.keyboard(text) }
  }

  @Test func `an empty scale and a silent reference are errors`() throws {
    #expect(throws: ScoreError.self) {
      _ = try Tuning(Self.scale("none\n0\n"), on: ScalaKeyboard(a4: 440))
    }
    let map = try Self.keyboard("1\n0\n127\n60\n60\n256\n1\nx\n")
    #expect(throws: ScoreError.self) { _ = try Tuning(Self.scale(Self.equal), on: map) }
  }
}
