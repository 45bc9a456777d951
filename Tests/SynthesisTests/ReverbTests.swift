import Synthesis
import Testing

@Suite struct ReverbTests {
  /// What comes back of `send`, `seconds` long, in blocks of `block`.
  private func render(
    _ send: (Int) -> Float, rate: Int, seconds: Double, block: Int = 1000
  ) -> StereoBlock {
    var reverb = Reverb(rate: rate)
    var result = MemorySink()
    let frames = Int(Double(rate) * seconds)
    for start in stride(from: 0, to: frames, by: block) {
      let count = min(block, frames - start)
      var sent = StereoBlock(frames: count)
      for i in 0..<count { sent.left[i] = send(start + i) }
      sent.right = sent.left
      var wet = StereoBlock(frames: count)
      reverb.render(sent, into: &wet)
      result.write(wet)
    }
    return result.sound
  }

  private func energy(_ plane: ArraySlice<Float>) -> Double {
    plane.reduce(0) { $0 + Double($1) * Double($1) }
  }

  @Test func `nothing comes back before the room's first wall, and much soon after`() {
    let wet = render({ $0 == 0 ? 1 : 0 }, rate: 16_000, seconds: 0.2)
    // 11.7 ms before the lines, the shortest of which has 23.1.
    #expect(wet.left[..<550].allSatisfy { $0 == 0 })
    let echoes = wet.left[1600..<2400].count { $0 != 0 }
    #expect(echoes > 700)
  }

  @Test(arguments: [1, 37, 4000])
  func `blocks do not show`(_ block: Int) {
    let noise = HashNoise(seed: 1)
    func send(_ i: Int) -> Float {
      i < 500 ? Float(Int32(truncatingIfNeeded: noise[i])) * 0x1p-31 : 0
    }
    let a = render(send, rate: 8000, seconds: 0.5, block: 100)
    let b = render(send, rate: 8000, seconds: 0.5, block: block)
    #expect(a.left == b.left && a.right == b.right)
  }

  @Test func `it decays by 60 dB in its time, at any rate`() {
    // A burst of 200 Hz, whose decay is that of low frequencies.
    var levels: [Double] = []
    for rate in [8000, 24_000] {
      let wet = render(
        { i in
          let time = Double(i) / Double(rate)
          return time < 0.1 ? Float(ExactMath.sin(2 * Double.pi * 200 * time)) : 0
        }, rate: rate, seconds: 1.6)
      let early = energy(wet.left[(rate * 3 / 10)..<(rate * 5 / 10)])
      let late = energy(wet.left[(rate * 12 / 10)..<(rate * 14 / 10)])
      // 0.9 s of 1.8 are 30 dB; modes of the room beat.
      levels.append(10 * ExactMath.log10(early / late))
    }
    for level in levels { #expect(abs(level - 30) < 5) }
    #expect(abs(levels[0] - levels[1]) < 3)
  }

  @Test func `noise comes back 3 dB lower, different in each ear`() {
    let noise = HashNoise(seed: 2)
    let rate = 16_000
    let wet = render(
      { i in Float(Int32(truncatingIfNeeded: noise[i])) * 0x1p-31 }, rate: rate, seconds: 2.5)
    let part = (rate * 3 / 2)..<(rate * 5 / 2)
    let sent = Double(rate) / 3  // uniform between ±1
    let (left, right) = (energy(wet.left[part]), energy(wet.right[part]))
    #expect(abs(10 * ExactMath.log10(left / sent) + 3) < 2)
    #expect(abs(10 * ExactMath.log10(right / sent) + 3) < 2)
    let common = zip(wet.left[part], wet.right[part]).reduce(0.0) {
      $0 + Double($1.0) * Double($1.1)
    }
    #expect(abs(common) < 0.3 * (left * right).squareRoot())
  }

  @Test func `it falls silent, to exactly nothing`() {
    var reverb = Reverb(rate: 8000, decay: 0.3)
    var sent = StereoBlock(frames: 800)
    sent.left[0] = 1
    var wet = StereoBlock(frames: 800)
    let before = reverb.isSounding
    reverb.render(sent, into: &wet)
    let during = reverb.isSounding
    sent.clear(frames: 800)
    var blocks = 0
    while reverb.isSounding, blocks < 100 {
      wet.clear(frames: 800)
      reverb.render(sent, into: &wet)
      #expect(!wet.left.contains { $0 != 0 && abs($0) < 1e-30 })
      blocks += 1
    }
    #expect(!before && during)
    // 300 dB at 200 dB a second, and a quarter of a second.
    #expect(blocks > 10 && blocks < 40)
  }
}
