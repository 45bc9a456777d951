import Synthesis
import Testing

@Suite struct QuantiserTests {
  /// The integers that a plane becomes in 16 bits.
  private func integers(_ plane: [Float], _ dither: Dither, seed: UInt64 = 0) -> [Double] {
    var quantiser = Quantiser(bits: 16, dither: dither, seed: seed)
    var block = StereoBlock(frames: 0)
    block.left = plane
    block.right = plane
    var samples: [Int32] = []
    quantiser.quantise(block, channels: 1, into: &samples)
    return samples.map { Double($0 >> 16) }
  }

  /// |X(f)|² / N of a bin: the mean power of white noise, N/4 · amplitude² of a sine.
  private func power(_ x: [Double], bin: Int) -> Double {
    let angle = 2 * Double.pi * Double(bin) / Double(x.count)
    var (re, im) = (0.0, 0.0)
    for (i, value) in x.enumerated() {
      // The remainder keeps the angle small and exact.
      let phase = angle * Double(i * 1 % x.count)
      re += value * ExactMath.cos(phase)
      im += value * ExactMath.sin(phase)
    }
    return (re * re + im * im) / Double(x.count)
  }

  /// A sine of −90 dBFS, 1.04 steps high, in bin 371 of 8192.
  private static let faint: [Float] = (0..<8192).map {
    let phase = 2 * Double.pi * Double(371 * $0 % 8192) / 8192
    return Float(ExactMath.gain(decibels: -90) * ExactMath.sin(phase + 0.3))
  }

  @Test func `without dither a faint sine is distorted`() {
    let x = integers(Self.faint, .none)
    // Steps at the angle where the sine is half a step: of 4/5π · cos(5 · 28.9°) the fifth harmonic.
    let fifth = power(x, bin: 5 * 371)
    #expect(fifth > 30)
  }

  @Test func `with dither no harmonic of a faint sine stands out of the noise`() {
    let x = integers(Self.faint, .tpdf)
    // The error has a power of 1/12 for rounding and 2/12 for the noise; of 10 bins one is as strong as
    // 8 times the mean with a chance of 1 in 300, and the seed is fixed.
    for harmonic in 2...11 {
      let found = power(x, bin: harmonic * 371 % 8192)
      #expect(found < 8 * 0.25, "harmonic \(harmonic)")
    }
    let tone = power(x, bin: 371)
    let amplitude = (4 * tone / 8192).squareRoot()
    #expect(abs(amplitude - 1.036) < 0.03)
  }

  @Test func `shaped dither has less noise where ears hear best, and no harmonics there`() {
    let shaped = integers(Self.faint, .shaped)
    let flat = integers(Self.faint, .tpdf)
    // 3 to 4.5 kHz: bins 557 to 836, without the second harmonic (742).
    let bins = stride(from: 560, to: 830, by: 9).filter { $0 != 742 }
    let below = bins.reduce(0) { $0 + power(shaped, bin: $1) }
    let above = bins.reduce(0) { $0 + power(flat, bin: $1) }
    #expect(10 * ExactMath.log10(below / above) < -9)
    #expect(power(shaped, bin: 742) < 8 * below / Double(bins.count))
    // What is taken there comes back above 18 kHz, where few hear it.
    let top = stride(from: 3400, to: 4000, by: 30)
    let moved = top.reduce(0) { $0 + power(shaped, bin: $1) }
    #expect(moved > 4 * top.reduce(0) { $0 + power(flat, bin: $1) }, "\(moved)")
  }

  @Test(arguments: [Dither.tpdf, .shaped])
  func `the mean of a constant between two steps is kept`(_ dither: Dither) {
    for part in [0.1, 0.37, 0.5, 0.8] {
      let x = integers([Float](repeating: Float(part / 32768), count: 16_384), dither)
      let mean = x.reduce(0, +) / 16_384
      #expect(abs(mean - part) < 0.015)
    }
  }

  @Test(arguments: Dither.allCases)
  func `silence stays silent, each channel by itself`(_ dither: Dither) {
    var quantiser = Quantiser(bits: 16, dither: dither)
    var block = StereoBlock(frames: 1000)
    for i in 0..<500 { block.left[i] = 0.001 }
    var samples: [Int32] = []
    quantiser.quantise(block, channels: 2, into: &samples)
    #expect((0..<1000).allSatisfy { samples[2 * $0 + 1] == 0 })
    #expect((500..<1000).allSatisfy { samples[2 * $0] == 0 })
  }

  @Test func `seeds and channels have noise of their own`() {
    let plane = [Float](repeating: 0.3, count: 2000)
    #expect(integers(plane, .tpdf, seed: 1) != integers(plane, .tpdf, seed: 2))
    var quantiser = Quantiser(bits: 16, dither: .tpdf)
    var block = StereoBlock(frames: 0)
    block.left = plane
    block.right = plane
    var samples: [Int32] = []
    quantiser.quantise(block, channels: 2, into: &samples)
    #expect((0..<2000).contains { samples[2 * $0] != samples[2 * $0 + 1] })
  }

  @Test func `rounding is to the nearest, clipping is counted, a NaN is silence`() {
    var quantiser = Quantiser(bits: 16, dither: .none)
    var block = StereoBlock(frames: 0)
    block.left = [124.964111, 124.5, -124.5, 32767.4, 32767.5, -32768.4, -32769].map { $0 / 32768 }
    block.left.append(.nan)
    block.right = block.left
    var samples: [Int32] = []
    quantiser.quantise(block, channels: 1, into: &samples)
    #expect(samples.map { $0 >> 16 } == [125, 124, -124, 32767, 32767, -32768, -32768, 0])
    #expect(quantiser.clipped == 3)
  }

  @Test func `shaped dither recovers from clipping`() {
    var sound = [Float](repeating: 1.5, count: 500)
    sound += [Float](repeating: 0.25, count: 500)
    let x = integers(sound, .shaped)
    #expect(x[..<500].allSatisfy { $0 == 32767 })
    #expect(x[520...].allSatisfy { abs($0 - 8192) < 30 })
  }
}
