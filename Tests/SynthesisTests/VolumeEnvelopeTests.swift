import Synthesis
import Testing

@Suite struct VolumeEnvelopeTests {
  /// The level after each frame.
  private func levels(
    _ shape: VolumeEnvelope.Shape, rate: Int = 1000, frames: Int, release: Int? = nil
  ) -> [Double] {
    var envelope = VolumeEnvelope(shape, rate: rate)
    var found: [Double] = []
    while found.count < frames {
      if found.count == release { envelope.release(from: envelope.gain) }
      let limit = min(
        VolumeEnvelope.run, (release.map { $0 > found.count ? $0 : frames } ?? frames) - found.count
      )
      let before = envelope.gain
      let count = envelope.next(limit)
      for i in 1...count {
        found.append(before + (envelope.gain - before) * Double(i) / Double(count))
      }
    }
    return found
  }

  @Test func `delay, linear attack, hold, decay in decibels, sustain`() {
    var shape = VolumeEnvelope.Shape()
    shape.delaySeconds = 0.1
    shape.attackSeconds = 0.2
    shape.holdSeconds = 0.3
    shape.decaySeconds = 0.96
    shape.sustainDecibels = 48
    let found = levels(shape, frames: 1500)
    #expect(found[99] == 0)
    #expect(abs(found[199] - 0.5) < 1e-9)
    #expect(abs(found[299] - 1) < 1e-9)
    #expect(found[599] == 1)
    // 96 dB in 960 frames: 0.1 dB a frame, so 24 dB after 240 (within a straight line of 64 frames).
    #expect(abs(ExactMath.decibels(found[599 + 256]) + 25.6) < 0.01)
    #expect(abs(ExactMath.decibels(found[1400]) + 48) < 1e-6)
  }

  @Test(arguments: [8000, 44100, 192_000])
  func `the shortest of all has no step above 1/64 and lasts 2 ms`(rate: Int) {
    let found = levels(VolumeEnvelope.Shape(), rate: rate, frames: 4000, release: 2000)
    var worst = 0.0
    for i in 1..<found.count { worst = max(worst, abs(found[i] - found[i - 1])) }
    #expect(worst <= 1.0 / 64)
    let end = found.lastIndex { $0 > 0.001 } ?? 0
    #expect(end - 2000 >= rate / 500)
    #expect(found[3999] == 0)
  }

  @Test func `a release starts from the level here`() {
    var shape = VolumeEnvelope.Shape()
    shape.attackSeconds = 1
    shape.releaseSeconds = 0.96
    let found = levels(shape, frames: 2000, release: 300)
    #expect(abs(found[299] - 0.3) < 1e-9)
    #expect(found[300] < 0.3 && found[300] > 0.29)
    // 0.1 dB a frame from there; a ramp ends 72 + 4 · 64 frames later.
    #expect(abs(ExactMath.decibels(found[299 + 328] / found[299]) + 32.8) < 0.01)
  }
}
