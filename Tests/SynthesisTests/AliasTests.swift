import Testing

@testable import Synthesis

/// A sine swept over the band in steps, read faster and slower than it was recorded: what must not be heard, measured against
/// what the kernel's own frequency response lets through.
///
/// A kernel h(t), t in samples, answers at f cycles a sample with H(f) = Σ over phases p and taps k of
/// h(k − p)·e^(−2πif(k − p)), the mean over the phases. A tone f leaves images at |n ± f|, each weighed by
/// H(n ± f); read at ratio r they lie at |n ± f|·r, folded at 1. So the level of an image over the tone is
/// H(1 − f) / H(f), which is what the sweep has to show.
@Suite struct AliasTests {
  /// A kernel's response at `f` cycles a sample, from its rows of weights.
  private func response(_ rows: [SIMD4<Float>], taps: Int, _ f: Double) -> Double {
    let vectors = taps / 4
    var (re, im) = (0.0, 0.0)
    for phase in 0..<Weights.phases {
      for tap in 0..<taps {
        let weight = Double(rows[phase * vectors + tap / 4][tap % 4])
        let t = Double(tap - (taps / 2 - 1)) - Double(phase) / Double(Weights.phases)
        re += weight * ExactMath.cos(2 * Double.pi * f * t)
        im -= weight * ExactMath.sin(2 * Double.pi * f * t)
      }
    }
    return (re * re + im * im).squareRoot() / Double(Weights.phases)
  }

  /// The amplitude of a tone of `f` cycles a frame under a Blackman window.
  private func amplitude(_ sound: ArraySlice<Float>, _ f: Double) -> Double {
    var (re, im, sum) = (0.0, 0.0, 0.0)
    for (i, x) in sound.enumerated() {
      let t = 2 * Double.pi * (Double(i) + 0.5) / Double(sound.count)
      let w = 0.42 - 0.5 * ExactMath.cos(t) + 0.08 * ExactMath.cos(2 * t)
      re += w * Double(x) * ExactMath.cos(2 * Double.pi * f * Double(i))
      im += w * Double(x) * ExactMath.sin(2 * Double.pi * f * Double(i))
      sum += w
    }
    return 2 * (re * re + im * im).squareRoot() / sum
  }

  /// A tone of `f` cycles a sample, read at `ratio`.
  private func read(_ f: Double, ratio: Double, _ interpolation: Interpolation) -> ArraySlice<Float>
  {
    let frames = Int(2200 * ratio) + 100
    let tape = Tape((0..<frames).map { Float(ExactMath.sin(2 * Double.pi * f * Double($0))) })
    var playhead = Playhead(frame: 32, ratio: ratio)
    var row = [Float](repeating: 0, count: 2048)
    playhead.read(tape, interpolation, into: &row, from: 0, count: row.count)
    return row[...]
  }

  /// A straight line between samples is the kernel of a triangle: H(f) = (sin πf / πf)², so that an image lies
  /// (f / (1 − f))² over its tone.
  @Test(arguments: [0.05, 0.1, 0.2, 0.3, 0.4, 0.45])
  func `a line's images are as loud as its response says`(_ f: Double) {
    let ratio = 0.5123
    let heard = read(f, ratio: ratio, .linear)
    let image = amplitude(heard, (1 - f) * ratio) / amplitude(heard, f * ratio)
    let expected = (f / (1 - f)) * (f / (1 - f))
    #expect(abs(image - expected) < 1e-4 + 0.02 * expected)
    #expect((f <= 0.05) == (ExactMath.decibels(image) < -48))
  }

  @Test(arguments: [0.05, 0.1, 0.2, 0.3, 0.4, 0.45])
  func `the cubic's images are as loud as its response says`(_ f: Double) {
    let ratio = 0.5123
    let heard = read(f, ratio: ratio, .cubic)
    let image = amplitude(heard, (1 - f) * ratio) / amplitude(heard, f * ratio)
    let expected = response(Weights.cubic, taps: 4, 1 - f) / response(Weights.cubic, taps: 4, f)
    // What lies 80 dB down drowns in the steps between 256 phases.
    #expect(abs(image - expected) < 1e-4 + 0.02 * expected)
    #expect((f <= 0.1) == (ExactMath.decibels(image) < -48))
  }

  @Test(arguments: [0.05, 0.1, 0.2, 0.3, 0.4])
  func `the sinc's images lie 90 dB down below 0.8 of the band`(_ f: Double) {
    let ratio = 0.5123
    let heard = read(f, ratio: ratio, .sinc)
    let tone = amplitude(heard, f * ratio)
    let table = Weights.sinc(step: UInt64(ratio * 0x1p32))
    #expect(abs(ExactMath.decibels(tone / response(table, taps: 32, f))) < 0.01)
    #expect(ExactMath.decibels(amplitude(heard, (1 - f) * ratio) / tone) < -90)
    #expect(ExactMath.decibels(response(table, taps: 32, 1 - f)) < -90)
  }

  /// An octave and a half up: what lies above the new band's end has to be gone.
  @Test(arguments: [0.02, 0.08, 0.13, 0.25, 0.3, 0.35, 0.4, 0.45])
  func `read faster, what would fold is gone`(_ f: Double) {
    let ratio = 2.8284
    let heard = read(f, ratio: ratio, .sinc)
    let folded = abs(f * ratio - (f * ratio).rounded())
    let table = Weights.sinc(step: UInt64(ratio * 0x1p32))
    let expected = response(table, taps: 32, f)
    let level = amplitude(heard, folded)
    #expect(abs(level - expected) < 1e-4 + 0.02 * expected)
    // 32 samples at a band narrowed 2.8 times: the edge is 0.16, the transition 0.18 wide.
    if f * ratio < 0.4 { #expect(ExactMath.decibels(level) > -3.1) }
    if f >= 0.25 { #expect(ExactMath.decibels(level) < -85) }
    // The cubic does not narrow its band: there it folds nearly whole.
    if f == 0.3 {
      #expect(ExactMath.decibels(amplitude(read(f, ratio: ratio, .cubic), folded)) > -6)
    }
  }
}
