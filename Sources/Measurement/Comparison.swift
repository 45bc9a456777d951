public import Synthesis

/// What two recordings have in common and where they differ; every difference is B less A.
public struct Comparison: Sendable {
  /// Whether both hold the same samples, as many of them.
  public var isIdentical: Bool
  /// The frames that each of them holds.
  public var frames: (a: Int, b: Int)
  /// Frames by which B is later.
  public var lagFrames: Double
  /// Decibels by which B is louder where both hold the same.
  public var gainDB: Double
  /// Whether B is A turned over.
  public var isInverted: Bool
  /// Whether B has its channels exchanged.
  public var isSwapped: Bool
  /// What is left of B after lag, gain, polarity and channels are taken out, in decibels re B, so that a
  /// level does not matter; −∞ where nothing is left, 0 where B is silent and A is not.
  public var residualDB: Double
  /// The largest difference of two samples, lag taken out but gain left in.
  public var maxDifference: Float
  /// The frame of A where that is.
  public var maxDifferenceFrame: Int
  /// Whether one of both is the other rounded to 16 bits.
  public var roundedCopy: RoundedCopy
  /// The mean absolute difference of log-mel levels, in decibels, gain taken out.
  public var spectralDB: Double
  /// The same by columns of `spectralHop` frames; nil where both are silent.
  public var spectralColumns: [Double?]
  /// Frames between two columns.
  public var spectralHop: Int
  /// Decibels by which ten of the 48 bands differ at once where they do so most: a hole, or a missing note; gain taken
  /// out.
  public var worstMomentDB: Double
  /// The frame of A around which that is.
  public var worstMomentFrame: Int
  /// The largest deviation of an onset in frames: of the score's notes where they are known, else of
  /// the rises of level that both recordings show; nil where there is no onset.
  public var onsetDeviationFrames: Double?
  /// Frames by which that may be wrong: 5 ms between rises of sounds whose waves do not agree, else 0.
  public var onsetDoubtFrames: Double
  /// LUFS of B less LUFS of A; nil where one is shorter than 400 ms or silent, and below 4000 Hz, unless they are
  /// identical.
  public var loudnessDifferenceLU: Double?
  /// The differences of each note of the score, where it is known.
  public var notes: [NoteComparison]
  /// The notes that only the second score has, where both are known; in A's time.
  public var added: [ExpectedNote] = []
  /// What `difference()` takes apart.
  private let pair: AlignedPair

  /// Compares `b` with `a`, both at `rate` frames a second.
  ///
  /// A lag is looked for within ±`searchSeconds`. `notes` are the score's, in A's time. What is found does not
  /// depend on `jobs`, the threads at most. A sound with samples that are no numbers is infinitely far from any.
  public init(
    of b: StereoBlock, with a: StereoBlock, rate: Int, notes expected: [ExpectedNote] = [],
    searchSeconds: Double = 1, jobs: Int = .max
  ) {
    frames = (a.frames, b.frames)
    spectralHop = MelSpectrogram.hop(rate: rate)
    isIdentical = a.left == b.left && a.right == b.right
    if isIdentical {
      (lagFrames, gainDB, residualDB) = (0, 0, -.infinity)
      (isInverted, isSwapped) = (false, false)
      (maxDifference, maxDifferenceFrame, spectralDB, spectralColumns) = (0, 0, 0, [])
      (worstMomentDB, worstMomentFrame, roundedCopy) = (0, 0, .no)
      (onsetDeviationFrames, onsetDoubtFrames, loudnessDifferenceLU, notes) = (0, 0, 0, [])
      pair = AlignedPair(a, b, .identity)
      return
    }
    var found = Alignment(of: b, on: a, searchFrames: Int(searchSeconds * Double(rate)), rate: rate)
    // A lag of less than a thousandth of a frame is what rounding leaves of none.
    if abs(found.lagFrames) < 1e-3 { found.lagFrames = 0 }
    (lagFrames, isSwapped) = (found.lagFrames, found.isSwapped)
    let pair = AlignedPair(a, b, found)
    self.pair = pair
    let bank = MelBank(rate: rate)
    let parts = pair.stretches(of: ComparedStretch.length, jobs: jobs) {
      ComparedStretch(pair, $0, rate: rate, bank: bank)
    }
    let sums = parts.reduce(into: Products()) { $0 += $1.products }
    // Where phases do not agree (another synthesizer, another onset grid), the factor of the least
    // squares says how little they agree, not how loud B is: then powers are compared.
    let gain = sums.aa > 0 && sums.ab != 0 ? sums.ab / sums.aa : 1
    let coherence = sums.aa > 0 && sums.bb > 0 ? sums.ab / (sums.aa * sums.bb).squareRoot() : 0
    let level = abs(coherence) > 0.95 ? abs(gain) : sums.level
    isInverted = coherence < -0.5
    // Of silence and a sound neither is louder by a number.
    gainDB =
      (sums.aa > 0) == (sums.bb > 0)
      ? ExactMath.decibels(level) : sums.bb > 0 ? .infinity : -.infinity
    residualDB = Self.residual(pair, gain: gain, sums, jobs: jobs)
    var largest = LargestDifference()
    for part in parts { largest.merge(isInverted ? part.largest.turned : part.largest.straight) }
    // What is no number is not larger than anything either.
    if !sums.areFinite { largest.value = .infinity }
    (maxDifference, maxDifferenceFrame) = (largest.value, largest.frame)
    let isNear = lagFrames == 0 && !isInverted && !isSwapped && maxDifference < 0x1p-10
    roundedCopy = isNear ? RoundedCopy(a, b, rate: rate, jobs: jobs) : .no
    let spectra = (
      a: MelSpectrogram(hop: bank.hop, levels: parts.flatMap(\.levels.a)),
      b: MelSpectrogram(hop: bank.hop, levels: parts.flatMap(\.levels.b))
    )
    let louder = Float(ExactMath.decibels(max(level, 1e-6)))
    (spectralDB, spectralColumns) = spectra.b.distance(to: spectra.a, gain: louder)
    let worst = WorstMoment(spectra.b, gain: louder, spectra.a)
    (worstMomentDB, worstMomentFrame) = (worst.decibels, worst.column * bank.hop)
    loudnessDifferenceLU = Self.loudness(parts, a, b, lagFrames: lagFrames, rate: rate)
    notes = NoteComparison.all(expected, pair, rate: rate, gain: level, jobs: jobs)
    if let told = notes.compactMap({ $0.onsetFrames.map(abs) }).max() {
      (onsetDeviationFrames, onsetDoubtFrames) = (told, 0)
    } else {
      (onsetDeviationFrames, onsetDoubtFrames) = Self.deviation(
        parts, pair, rate: rate, jobs: jobs)
    }
  }

