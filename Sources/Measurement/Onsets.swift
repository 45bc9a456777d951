import Synthesis

/// The places where a sound rises: where a note begins, found without a score.
///
/// The level of stretches of 5 ms, high-passed by differences so that a low note's swing is no rise; an
/// onset is a rise of 6 dB over the 15 ms before, above −60 dB re the loudest, none within 40 ms before.
public struct Onsets: Sendable {
  /// The onsets' frames, rising.
  public let frames: [Int]
  private let rate: Int

  /// The onsets of a sound by the powers of its steps, in order; `mono` gives stretches of the mean of its channels.
  init(_ powers: [Double], rate: Int, mono: (Range<Int>) -> [Float]) {
    let step = Self.step(rate: rate)
    let floor = (powers.max() ?? 0) * 1e-6
    var found: [Int] = []
    for k in powers.indices where powers[k] > floor {
      var before = 0.0
      for i in max(0, k - 3)..<k where powers[i] > before { before = powers[i] }
      guard powers[k] > 4 * max(before, floor * 0.25) else { continue }
      let start = k * step
      let at = start + Self.refined(mono(start..<start + 2 * step))
      if let last = found.last, at - last < rate / 25 { continue }
      found.append(at)
    }
    frames = found
    self.rate = rate
  }

  /// The frames of a step.
  private static func step(rate: Int) -> Int { max(1, rate / 200) }

  /// The mean squares of differences in the steps that begin in a range; `samples` are the sound from the frame
  /// `first` on, of all `frames`.
  static func powers(
    _ samples: [Float], of range: Range<Int>, first: Int, frames: Int, rate: Int
  ) -> [Double] {
    let step = step(rate: rate)
    var powers: [Double] = []
    powers.reserveCapacity(range.count / step + 1)
    var start = 1 + (max(0, range.lowerBound - 1) + step - 1) / step * step
    while start < range.upperBound, start + step <= frames {
      powers.append(power(samples, from: start - first, count: step) / Double(step))
      start += step
    }
    return powers
  }

  /// Four sums side by side.
  private static func power(_ samples: [Float], from start: Int, count: Int) -> Double {
    let x = samples.span
    var (s0, s1, s2, s3): (Float, Float, Float, Float) = (0, 0, 0, 0)
    var i = start
    let end = start + count
    while i &+ 4 <= end {
      let (a, b) = (x[i] - x[i &- 1], x[i &+ 1] - x[i])
      let (c, d) = (x[i &+ 2] - x[i &+ 1], x[i &+ 3] - x[i &+ 2])
      s0 += a * a
      s1 += b * b
      s2 += c * c
      s3 += d * d
      i &+= 4
    }
    while i < end {
      s0 += (x[i] - x[i &- 1]) * (x[i] - x[i &- 1])
      i &+= 1
    }
    return Double((s0 + s1) + (s2 + s3))
  }

  /// The index of the first sample that exceeds a quarter of the largest.
  private static func refined(_ samples: [Float]) -> Int {
    var peak: Float = 0
    for sample in samples where abs(sample) > peak { peak = abs(sample) }
    return samples.firstIndex { abs($0) > peak / 4 } ?? 0
  }

  /// The largest distance of two onsets that belong together (the nearest within a limit); nil where
  /// there are none.
  ///
  /// Where both sounds hold the same wave around an onset of A, up to a lag of a frame, the distance is that lag, not
  /// that of two thresholds. Where hardly any waves agree, those thresholds are in doubt by a step: another
  /// synthesizer's begin of a note may cross them sooner or later in it.
  static func deviation(
    _ a: Onsets, _ b: Onsets, of pair: AlignedPair, withinFrames limit: Int, jobs: Int
  ) -> (frames: Double?, doubt: Double) {
    var largest: Double?
    var j = 0
    let lags = a.waveLags(of: pair, width: limit, jobs: jobs)
    for (frame, lag) in zip(a.frames, lags) {
      var distance = lag
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
    let isSameVoice = lags.count { $0 != nil } * 2 > lags.count
    return (largest, isSameVoice || largest == nil ? 0 : Double(step(rate: a.rate)))
  }

  /// How much later the wave of B is around each onset, within a frame; nil where it is another wave.
  private func waveLags(of pair: AlignedPair, width: Int, jobs: Int) -> [Double?] {
    // So many that a thread is not asked for each of them.
    let group = 32
    return inOrder((frames.count + group - 1) / group, jobs: jobs) { index in
      frames[index * group..<min((index + 1) * group, frames.count)].map { frame in
        let from = max(0, frame - width)
        let count = min(pair.frames, frame + width) - from
        return Self.waveLag(
          pair.a.piece(from: from, count: count).mono, pair.second(from: from, count: count).mono)
      }
    }.flatMap { $0 }
  }

  /// b(t) ≈ g · (a(t) − τ · a′(t)), solved for g and g·τ by least squares.
  private static func waveLag(_ a: [Float], _ b: [Float]) -> Double? {
    guard a.count > 10 else { return nil }
    let range = 1..<a.count - 1
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
