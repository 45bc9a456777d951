import Synthesis

/// Listens to one note in two recordings, partial by partial.
struct NoteListener {
  private let note: ExpectedNote
  private let place: Int
  private let company: NoteCompany
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

  init(_ note: ExpectedNote, at place: Int, among company: NoteCompany, rate: Int) {
    self.note = note
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
  }

  func compare(_ a: [Float], _ b: [Float], gain: Double) -> NoteComparison {
    var result = NoteComparison(note: note, isMissing: false)
    let start = note.onFrame - (onset + 2) * step
    let sounds = (piece(a, from: start), piece(b, from: start))
    let numbers = (1...8).filter { f0 * Double($0) < 0.42 * Double(rate) }
    let own = numbers.filter(isForItself).prefix(5)
    let pairs = own.map { pair($0, sounds) }
    let loudest = pairs.map { $0.a.power(after) }.max() ?? 0
    let useful = pairs.filter { isUseful($0, loudest: loudest, gain: gain) }
    if useful.isEmpty {
      result.reason =
        numbers.isEmpty
        ? "its partials lie beyond the band"
        : own.isEmpty
          ? "other notes share its partials"
          : loudest < 1e-10 ? "it is not heard in the first" : "its partials sounded before it"
      compareCompany(sounds, numbers.prefix(6).map { pair($0, sounds) }, gain: gain, &result)
    } else {
      compare(useful, gain: gain, &result)
      if !result.isMissing, result.onsetFrames != nil {
        compareRelease(a, b, useful.map(\.number), gain: gain, &result)
      }
    }
    return result
  }

  private func piece(_ samples: [Float], from start: Int) -> [Float] {
    samples.piece(from: start, count: (count + 4) * step)
  }

  private func pair(_ number: Int, _ sounds: ([Float], [Float])) -> Pair {
    let hertz = f0 * Double(number)
    return Pair(
      number: number, hertz: hertz, a: envelope(sounds.0, hertz), b: envelope(sounds.1, hertz))
  }

  private func envelope(_ samples: [Float], _ hertz: Double) -> PartialEnvelope {
    PartialEnvelope(samples, count: count, hertz: hertz, rate: rate, step: step, width: width)
  }

  /// The frequencies that a partial's envelope hears.
  private func band(_ number: Int) -> ClosedRange<Double> {
    let hertz = f0 * Double(number)
    let reach = 2 / (Double(width) * stepSeconds) + 0.008 * hertz
    return hertz - reach...hertz + reach
  }

  /// Whether no note struck within what is listened to has a partial there.
  private func isForItself(_ number: Int) -> Bool {
    let from = note.onFrame - onset * step
    return !company.strikes(band(number), in: from..<from + count * step, besides: place)
  }

  /// Whether it is heard in A, in the middle of the band, and what sounded there before was quiet: 26 dB below
  /// it, and 34 dB below it where the two differ in that.
  private func isUseful(_ pair: Pair, loudest: Double, gain: Double) -> Bool {
    let heard = pair.a.power(after)
    guard heard > max(1e-10, 1e-5 * loudest), pair.a.power(before) < 0.0025 * heard,
      let offset = pair.a.offset(after, stepSeconds: stepSeconds), loss(offset) != nil
    else { return false }
    let others = max(pair.a.power(before), pair.b.power(before) / (gain * gain))
    let unlike = pair.b.less(pair.a, times: Float(gain)).power(before) / (gain * gain)
    return min(others, unlike) < 4e-4 * heard
  }

  private func compare(_ pairs: [Pair], gain: Double, _ result: inout NoteComparison) {
    let total = pairs.reduce(0) { $0 + $1.a.power(after) }
    let other = pairs.reduce(0) { $0 + $1.b.power(after) }
    if other < 0.01 * total * gain * gain {
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
    for pair in pairs {
      guard let offsetA = pair.a.offset(after, stepSeconds: stepSeconds),
        let offsetB = pair.b.offset(later, stepSeconds: stepSeconds),
        let lossA = loss(offsetA), let lossB = loss(offsetB)
      else { continue }
      levels.append((pair.number, pair.a.power(after) / lossA, pair.b.power(later) / lossB))
      let cents =
        1200 * ExactMath.log2((pair.hertz + offsetB) / (pair.hertz + offsetA))
      pitches.append((cents, pair.a.power(after) * pair.hertz * pair.hertz))
    }
    if levels.isEmpty {
      result.onsetFrames = nil
      result.reason = "it has another pitch, or its partials are hidden"
      return
    }
    result.levelDB = decibels(
      levels.reduce(0) { $0 + $1.b }, re: levels.reduce(0) { $0 + $1.a })
    result.pitchCents = pitch(pitches)
    if result.pitchCents == nil { result.reason = "its partials do not agree on a pitch" }
    if levels.count >= 3 {
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
    _ a: [Float], _ b: [Float], _ numbers: [Int], gain: Double, _ result: inout NoteComparison
  ) {
    let begin = note.offFrame - half * step
    let frames = begin..<note.offFrame + (2 * half + 40) * step
    let own = numbers.filter {
      !company.mayHold(band($0), in: frames, besides: place, afterSeconds: 1)
    }
    if own.isEmpty { return }
    let steps = half..<half + 40
    let length = steps.upperBound + half
    func power(_ samples: [Float]) -> Double {
      let piece = samples.piece(from: note.offFrame - 2 * step, count: (length + 4) * step)
      return own.reduce(0) { sum, number in
        let envelope = PartialEnvelope(
          piece, count: length, hertz: f0 * Double(number), rate: rate, step: step, width: width)
        return sum + envelope.power(steps)
      }
    }
    let (tailA, tailB) = (power(a), power(b))
    // Below −90 dBFS there is nothing left to compare.
    if tailA > 1e-9, tailB > 1e-9 { result.releaseDB = decibels(tailB, re: tailA) }
  }
}
