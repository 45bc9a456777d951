import Synthesis

/// Listens to one note in two recordings, partial by partial.
struct NoteListener {
  private let note: ExpectedNote
  private let place: Int
  private let company: NoteCompany
  private let search: PartialSearch
  private let rate: Int
  /// Frames from one value of an envelope to the next.
  private let step: Int
  /// Values that an envelope's window spans.
  private let width: Int
  /// The value at the note's onset.
  private let onset: Int
  /// How far an onset is looked for.
  private let reach = 30
  private let f0: Double

  init(
    _ note: ExpectedNote, at place: Int, among company: NoteCompany, search: PartialSearch,
    rate: Int
  ) {
    self.note = note
    self.search = search
    self.place = place
    self.company = company
    self.rate = rate
    step = max(1, rate / PartialEnvelope.stepsPerSecond)
    f0 = note.hertz
    // Four periods part a note's own partials; high notes may move farther, and need wider bands.
    let seconds = max(f0 < 500 ? 0.06 : 0.03, min(0.15, 4 / f0))
    width = Int(seconds * Double(PartialEnvelope.stepsPerSecond)) | 1
    onset = reach + 2 * (width / 2 + 2) + 10
  }

  /// The values that an event shows in, before and after its own.
  private var half: Int { width / 2 + 2 }
  private var before: Range<Int> { onset - half - 10..<onset - half }
  private var after: Range<Int> { onset + half..<onset + half + 50 }
  private var count: Int { after.upperBound + reach + half }
  private var stepSeconds: Double { Double(step) / Double(rate) }

  /// One partial in both recordings.
  private struct Pair {
    let number: Int
    let hertz: Double
    let a: PartialEnvelope
    let b: PartialEnvelope
    /// The power of what sounded there before, the more of both, and of what they do not share of it, re A.
    var old = 0.0
    var unlike = 0.0
  }

  func compare(_ a: [Float], _ b: [Float], gain: Double) -> NoteComparison {
    var result = NoteComparison(note: note, isMissing: false)
    let start = note.onFrame - (onset + 2) * step
    let sounds = (piece(a, from: start), piece(b, from: start))
    let numbers = (1...20).filter { f0 * Double($0) < 0.42 * Double(rate) }
    // Where its lowest partials come out of silence they are the note.
    let low = numbers.filter { $0 <= 8 }.map { f0 * Double($0) }.enumerated()
      .filter { isForItself($0.element) }.prefix(5).map { pair($0.offset + 1, $0.element, sounds) }
    let clear = judged(low, gain: gain).filter {
      min($0.old, $0.unlike) < 4e-4 * $0.a.power(after)
        && $0.a.power(before) < 0.0025 * $0.a.power(after)
    }
    let found = clear.isEmpty ? search.partials(numbers, of: f0, from: note.onFrame, in: a) : []
    let own = found.filter { isForItself($0.hertz) }.prefix(5)
    let pairs = clear.isEmpty ? own.map { pair($0.number, $0.hertz, sounds) } : clear
    let loudest = pairs.map { $0.a.power(after) }.max() ?? 0
    let useful = clear.isEmpty ? judged(pairs, gain: gain) : clear
    if useful.isEmpty {
      result.reason =
        numbers.isEmpty
        ? "its partials lie beyond the band"
        : own.isEmpty && !found.isEmpty
          ? "other notes share its partials"
          : loudest < 1e-10 ? "it is not heard in the first" : "its partials sounded before it"
      let lowest = numbers.prefix(6).map { pair($0, f0 * Double($0), sounds) }
      compareCompany(sounds, lowest, gain: gain, &result)
    } else {
      // 27 dB: those that hardly anything disturbs, if there are some.
      let quiet = useful.filter { $0.old < 0.002 * $0.a.power(after) }
      compare(clear.isEmpty && !quiet.isEmpty ? quiet : useful, gain: gain, &result)
      if !result.isMissing, result.onsetFrames != nil {
        compareRelease(a, b, useful.map(\.hertz), gain: gain, &result)
      }
    }
    return result
  }

  private func piece(_ samples: [Float], from start: Int) -> [Float] {
    samples.piece(from: start, count: (count + 4) * step)
  }

  private func pair(_ number: Int, _ hertz: Double, _ sounds: ([Float], [Float])) -> Pair {
    Pair(number: number, hertz: hertz, a: envelope(sounds.0, hertz), b: envelope(sounds.1, hertz))
  }

  private func envelope(_ samples: [Float], _ hertz: Double) -> PartialEnvelope {
    PartialEnvelope(samples, count: count, hertz: hertz, rate: rate, step: step, width: width)
  }

