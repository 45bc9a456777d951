import Synthesis

/// Reads a sound between its samples, by a windowed sinc of 64 taps (Kaiser, β = 9, below −90 dB up to
/// 0.85 of the Nyquist frequency).
public struct FractionalDelay: Sendable {
  private let shift: Int
  /// A single one where the delay is of whole frames, else a multiple of eight.
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
    read(samples, from: 0, count: count)
  }

  /// `count` of the moved samples from the one of the index `start` on.
  public func read(_ samples: [Float], from start: Int, count: Int) -> [Float] {
    if taps.count == 1 { return samples.piece(from: start + shift, count: count) }
    let source = samples.piece(from: start + shift - 31, count: count + 63)
    var out = [Float](repeating: 0, count: count)
    Self.convolve(source, taps, into: &out)
    return out
  }

  /// Eight taps at once, over stretches that stay in the first cache.
  private static func convolve(_ source: [Float], _ taps: [Float], into out: inout [Float]) {
    let (x, w) = (source.span, taps.span)
    var y = out.mutableSpan
    var start = 0
    while start < y.count {
      let end = min(start + 1024, y.count)
      var k = 0
      while k < w.count {
        let (w0, w1, w2, w3) = (w[k], w[k + 1], w[k + 2], w[k + 3])
        let (w4, w5, w6, w7) = (w[k + 4], w[k + 5], w[k + 6], w[k + 7])
        for i in start..<end {
          let at = i &+ k
          let near = w0 * x[at] + w1 * x[at &+ 1] + w2 * x[at &+ 2] + w3 * x[at &+ 3]
          let far = w4 * x[at &+ 4] + w5 * x[at &+ 5] + w6 * x[at &+ 6] + w7 * x[at &+ 7]
          y[i] += near + far
        }
        k += 8
      }
      start = end
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
