import Testing

@testable import klavier

@Suite struct TextTests {
  @Test(arguments: [
    (1.5, "1.5"), (44100, "44100"), (-0.25, "-0.25"), (0, "0"), (-0.0001, "0"), (2.9999, "3"),
    (1e6, "1000000"), (0.001, "0.001"),
  ])
  func `numbers lose their trailing zeros`(value: Double, text: String) {
    #expect(Text.number(value) == text)
  }

  @Test(
    arguments: [
      (1.25, 1, "1.3"), (-1.25, 1, "-1.3"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"),
      (9.9951, 2, "10.00"),
      (3, 0, "3"), (0.5, 3, "0.500"), (-.infinity, 1, "-inf"),
    ] as [(Double, Int, String)])
  func `decimals are counted`(value: Double, decimals: Int, text: String) {
    #expect(Text.fixed(value, decimals: decimals) == text)
  }

  @Test(arguments: [(4.21, "4.2 s"), (59.94, "59.9 s"), (187, "3:07"), (7387, "2:03:07")])
  func `times are short`(seconds: Double, text: String) {
    #expect(Text.duration(seconds: seconds) == text)
  }

  @Test func `lines are filled and no word is lost`() {
    #expect(Text.wrapped("one two three", width: 7) == ["one two", "three"])
    #expect(Text.wrapped("incomprehensible", width: 5) == ["incomprehensible"])
    #expect(Text.wrapped("", width: 5) == [""])
  }
}