  /// The frequencies that a partial's envelope hears.
  private func band(_ hertz: Double) -> ClosedRange<Double> {
    let reach = 2 / (Double(width) * stepSeconds) + 0.008 * hertz
    return hertz - reach...hertz + reach
  }

  /// Whether no note struck within what is listened to has a partial there.
  private func isForItself(_ hertz: Double) -> Bool {
    let from = note.onFrame - onset * step
    return !company.strikes(band(hertz), in: from..<from + count * step, besides: place)
  }

  /// Those pairs that can be judged.
  private func judged(_ pairs: [Pair], gain: Double) -> [Pair] {
    let loudest = pairs.map { $0.a.power(after) }.max() ?? 0
    return pairs.compactMap { judged($0, loudest: loudest, gain: gain) }
  }

  /// The pair with what sounded there before; nil where it is not heard in A, or not in the middle of the band, or where
  /// what sounded before is more than a hundredth of it.
  private func judged(_ pair: Pair, loudest: Double, gain: Double) -> Pair? {
    let heard = pair.a.power(after)
    var judged = pair
    judged.old = max(pair.a.power(before), pair.b.power(before) / (gain * gain))
    judged.unlike = pair.b.less(pair.a, times: Float(gain)).power(before) / (gain * gain)
    guard heard > max(1e-10, 1e-5 * loudest), judged.old < 0.01 * heard,
      let offset = pair.a.offset(after, stepSeconds: stepSeconds), loss(offset) != nil
    else { return nil }
    return judged
  }

  /// The power, re that of a partial in A, with which what sounded before disturbs its comparison.
  ///
  /// What both share disturbs only as far as it meets the note at another phase: where the note is late.
  private func disturbance(_ pair: Pair, seconds: Double) -> Double {
    let turn = 6.283185307179586 * pair.hertz * seconds
    return max(pair.unlike, pair.old * min(1, turn * turn)) / pair.a.power(after)
  }

  private func compare(_ pairs: [Pair], gain: Double, _ result: inout NoteComparison) {
    let total = pairs.reduce(0) { $0 + $1.a.power(after) }
    let other = pairs.reduce(0) { $0 + $1.b.power(after) }
    // What sounded before may still be there.
    let old = pairs.reduce(0) { $0 + $1.old }
    if other < (0.01 * total + 2 * old) * gain * gain {
      result.isMissing = true
      result.levelDB = decibels(other, re: total)
      return
    }
    guard let shift = OnsetShift.steps(pairs.map(\.a), pairs.map(\.b), reach: reach) else {
      result.reason = "no begin like its own lies within 60 ms"
      return
    }
    result.onsetFrames = shift * Double(step)
    let moved = Int(shift.rounded())
    let later = after.lowerBound + moved..<after.upperBound + moved
    var levels: [(number: Int, a: Double, b: Double)] = []
    var pitches: [(cents: Double, weight: Double)] = []
    var (disturbed, begun) = (0.0, 0.0)
    for pair in pairs {
      guard let offsetA = pair.a.offset(after, stepSeconds: stepSeconds),
        let offsetB = pair.b.offset(later, stepSeconds: stepSeconds),
        let lossA = loss(offsetA), let lossB = loss(offsetB)
      else { continue }
      let power = pair.a.power(after)
      let disturbance = self.disturbance(pair, seconds: shift * stepSeconds)
      disturbed += disturbance * power * power
      begun += self.disturbance(pair, seconds: 0) * power * power
      levels.append((pair.number, power / lossA, pair.b.power(later) / lossB))
      let cents =
        1200 * ExactMath.log2((pair.hertz + offsetB) / (pair.hertz + offsetA))
      // The higher the partial the more its frequency tells; the quieter before, the better it is known.
      pitches.append((cents, power * pair.hertz * pair.hertz / (disturbance + 1e-4)))
    }
    if levels.isEmpty {
      result.onsetFrames = nil
      result.reason = "it has another pitch, or its partials are hidden"
      return
    }
    let (levelA, levelB) = (levels.reduce(0) { $0 + $1.a }, levels.reduce(0) { $0 + $1.b })
    // Two waves of the powers p and d add to p ± 2√(pd); those of several partials do so by chance.
    if 8.7 * disturbed.squareRoot() < 0.35 * levelA {
      result.levelDB = decibels(levelB, re: levelA)
    } else {
      result.reason = "what sounded before hides its level"
    }
    // Three hundredths of the amplitude move the begin of a rise that takes 60 ms by about 1 ms.
    if begun.squareRoot() > 0.03 * levelA {
      result.onsetFrames = nil
      result.reason = "what sounded before hides its begin"
    }
    result.pitchCents = pitch(pitches)
    if result.pitchCents == nil { result.reason = "its partials do not agree on a pitch" }
    if levels.count >= 3, result.levelDB != nil {
      result.centroidRatio =
        centroid(levels.map { ($0.number, $0.b) }) / centroid(levels.map { ($0.number, $0.a) })
    }
  }

