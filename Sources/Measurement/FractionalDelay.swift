import Synthesis

/// Reads a sound between its samples, by a windowed sinc of 64 taps (Kaiser, β = 9, below −90 dB up to
/// 0.85 of the Nyquist frequency).
public struct FractionalDelay: Sendable {
  private let shift: Int
  private let taps: [Float]

  /// A reader that answers sample i + `frames` of what it reads.
  public init(frames: Double) {
    let whole = frames.rounded(.down)
    shift = Int(whole)
    let rest = frames - whole
    if rest < 1e-6 {
      taps = [1]
    } else {
      taps = (0..<64).map { k in
        let x = Double(k - 31) - rest
        let sinc =
          abs(x) < 1e-12 ? 1 : ExactMath.sin(3.141592653589793 * x) / (3.141592653589793 * x)
        let t = x / 32
        let window =
          t * t < 1 ? besselI0(9 * (1 - t * t).squareRoot()) / besselI0(9) : 0
        return Float(sinc * window)
      }
    }
  }

  /// `count` samples of `samples` moved so that sample 0 of the answer is sample `frames` of the input.
  public func read(_ samples: [Float], count: Int) -> [Float] {
    if taps.count == 1, shift == 0, count == samples.count { return samples }
    if taps.count == 1 { return Alignment.piece(samples, from: shift, count: count) }
    let source = Alignment.piece(samples, from: shift - 31, count: count + 63)
    var out = [Float](repeating: 0, count: count)
    Self.convolve(source, taps, into: &out)
    return out
  }

  private static func convolve(_ source: [Float], _ taps: [Float], into out: inout [Float]) {
    let from = source.span
    var to = out.mutableSpan
    for k in taps.indices {
      let tap = taps[k]
      for i in 0..<to.count { to[i] += tap * from[i + k] }
    }
  }
}

/// The modified Bessel function of order 0, by its power series.
func besselI0(_ x: Double) -> Double {
  var (sum, term, k) = (1.0, 1.0, 1.0)
  while term > 1e-17 * sum {
    term *= (x / (2 * k)) * (x / (2 * k))
    sum += term
    k += 1
  }
  return sum
}
