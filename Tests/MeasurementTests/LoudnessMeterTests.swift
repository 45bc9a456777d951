import Measurement
import Synthesis
import Testing

@Suite struct LoudnessMeterTests {
  private func sine(_ hertz: Double, decibels: Double, rate: Int, seconds: Double) -> StereoBlock {
    var block = StereoBlock(frames: Int(Double(rate) * seconds))
    let gain = ExactMath.gain(decibels: decibels)
    for i in 0..<block.frames {
      let phase = 2 * Double.pi * hertz * Double(i) / Double(rate)
      block.left[i] = Float(gain * ExactMath.sin(phase))
    }
    block.right = block.left
    return block
  }

  /// EBU Tech 3341, case 1: a stereo sine of 1000 Hz at −23 dBFS has −23 LUFS, ±0.1.
  @Test(arguments: [44_100, 48_000, 96_000])
  func `a stereo sine of 1 kHz is as loud as its peak`(_ rate: Int) throws {
    var meter = LoudnessMeter(rate: rate)
    meter.write(sine(1000, decibels: -23, rate: rate, seconds: 3))
    let measured = meter.loudness
    let loudness = try #require(measured)
    #expect(abs(loudness + 23) < 0.1)
  }

  @Test func `one channel is half as loud as two that are equal`() throws {
    var meter = LoudnessMeter(rate: 48_000, channels: 1)
    meter.write(sine(1000, decibels: -23, rate: 48_000, seconds: 1))
    let measured = meter.loudness
    let loudness = try #require(measured)
    #expect(abs(loudness + 26.01) < 0.1)
  }

  @Test func `a peak between samples is found`() {
    // A quarter of the rate at 45 degrees: samples ±0.707, peaks 1 (EBU Tech 3341, case 15 and after).
    var block = StereoBlock(frames: 4800)
    for i in 0..<4800 {
      block.left[i] = Float(ExactMath.sin(Double.pi / 4 + Double(i) * Double.pi / 2))
    }
    var meter = LoudnessMeter(rate: 48_000)
    meter.write(block)
    var samples = LoudnessMeter(rate: 48_000, truePeak: false)
    samples.write(block)
    let (truePeak, samplePeak) = (meter.truePeak, samples.truePeak)
    #expect(abs(ExactMath.decibels(truePeak)) < 0.4)
    #expect(abs(ExactMath.decibels(samplePeak) + 3.01) < 0.01)
  }

  @Test func `silence has no loudness`() {
    var meter = LoudnessMeter(rate: 48_000)
    meter.write(StereoBlock(frames: 48_000))
    let (loudness, peak) = (meter.loudness, meter.truePeak)
    #expect(loudness == nil && peak == 0)
  }
}
