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

  @Test func `a batch says how many, and counts time by those that took some`() {
    var counts = Batch.Counts()
    (counts.done, counts.skipped, counts.failed) = (3, 5, 1)
    // Four were made in 8 s, eleven are to be made: 22 s.
    #expect(
      BatchProgress.line(counts, of: 20, seconds: 8)
        == "██████████░░░░░░░░░░░░░░ 45 %, 9 of 20, 1 failed, 0:22 left")
    #expect(BatchProgress.line(.init(), of: 2, seconds: 0).hasSuffix("0 %, 0 of 2, -:-- left"))
  }

  @Test func `a tail longer than thought stays at the end`() {
    #expect(Self.bar.line(960_000, seconds: 1).contains("100 %"))
  }
}
