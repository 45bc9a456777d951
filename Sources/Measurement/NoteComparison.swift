import Synthesis

/// A note that both recordings should hold: where it is, and what it is.
public struct ExpectedNote: Sendable, Hashable {
  /// The first frame, in the first recording's time.
  public var onFrame: Int
  /// The frame at which the key goes up.
  public var offFrame: Int
  /// 0…127.
  public var key: UInt8

  /// A note.
  public init(onFrame: Int, offFrame: Int, key: UInt8) {
    self.onFrame = onFrame
    self.offFrame = offFrame
    self.key = key
  }
}

/// How one note differs between two recordings; every difference is B less A.
public struct NoteComparison: Sendable, Hashable {
  /// The note.
  public var note: ExpectedNote
  /// Frames by which it begins later in B.
  public var onsetFrames: Double
  /// Decibels by which it is louder in B, over its first 100 ms.
  public var levelDB: Double
  /// Cents by which it is higher in B.
  public var pitchCents: Double
  /// The ratio of the spectral centroids of its partials, B to A.
  public var centroidRatio: Double
  /// Decibels by which B is louder in the 80 ms after its key goes up.
  public var releaseDB: Double
  /// Whether it sounds in A but not in B (20 dB down or more).
  public var isMissing: Bool
}

extension NoteComparison {
  /// Looks at the partials of each note (three, one semitone wide, as far as they lie below 0.45 of
  /// the rate) in both recordings, which must be aligned.
  ///
  /// The onset is where the partials' envelopes, sampled each millisecond from 60 ms before the note
  /// to 120 ms after it, agree best in their rises; level, pitch and centroid are of the first 100 ms
  /// after the onset in each recording. Partials that a note struck nearby shares may hide a difference.
  public static func all(
    _ notes: [ExpectedNote], _ a: [Float], _ b: [Float], rate: Int
  ) -> [NoteComparison] {
    notes.map { note in
      let step = max(1, rate / 1000)
      let before = 60 * step
      let length = 100 * step
      let f0 = 440 * ExactMath.exp2((Double(note.key) - 69) / 12)
      let partials = (1...3).map { f0 * Double($0) }.filter { $0 < 0.45 * Double(rate) }
      let start = note.onFrame - before
      let count = before + length + 20 * step
      let bandsA = partials.map {
        Band(a, from: start, count: count, hertz: $0, rate: rate, step: step)
      }
      let bandsB = partials.map {
        Band(b, from: start, count: count, hertz: $0, rate: rate, step: step)
      }
      let shift = onsetShift(bandsA, bandsB)
      let first = before / step
      let moved = first + Int((shift).rounded())
      // A key whose partials all lie beyond the band has none to measure.
      let spanA = first..<max(first, min(first + 100, bandsA.first?.count ?? 0))
      let spanB = max(0, moved)..<max(max(0, moved), min(moved + 100, bandsB.first?.count ?? 0))
      let powersA = bandsA.map { $0.power(spanA) }
      let powersB = bandsB.map { $0.power(spanB) }
      let totalA = powersA.reduce(0, +)
      let totalB = powersB.reduce(0, +)
      let level = 10 * (ExactMath.log10(max(totalB, 1e-18)) - ExactMath.log10(max(totalA, 1e-18)))
      let off = note.offFrame
      let tailA = tail(a, from: off, partials, rate: rate, step: step)
      let tailB = tail(b, from: off, partials, rate: rate, step: step)
      return NoteComparison(
        note: note, onsetFrames: shift * Double(step), levelDB: level,
        pitchCents: cents(bandsA, spanA, bandsB, spanB, powersA, rate: rate, step: step),
        centroidRatio: centroid(powersB) / centroid(powersA),
        releaseDB: 10 * (ExactMath.log10(max(tailB, 1e-18)) - ExactMath.log10(max(tailA, 1e-18))),
        isMissing: totalA > 1e-12 && level < -20)
    }
  }

  private static func tail(
    _ samples: [Float], from start: Int, _ partials: [Double], rate: Int, step: Int
  ) -> Double {
    partials.reduce(0) { sum, hertz in
      let band = Band(samples, from: start, count: 80 * step, hertz: hertz, rate: rate, step: step)
      return sum + band.power(0..<band.count)
    }
  }

  private static func centroid(_ powers: [Double]) -> Double {
    var (over, under) = (1e-18, 1e-18)
    for (i, power) in powers.enumerated() {
      over += Double(i + 1) * power.squareRoot()
      under += power.squareRoot()
    }
    return over / under
  }

