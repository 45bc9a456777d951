import Synthesis

/// The places where a sound rises: where a note begins, found without a score.
///
/// The level of stretches of 5 ms, high-passed by differences so that a low note's swing is no rise; an
/// onset is a rise of 6 dB over the 15 ms before, above −60 dB re the loudest, none within 40 ms before.
public struct Onsets: Sendable {
  /// The onsets' frames, rising.
  public let frames: [Int]

  /// The onsets of a channel.
  public init(_ samples: [Float], rate: Int) {
    let step = max(1, rate / 200)
    let powers = Self.powers(samples, step: step)
    let floor = (powers.max() ?? 0) * 1e-6
    var found: [Int] = []
    for k in powers.indices where powers[k] > floor {
      let before = powers[max(0, k - 3)..<k].max() ?? 0
      guard powers[k] > 4 * max(before, floor * 0.25) else { continue }
      let at = Self.refined(samples, around: k * step, step: step)
      if let last = found.last, at - last < rate / 25 { continue }
      found.append(at)
    }
    frames = found
  }

  /// The mean square of differences in stretches of `step`.
  private static func powers(_ samples: [Float], step: Int) -> [Double] {
    var powers: [Double] = []
    powers.reserveCapacity(samples.count / step)
    var start = 1
    while start + step <= samples.count {
      var sum: Float = 0
      for i in start..<start + step {
        let difference = samples[i] - samples[i - 1]
        sum += difference * difference
      }
      powers.append(Double(sum) / Double(step))
      start += step
    }
    return powers
  }

  /// The first sample in the stretch that exceeds a quarter of the stretch's own peak.
  private static func refined(_ samples: [Float], around start: Int, step: Int) -> Int {
    let range = max(0, start)..<min(samples.count, start + 2 * step)
    var peak: Float = 0
    for i in range where abs(samples[i]) > peak { peak = abs(samples[i]) }
    for i in range where abs(samples[i]) > peak / 4 { return i }
    return start
  }

  /// The largest distance of two onsets that belong together (the nearest within a limit); nil where
  /// there are none.
  ///
  /// Where both sounds hold the same wave around an onset of A, up to a lag of a frame, the distance is that lag, not
  /// that of two thresholds.
  public static func deviation(
    _ a: Onsets, of soundA: [Float], _ b: Onsets, of soundB: [Float], withinFrames limit: Int
  ) -> Double? {
    var largest: Double?
    var j = 0
    for frame in a.frames {
      var distance = waveLag(soundA, soundB, around: frame, width: limit)
      if distance == nil {
        while j + 1 < b.frames.count, abs(b.frames[j + 1] - frame) <= abs(b.frames[j] - frame) {
          j += 1
        }
        guard j < b.frames.count else { break }
        let whole = abs(b.frames[j] - frame)
        if whole <= limit { distance = Double(whole) }
      }
      if let distance { largest = max(largest ?? 0, abs(distance)) }
    }
    return largest
  }

  /// How much later the wave of B is, within a frame; nil where it is another wave.
  ///
  /// b(t) ≈ g · (a(t) − τ · a′(t)), solved for g and g·τ by least squares.
  private static func waveLag(
    _ a: [Float], _ b: [Float], around frame: Int, width: Int
  ) -> Double? {
    let range = max(1, frame - width)..<min(min(a.count, b.count) - 1, frame + width)
    guard range.count > 8 else { return nil }
    var (aa, dd, ad, ab, db, bb) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for i in range {
      let (x, y) = (Double(a[i]), Double(b[i]))
      let slope = Double(a[i + 1] - a[i - 1]) / 2
      aa += x * x
      dd += slope * slope
      ad += x * slope
      ab += x * y
      db += slope * y
      bb += y * y
    }
    let determinant = aa * dd - ad * ad
    guard determinant > 1e-12 * aa * dd, bb > 0 else { return nil }
    let gain = (ab * dd - db * ad) / determinant
    let shifted = (db * aa - ab * ad) / determinant
    // What both explain of B: 17 dB must be the least.
    let rest = bb - gain * ab - shifted * db
    guard gain != 0, rest < 0.02 * bb else { return nil }
    let lag = -shifted / gain
    return abs(lag) < 1 ? lag : nil
  }
}