  /// B less A, aligned (lag, channels, polarity; gain left in), as long as the longer one.
  public func difference() -> StereoBlock { pair.difference(isInverted: isInverted) }

  /// By the sums alone, if much is left; what is little would drown in their rounding, and is subtracted.
  private static func residual(
    _ pair: AlignedPair, gain: Double, _ sums: Products, jobs: Int
  ) -> Double {
    guard sums.areFinite else { return .infinity }
    var rest = max(0, sums.bb - gain * sums.ab)
    guard sums.aa > 0 else { return rest > 0 ? .infinity : -.infinity }
    guard sums.bb > 0 else { return 0 }
    if rest < 1e-3 * sums.bb {
      let parts = pair.stretches(of: ComparedStretch.length, jobs: jobs) { range in
        let a = pair.a.piece(from: range.lowerBound, count: range.count)
        let b = pair.second(from: range.lowerBound, count: range.count)
        return Products.rest(a.left, b.left, gain: Float(gain), 0..<range.count)
          + Products.rest(a.right, b.right, gain: Float(gain), 0..<range.count)
      }
      rest = parts.reduce(0, +)
    }
    return rest > 0 ? 10 * ExactMath.log10(rest / sums.bb) : -.infinity
  }

  /// Only steps that lie within both sounds count.
  private static func loudness(
    _ parts: [ComparedStretch], _ a: StereoBlock, _ b: StereoBlock, lagFrames: Double, rate: Int
  ) -> Double? {
    guard rate >= KWeighting.leastRate else { return nil }
    let step = GatedLoudness.step(rate: rate)
    let energies = (a: parts.flatMap(\.energies.a), b: parts.flatMap(\.energies.b))
    let ofB = max(0, b.frames - Int(lagFrames.rounded(.up)))
    guard
      let loudA = GatedLoudness.integrated(Array(energies.a.prefix(a.frames / step)), step: step),
      let loudB = GatedLoudness.integrated(Array(energies.b.prefix(ofB / step)), step: step)
    else { return nil }
    return loudB - loudA
  }

  private static func deviation(
    _ parts: [ComparedStretch], _ pair: AlignedPair, rate: Int, jobs: Int
  ) -> (frames: Double?, doubt: Double) {
    let a = Onsets(parts.flatMap(\.rises.a), rate: rate) {
      pair.a.piece(from: $0.lowerBound, count: $0.count).mono
    }
    let b = Onsets(parts.flatMap(\.rises.b), rate: rate) {
      pair.second(from: $0.lowerBound, count: $0.count).mono
    }
    return Onsets.deviation(a, b, of: pair, withinFrames: rate / 20, jobs: jobs)
  }
}
