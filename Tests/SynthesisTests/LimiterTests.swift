import Synthesis
import Testing

@Suite struct LimiterTests {
  private func limited(_ sound: StereoBlock, block: Int, _ limiter: inout Limiter) -> StereoBlock {
    var result = MemorySink()
    var output = StereoBlock(frames: 0)
    var start = 0
    while start < sound.frames {
      let end = min(sound.frames, start + block)
      var piece = StereoBlock(frames: 0)
      piece.left = Array(sound.left[start..<end])
      piece.right = Array(sound.right[start..<end])
      limiter.render(piece, into: &output)
      result.write(output)
      start = end
    }
    limiter.finish(into: &output)
    result.write(output)
    return result.sound
  }

  /// Noise bursts, sines and single clicks of up to 4 times full scale.
  private let loud: StereoBlock = {
    var block = StereoBlock(frames: 20_000)
    let noise = HashNoise(seed: 3)
    for i in 0..<block.frames {
      let random = Float(Int64(bitPattern: noise[i]) >> 32) / Float(1 << 31)
      let envelope: Float = (i / 3000) % 2 == 0 ? 0.3 : 4
      block.left[i] = random * envelope
      block.right[i] = 2 * Float(ExactMath.sin(Double(i) * 1.5708 + 0.7854))
    }
    block.left[0] = 4
    block.right[19_999] = -4
    return block
  }()

  @Test func `as many frames come out as go in, none above the ceiling`() {
    var limiter = Limiter(rate: 44_100, ceilingDecibels: -1)
    let result = limited(loud, block: 512, &limiter)
    #expect(result.frames == loud.frames)
    #expect(result.peak <= limiter.ceiling * 1.000001)
    #expect(limiter.framesLimited > 0)
  }

  @Test(arguments: [1, 100, 20_000])
  func `blocks do not show`(_ size: Int) {
    var a = Limiter(rate: 44_100)
    var b = Limiter(rate: 44_100)
    let whole = limited(loud, block: 4096, &a)
    let cut = limited(loud, block: size, &b)
    #expect(whole.left == cut.left && whole.right == cut.right)
  }

  @Test func `what stays below the ceiling is not touched`() {
    var limiter = Limiter(rate: 44_100)
    var quiet = loud
    for i in 0..<quiet.frames {
      quiet.left[i] *= 0.1
      quiet.right[i] *= 0.1
    }
    let result = limited(quiet, block: 700, &limiter)
    #expect(result.left == quiet.left && result.right == quiet.right)
    #expect(limiter.framesLimited == 0)
  }

  @Test func `the level falls before a peak in a line and comes back`() {
    // A constant with one high sample: what comes out is the level itself.
    var sound = StereoBlock(frames: 44_100)
    for i in 0..<sound.frames { sound.left[i] = 0.125 }
    sound.right[10_000] = 3
    var limiter = Limiter(rate: 44_100)
    let level = limited(sound, block: 1000, &limiter).left.map { $0 * 8 }
    #expect(level[9_500] == 1)
    #expect(level[10_000] <= limiter.ceiling / 3)
    // 5 ms of a line: no step is larger than the fall over 220 frames.
    for i in 1..<level.count { #expect(abs(level[i] - level[i - 1]) < 1.0 / 200) }
    #expect(level[20_000] < 1 && level[20_000] > 0.85)
    #expect(level[43_000] > 0.999)
  }

  @Test func `a true peak between samples is seen`() {
    // Samples of ±0.95 at 45 degrees of a quarter of the rate: the wave goes to 1.34.
    var sound = StereoBlock(frames: 8000)
    for i in 0..<sound.frames {
      sound.left[i] = Float(1.34 * ExactMath.sin(Double.pi / 4 + Double(i) * Double.pi / 2))
    }
    var limiter = Limiter(rate: 44_100, ceilingDecibels: 0)
    let result = limited(sound, block: 1000, &limiter)
    let largest = result.left[3000..<5000].map { abs($0) }.max() ?? 0
    #expect(largest < 0.71 && largest > 0.68)
  }
}
