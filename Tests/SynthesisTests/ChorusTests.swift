import Synthesis
import Testing

@Suite struct ChorusTests {
  /// What comes back of a click of `height` at frame 10, in blocks of `size`.
  private func render(click height: Float, rate: Int, frames: Int, block size: Int) -> StereoBlock {
    var chorus = Chorus(rate: rate)
    var result = MemorySink()
    for start in stride(from: 0, to: frames, by: size) {
      let count = min(size, frames - start)
      var input = [Float](repeating: 0, count: count)
      if start <= 10, 10 < start + count { input[10 - start] = height }
      var block = StereoBlock(frames: count)
      chorus.add(input, to: &block)
      result.write(block)
    }
    return result.sound
  }

  @Test(arguments: [1, 37, 3000])
  func `blocks do not show`(_ size: Int) {
    let a = render(click: 1, rate: 8000, frames: 3000, block: 100)
    let b = render(click: 1, rate: 8000, frames: 3000, block: size)
    #expect(a.left == b.left && a.right == b.right)
  }

  @Test(arguments: [8000, 44_100])
  func `one voice a side, some 12 milliseconds later`(_ rate: Int) throws {
    let sound = render(click: 1, rate: rate, frames: rate / 10, block: 512)
    for plane in [sound.left, sound.right] {
      let heard = plane.indices.filter { plane[$0] != 0 }
      let first = try #require(heard.first)
      let delay = Double(first - 10) / Double(rate)
      // 12.5 ms, 3 ms more or less; a click between two samples is heard in both.
      #expect(delay > 0.0093 && delay < 0.0157, "\(delay)")
      #expect(heard.count <= 2)
      #expect(abs(plane.reduce(0, +) - 0.7) < 0.02)
    }
  }

  @Test func `it falls silent`() {
    var chorus = Chorus(rate: 8000)
    var block = StereoBlock(frames: 200)
    var input = [Float](repeating: 0, count: 200)
    input[0] = 1
    let before = chorus.isSounding
    chorus.add(input, to: &block)
    let after = chorus.isSounding
    #expect(!before && !after)
  }
}
