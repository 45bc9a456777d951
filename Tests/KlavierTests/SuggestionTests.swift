import Testing

@testable import klavier

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("--ouput", "--output"), ("--outptu", "--output"), ("--tial", "--tail"), ("--raet", "--rate"),
  ])
  func `a slip of a letter or two is understood`(word: String, meant: String) {
    let names = ["--output", "--tail", "--rate", "--reverb"]
    #expect(Suggestion.nearest(to: word, in: names) == meant)
  }

  @Test func `what resembles nothing is left alone`() {
    #expect(Suggestion.nearest(to: "--nonsense", in: ["--output", "--tail"]) == nil)
  }

  @Test(arguments: [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3)])
  func `the distance counts letters`(a: String, b: String, distance: Int) {
    #expect(Suggestion.distance(a, b) == distance)
  }
}
