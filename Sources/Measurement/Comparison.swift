public import Synthesis

/// What two recordings have in common and where they differ; every difference is B less A.
public struct Comparison: Sendable {
  /// Whether both hold the same samples, as many of them.
  public var isIdentical: Bool
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
  /// The largest deviation of an onset in frames: of the score's notes where they are known, else of
  /// the rises of level that both recordings show; nil where there is no onset.
  public var onsetDeviationFrames: Double?
  /// LUFS of B less LUFS of A; nil where one is shorter than 400 ms or silent, unless they are identical.
  public var loudnessDifferenceLU: Double?
  /// The differences of each note of the score, where it is known.
  public var notes: [NoteComparison]
  /// B less A, aligned (lag, channels, polarity; gain left in), as long as the longer one.
  public var difference: StereoBlock

  /// Compares `b` with `first` (A), both at `rate` frames a second.
  ///
  /// A lag is looked for within ±`searchSeconds`. `notes` are the score's, in A's time.
  public init(
    of b: StereoBlock, with first: StereoBlock, rate: Int, notes expected: [ExpectedNote] = [],
    searchSeconds: Double = 1
  ) {
    // What only B holds at its end counts too: A is silent there.
    var a = first
    a.extend(frames: b.frames)
    isIdentical = first.left == b.left && first.right == b.right
    if isIdentical {
      (lagFrames, gainDB, residualDB) = (0, 0, -.infinity)
      (isInverted, isSwapped) = (false, false)
      (maxDifference, maxDifferenceFrame, spectralDB, spectralColumns) = (0, 0, 0, [])
      roundedCopy = .no
      spectralHop = MelSpectrogram.hop(rate: rate)
      (onsetDeviationFrames, loudnessDifferenceLU, notes) = (0, 0, [])
      difference = StereoBlock(frames: first.frames)
      return
    }
    let monoA = a.mono
    var monoB = b.mono
    let found = Alignment(
      of: b, mono: monoB, on: a, mono: monoA, searchFrames: Int(searchSeconds * Double(rate)))
    // A lag of less than a thousandth of a frame is what rounding leaves of none.
    lagFrames = abs(found.lagFrames) < 1e-3 ? 0 : found.lagFrames
    isSwapped = found.isSwapped
    let reader = FractionalDelay(frames: lagFrames)
    var aligned = b
    aligned.left = reader.read(isSwapped ? b.right : b.left, count: a.frames)
    aligned.right = reader.read(isSwapped ? b.left : b.right, count: a.frames)
    let sums = Products(a, aligned)
    let gain = sums.aa > 0 && sums.ab != 0 ? sums.ab / sums.aa : 1
    // Where phases do not agree (another synthesizer, another onset grid), the factor of the least
    // squares says how little they agree, not how loud B is: then powers are compared.
    let coherence = sums.aa > 0 && sums.bb > 0 ? sums.ab / (sums.aa * sums.bb).squareRoot() : 0
    let level = abs(coherence) > 0.95 ? abs(gain) : sums.level
    isInverted = coherence < -0.5
    // Of silence and a sound neither is louder by a number.
    gainDB =
      (sums.aa > 0) == (sums.bb > 0)
      ? ExactMath.decibels(level) : sums.bb > 0 ? .infinity : -.infinity
    let rest = max(0, sums.bb - gain * sums.ab)
    residualDB = Self.residual(a, aligned, gain: Float(gain), sums, coarse: rest)
    if isInverted { aligned.scale(by: -1) }
    if lagFrames != 0 || isInverted || monoB.count != a.frames { monoB = aligned.mono }
    let heard = Hearing.both(
      (first, monoA, 1), (b, monoB, Float(1 / max(level, 1e-6))), rate: rate)
    (spectralDB, spectralColumns) = heard.b.spectrum.distance(to: heard.a.spectrum)
    spectralHop = heard.a.spectrum.hop
    loudnessDifferenceLU =
      if let la = heard.a.loudness, let lb = heard.b.loudness { lb - la } else { nil }
    notes = NoteComparison.all(expected, monoA, monoB, rate: rate, gain: level)
    onsetDeviationFrames =
      notes.compactMap { $0.onsetFrames.map(abs) }.max()
      ?? Onsets.deviation(
        heard.a.onsets, of: monoA, heard.b.onsets, of: monoB, withinFrames: rate / 20)
    difference = aligned
    difference.subtract(a)
    (maxDifference, maxDifferenceFrame) = difference.largest
    let isNear = lagFrames == 0 && !isInverted && !isSwapped && maxDifference < 0x1p-10
    roundedCopy = isNear ? RoundedCopy(a, aligned, rate: rate) : .no
  }

  /// The residual by subtraction; the difference of sums would drown in rounding below −60 dB.
  private static func residual(
    _ a: borrowing StereoBlock, _ b: borrowing StereoBlock, gain: Float, _ sums: Products,
    coarse: Double
  ) -> Double {
    guard sums.aa > 0 else { return coarse > 0 ? .infinity : -.infinity }
    guard sums.bb > 0 else { return 0 }
    let rest =
      restPower(a.left, b.left, gain: gain) + restPower(a.right, b.right, gain: gain)
    return rest > 0 ? 10 * ExactMath.log10(rest / sums.bb) : -.infinity
  }

  private static func restPower(_ a: [Float], _ b: [Float], gain: Float) -> Double {
    var sum = 0.0
    for start in stride(from: 0, to: a.count, by: 4096) {
      var part: Float = 0
      for i in start..<min(start + 4096, a.count) {
        let rest = b[i] - gain * a[i]
        part += rest * rest
      }
      sum += Double(part)
    }
    return sum
  }
}

/// The sums of squares and of products of two recordings.
struct Products {
  var aa = 0.0
  var ab = 0.0
  var bb = 0.0

  /// The factor from A's power to B's; 1 where one is silent.
  var level: Double { aa > 0 && bb > 0 ? (bb / aa).squareRoot() : 1 }

  init(_ a: borrowing StereoBlock, _ b: borrowing StereoBlock) {
    add(a.left, b.left)
    add(a.right, b.right)
  }

  private mutating func add(_ a: [Float], _ b: [Float]) {
    let count = min(a.count, b.count)
    for start in stride(from: 0, to: count, by: 4096) {
      var (x, y, z): (Float, Float, Float) = (0, 0, 0)
      for i in start..<min(start + 4096, count) {
        x += a[i] * a[i]
        y += a[i] * b[i]
        z += b[i] * b[i]
      }
      aa += Double(x)
      ab += Double(y)
      bb += Double(z)
    }
  }
}

extension StereoBlock {
  /// The mean of both channels.
  var mono: [Float] {
    var mixed = [Float](repeating: 0, count: frames)
    Self.mix(left, right, into: &mixed)
    return mixed
  }

  private static func mix(_ left: [Float], _ right: [Float], into target: inout [Float]) {
    let (l, r) = (left.span, right.span)
    var mixed = target.mutableSpan
    for i in l.indices { mixed[i] = (l[i] + r[i]) * 0.5 }
  }

  /// The largest absolute sample and its frame.
  var largest: (value: Float, frame: Int) {
    var best: (Float, Int) = (0, 0)
    for i in 0..<frames {
      let value = abs(left[i]) > abs(right[i]) ? abs(left[i]) : abs(right[i])
      if value > best.0 { best = (value, i) }
    }
    return best
  }

  mutating func subtract(_ other: borrowing StereoBlock) {
    for i in 0..<min(frames, other.frames) {
      left[i] -= other.left[i]
      right[i] -= other.right[i]
    }
  }
}
