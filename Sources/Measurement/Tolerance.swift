import Synthesis

/// How much two recordings may differ and still count as the same; a limit that is nil is none.
public struct Tolerance: Sendable, Hashable {
  /// Every sample must be the same, and as many of them.
  public var isExact = false
  /// Whether both must hold as many frames.
  public var wantsSameLength = false
  /// The largest difference of two samples, gain and polarity left in.
  public var maxDifference: Float?
  /// Whether rounding one of both to 16 bits is no difference.
  public var allowsRounding = false
  /// The residual in decibels re B.
  public var maxResidualDB: Double?
  /// The lag, in frames.
  public var maxLagFrames: Double?
  /// The difference of level, in decibels.
  public var maxGainDB: Double?
  /// The mean log-mel distance, in decibels.
  public var maxSpectralDB: Double?
  /// The difference of ten bands at once at the worst moment, in decibels.
  public var maxMomentDB: Double?
  /// The largest deviation of an onset, in frames; as much more as an onset without a score is in doubt.
  public var maxOnsetFrames: Double?
  /// The difference of any note's pitch, in cents.
  public var maxPitchCents: Double?
  /// The difference of any note's level, in decibels.
  public var maxNoteDB: Double?
  /// Whether a missing or an added note, exchanged channels or a turned polarity is allowed.
  public var allowsFaults = false

  /// No limit but that no note is missing or added and channels and polarity are right.
  public init() {}

  /// The same samples.
  public static let exact: Tolerance = {
    var limits = Tolerance()
    limits.isExact = true
    return limits
  }()

  /// As many samples, which differ by no more than `count` steps of a `depth`-bit file; by half a step more where one file
  /// has been rounded to 16 bits and the other has not, and by what shaped dither does where that is all that
  /// differs.
  public static func bits(_ count: Int, depth: Int = 16) -> Tolerance {
    var limits = Tolerance()
    limits.maxDifference = Float(Double(count) * ExactMath.exp2(1 - Double(depth)) * 1.000001)
    limits.maxLagFrames = 0
    limits.wantsSameLength = true
    limits.allowsRounding = true
    return limits
  }

  /// Another synthesizer of the same SoundFont, measured against FluidSynth: its events lie on a grid
  /// of 64 frames, so that onsets differ by up to
  /// 64 frames; within chords the reading of a pitch moves by up to 3 cents with them.
  public static let backend: Tolerance = {
    var limits = Tolerance()
    limits.maxLagFrames = 96
    limits.maxGainDB = 1
    limits.maxSpectralDB = 1.5
    limits.maxMomentDB = 8
    limits.maxOnsetFrames = 160
    limits.maxPitchCents = 5
    limits.maxNoteDB = 1.5
    return limits
  }()

  /// What sounds alike: the same notes on the same instrument through another synthesizer or a codec.
  ///
  /// Somewhat louder or later is alike; a hole of a tenth of a second or a note that misses from the sound is not.
  public static let listening: Tolerance = {
    var limits = Tolerance()
    limits.maxGainDB = 3
    limits.maxSpectralDB = 4.5
    limits.maxMomentDB = 8
    limits.maxOnsetFrames = 900
    limits.maxPitchCents = 10
    limits.maxNoteDB = 6
    return limits
  }()
}

extension Comparison {
  /// What lies outside the limits, one phrase each, with what was measured and what is allowed; empty
  /// where the two count as the same.
  public func violations(of limits: Tolerance) -> [String] {
    if isIdentical { return [] }
    var found: [String] = []
    func check(_ value: Double?, _ limit: Double?, _ what: String, _ unit: String) {
      guard let value, let limit, !(abs(value) <= limit) else { return }
      found.append("\(what) \(rounded(value)) \(unit), allowed \(rounded(limit))")
    }
    if limits.isExact || limits.wantsSameLength, frames.a != frames.b {
      found.append("\(frames.b) frames against \(frames.a)")
    } else if limits.isExact {
      found.append("samples differ")
    }
    if let limit = limits.maxResidualDB, !(residualDB <= limit) {
      let what =
        residualDB == .infinity ? "residual without bound" : "residual \(rounded(residualDB)) dB"
      found.append("\(what), allowed \(rounded(limit))")
    }
    if let limit = limits.maxDifference {
      let isRounded = limits.allowsRounding && roundedCopy.isOneOnSteps
      let allowed = limit + (isRounded ? 0x1p-16 : 0)
      if maxDifference > allowed, !(isRounded && roundedCopy.isShaped) {
        found.append(
          "largest difference \(maxDifference) at frame \(maxDifferenceFrame), allowed \(allowed)")
      }
    }
    check(lagFrames, limits.maxLagFrames, "lag", "frames")
    if limits.maxGainDB != nil, gainDB.isInfinite {
      found.append("the \(gainDB > 0 ? "first" : "second") is silent and the other is not")
    } else {
      check(gainDB, limits.maxGainDB, "level", "dB")
    }
    check(spectralDB, limits.maxSpectralDB, "spectral distance", "dB")
    if let limit = limits.maxMomentDB, !(worstMomentDB <= limit) {
      found.append(
        "distance at frame \(worstMomentFrame) \(rounded(worstMomentDB)) dB, allowed \(rounded(limit))"
      )
    }
    if let told = onsetDeviationFrames, let limit = limits.maxOnsetFrames,
      !(told <= limit + onsetDoubtFrames)
    {
      let doubt = onsetDoubtFrames > 0 ? " give or take \(rounded(onsetDoubtFrames))" : ""
      found.append("onset deviation \(rounded(told)) frames\(doubt), allowed \(rounded(limit))")
    }
    if !limits.allowsFaults {
      if isInverted { found.append("polarity turned over") }
      if isSwapped { found.append("channels exchanged") }
      let missing = notes.count(where: \.isMissing)
      if missing > 0 { found.append("\(missing) of \(notes.count) notes missing") }
      if !added.isEmpty {
        found.append("\(added.count) \(added.count == 1 ? "note" : "notes") added")
      }
    }
    let heard = notes.filter { !$0.isMissing }
    check(
      heard.compactMap { $0.pitchCents.map(abs) }.max(), limits.maxPitchCents, "pitch of a note",
      "cents")
    check(
      heard.compactMap { $0.levelDB.map(abs) }.max(), limits.maxNoteDB, "level of a note", "dB")
    return found
  }

  /// The limits that there was nothing to check on: no note of a score, or none that could be told, or no onset.
  public func unchecked(of limits: Tolerance) -> [String] {
    if isIdentical { return [] }
    func isMissed(_ limit: Double?, _ isTold: Bool) -> Bool { limit != nil && !isTold }
    var missed: [String] = []
    if isMissed(limits.maxOnsetFrames, onsetDeviationFrames != nil) {
      missed.append("onset deviation")
    }
    if isMissed(limits.maxPitchCents, notes.contains { $0.pitchCents != nil }) {
      missed.append("pitch of a note")
    }
    if isMissed(limits.maxNoteDB, notes.contains { $0.levelDB != nil }) {
      missed.append("level of a note")
    }
    return missed
  }

  private func rounded(_ value: Double) -> String {
    guard value.isFinite else { return value > 0 ? "inf" : "-inf" }
    let hundredths = Int((abs(value) * 100).rounded())
    let sign = value < 0 && hundredths > 0 ? "-" : ""
    let rest = hundredths % 100
    return "\(sign)\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
