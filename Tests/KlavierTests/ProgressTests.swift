import Testing

@testable import klavier

@Suite struct ProgressTests {
  static let bar = Progress("song", total: 480_000, rate: 48_000, Options())

  @Test func `a bar says how far, how fast and how long yet`() {
    // 5 of 10 s in half a second: ten times real time, half a second left.
    #expect(
      Self.bar.line(240_000, seconds: 0.5)
        == "song ████████████░░░░░░░░░░░░ 50 %, 0:05, 10× real time, 0:01 left")
  }

  @Test func `nothing done yet promises nothing`() {
    #expect(Self.bar.line(0, seconds: 0).hasSuffix("0 %, 0:00, -× real time, -:-- left"))
  }

  @Test func `a tail longer than thought stays at the end`() {
    #expect(Self.bar.line(960_000, seconds: 1).contains("100 %"))
  }
}
