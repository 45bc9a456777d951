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
    var powers: [Double] = []
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
  public static func deviation(_ a: Onsets, _ b: Onsets, withinFrames limit: Int) -> Double? {
    var largest: Int?
    var j = 0
    for frame in a.frames {
      while j + 1 < b.frames.count, abs(b.frames[j + 1] - frame) <= abs(b.frames[j] - frame) {
        j += 1
      }
      guard j < b.frames.count else { break }
      let distance = abs(b.frames[j] - frame)
      if distance <= limit { largest = max(largest ?? 0, distance) }
    }
    return largest.map(Double.init)
  }
}