  /// How many steps later B rises, to a fraction: the peak of the correlation of the rises.
  private static func onsetShift(_ a: [Band], _ b: [Band]) -> Double {
    let risesA = rises(a)
    let risesB = rises(b)
    let reach = 40
    guard risesA.count > 2 * reach, risesB.count == risesA.count else { return 0 }
    var scores = [Double](repeating: 0, count: 2 * reach + 1)
    for lag in -reach...reach {
      var sum = 0.0
      for i in max(0, -lag)..<min(risesA.count, risesA.count - lag) {
        sum += risesA[i] * risesB[i + lag]
      }
      scores[lag + reach] = sum
    }
    guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0 else {
      return 0
    }
    guard best > 0, best < 2 * reach else { return 0 }
    let (y0, y1, y2) = (scores[best - 1], scores[best], scores[best + 1])
    let curve = y0 - 2 * y1 + y2
    let rest = curve < 0 ? 0.5 * (y0 - y2) / curve : 0
    return Double(best - reach) + rest
  }

  /// The growth of the partials' common envelope from step to step, falls left out.
  private static func rises(_ bands: [Band]) -> [Double] {
    guard let count = bands.first?.count else { return [] }
    let envelope = (0..<count).map { step in
      bands.reduce(0) { $0 + $1.power(step..<step + 1) }.squareRoot()
    }
    return (2..<max(2, count)).map { max(0, envelope[$0] - envelope[$0 - 2]) }
  }

  /// The difference of the partials' frequencies, from how fast their phases turn.
  private static func cents(
    _ a: [Band], _ spanA: Range<Int>, _ b: [Band], _ spanB: Range<Int>, _ weights: [Double],
    rate: Int, step: Int
  ) -> Double {
    var (sum, total) = (0.0, 0.0)
    for (i, (bandA, bandB)) in zip(a, b).enumerated() {
      guard let fA = bandA.offset(spanA, rate: rate), let fB = bandB.offset(spanB, rate: rate)
      else { continue }
      let ratio = (bandA.hertz + fB) / (bandA.hertz + fA)
      guard ratio > 0.9, ratio < 1.1 else { continue }
      sum += weights[i] * 1200 * ExactMath.log2(ratio)
      total += weights[i]
    }
    return total > 0 ? sum / total : 0
  }
}

/// One partial: the sound turned down by its frequency and smoothed, a complex value each step.
struct Band {
  let hertz: Double
  private let step: Int
  private let real: [Float]
  private let imaginary: [Float]

  var count: Int { real.count }

  /// Sums over twelve steps (Hann) turn the partial's neighbourhood of ±170 Hz into its envelope.
  init(
    _ samples: [Float], from start: Int, count: Int, hertz: Double, rate: Int, step: Int
  ) {
    self.hertz = hertz
    self.step = step
    let steps = max(0, count / step)
    let turn = 6.283185307179586 * hertz / Double(rate)
    let c = (0..<step).map { Float(ExactMath.cos(turn * Double($0))) }
    let s = (0..<step).map { Float(-ExactMath.sin(turn * Double($0))) }
    var re = [Float](repeating: 0, count: steps)
    var im = re
    for k in 0..<steps {
      let at = start + k * step
      guard at >= 0, at + step <= samples.count else { continue }
      var (x, y): (Float, Float) = (0, 0)
      for i in 0..<step {
        x += samples[at + i] * c[i]
        y += samples[at + i] * s[i]
      }
      let angle = turn * Double(k * step)
      let (cosine, sine) = (Float(ExactMath.cos(angle)), Float(-ExactMath.sin(angle)))
      re[k] = (x * cosine - y * sine) / Float(step)
      im[k] = (x * sine + y * cosine) / Float(step)
    }
    real = Self.smoothed(re)
    imaginary = Self.smoothed(im)
  }

  private static let window: [Float] = (0..<12).map {
    Float((1 - ExactMath.cos(6.283185307179586 * (Double($0) + 0.5) / 12)) / 12)
  }

  private static func smoothed(_ values: [Float]) -> [Float] {
    values.indices.map { k in
      var sum: Float = 0
      for (i, weight) in window.enumerated() {
        let at = k + i - 6
        if at >= 0, at < values.count { sum += weight * values[at] }
      }
      return sum
    }
  }

  /// The mean power over some steps.
  func power(_ steps: Range<Int>) -> Double {
    var sum = 0.0
    for k in steps where k < count {
      sum += Double(real[k] * real[k] + imaginary[k] * imaginary[k])
    }
    return steps.isEmpty ? 0 : sum / Double(steps.count)
  }

  /// How many hertz above its nominal frequency the partial lies, by the mean turn from step to step.
  func offset(_ steps: Range<Int>, rate: Int) -> Double? {
    var (re, im) = (0.0, 0.0)
    for k in steps where k + 1 < min(count, steps.upperBound) {
      re += Double(real[k] * real[k + 1] + imaginary[k] * imaginary[k + 1])
      im += Double(real[k] * imaginary[k + 1] - imaginary[k] * real[k + 1])
    }
    guard re != 0 || im != 0 else { return nil }
    let angle = re > 0 ? arcTangent(im / re) : (im >= 0 ? 1 : -1) * 3.141592653589793 / 2
    return angle * Double(rate) / (6.283185307179586 * Double(step))
  }
}