  /// What the windows leave of the power of a partial that lies beside the band's middle; nil where that is
  /// hardly any.
  private func loss(_ offset: Double) -> Double? {
    func hann(_ x: Double) -> Double {
      if abs(x) < 1e-6 { return 1 }
      if abs(abs(x) - 1) < 1e-6 { return 0.5 }
      return ExactMath.sin(3.141592653589793 * x) / (3.141592653589793 * x) / (1 - x * x)
    }
    let left =
      hann(offset * Double(width) * stepSeconds) * hann(offset * 4 * stepSeconds)
    return abs(left) > 0.25 ? left * left : nil
  }

  /// The mean of what the partials say, each by its power and by how exactly its cents are known.
  private func pitch(_ pitches: [(cents: Double, weight: Double)]) -> Double? {
    let total = pitches.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    let mean = pitches.reduce(0) { $0 + $1.cents * $1.weight } / total
    let spread = pitches.reduce(0) {
      $0 + ($1.cents - mean) * ($1.cents - mean) * $1.weight
    }
    return (spread / total).squareRoot() < 2 + 0.1 * abs(mean) ? mean : nil
  }

  private func centroid(_ powers: [(number: Int, power: Double)]) -> Double {
    var (over, under) = (1e-18, 1e-18)
    for (number, power) in powers {
      over += Double(number) * power.squareRoot()
      under += power.squareRoot()
    }
    return over / under
  }

  private func decibels(_ b: Double, re a: Double) -> Double {
    10 * (ExactMath.log10(max(b, 1e-18)) - ExactMath.log10(max(a, 1e-18)))
  }

  /// A note without a partial for itself: where both recordings agree it does not differ, and where all of its
  /// partials are gone it is missing.
  private func compareCompany(
    _ sounds: ([Float], [Float]), _ pairs: [Pair], gain: Double, _ result: inout NoteComparison
  ) {
    let total = pairs.reduce(0) { $0 + $1.a.power(after) }
    guard total > 1e-10 else { return }
    let heard = before.lowerBound..<after.upperBound
    let rest = pairs.reduce(0) {
      $0 + $1.b.less($1.a, times: Float(gain)).power(heard)
    }
    let all = pairs.reduce(0) { $0 + $1.a.power(heard) } * gain * gain
    if rest < 1e-6 * all {
      result.reason = nil
      result.onsetFrames = 0
      result.levelDB = decibels(pairs.reduce(0) { $0 + $1.b.power(after) }, re: total)
      result.pitchCents = 0
    } else {
      let risen = pairs.filter { $0.a.power(after) > max(1e-10, 100 * $0.a.power(before)) }
      if risen.count >= 3,
        risen.allSatisfy({ $0.b.power(after) < 0.01 * $0.a.power(after) * gain * gain })
      {
        result.reason = nil
        result.isMissing = true
        result.levelDB = decibels(
          risen.reduce(0) { $0 + $1.b.power(after) }, re: risen.reduce(0) { $0 + $1.a.power(after) }
        )
      }
    }
  }

  /// The 80 ms after the key's way up, on partials in which nothing else may sound by then.
  private func compareRelease(
    _ a: [Float], _ b: [Float], _ partials: [Double], gain: Double, _ result: inout NoteComparison
  ) {
    let begin = note.offFrame - half * step
    let frames = begin..<note.offFrame + (2 * half + 40) * step
    let own = partials.filter {
      !company.mayHold(band($0), in: frames, besides: place, afterSeconds: 1)
    }
    if own.isEmpty { return }
    let steps = half..<half + 40
    let length = steps.upperBound + half
    func power(_ samples: [Float]) -> Double {
      let piece = samples.piece(from: note.offFrame - 2 * step, count: (length + 4) * step)
      return own.reduce(0) { sum, hertz in
        let envelope = PartialEnvelope(
          piece, count: length, hertz: hertz, rate: rate, step: step, width: width)
        return sum + envelope.power(steps)
      }
    }
    let (tailA, tailB) = (power(a), power(b))
    // Below −90 dBFS there is nothing left to compare.
    if tailA > 1e-9, tailB > 1e-9 { result.releaseDB = decibels(tailB, re: tailA) }
  }
}
