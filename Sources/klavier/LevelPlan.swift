import AudioFile
import Measurement
import Synthesis

/// What is done to the level of a finished sound.
struct LevelPlan: Sendable, Hashable {
  /// What the level is brought to.
  enum Goal: Sendable, Hashable {
    /// The largest sample, in dBFS.
    case peak(Double)
    /// The integrated loudness, in LUFS.
    case loudness(Double)

    /// Reads `peak:-1` or `lufs:-16`; nothing means `peak:-1`.
    init(_ text: String) throws(UsageError) {
      if text.isEmpty {
        self = .peak(-1)
        return
      }
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "peak" || parts[0] == "lufs" else {
        throw UsageError("'\(text)' is no goal; expected peak:-1 (dBFS) or lufs:-16")
      }
      let value = try Value.number(String(parts[1]), in: -100...0)
      self = parts[0] == "peak" ? .peak(value) : .loudness(value)
    }
  }

  /// What the level is brought to, if anything.
  var goal: Goal?
  /// The highest true peak that is left, in dBTP, if any.
  var ceiling: Double?
  /// Whether loudness and true peak are told.
  var isMeasured = false

  /// The factor that reaches the goal; nil where the sound has no level.
  static func gain(to goal: Goal, peak: Float, loudness: Double?) -> Float? {
    switch goal {
    case .peak(let decibels):
      peak > 0 ? Float(ExactMath.gain(decibels: decibels)) / peak : nil
    case .loudness(let target):
      loudness.map { Float(ExactMath.gain(decibels: target - $0)) }
    }
  }
}

extension LevelPlan {
  /// Why the loudness that was wanted is not that of a sound, for a person to read; nil where it is.
  func missed(_ measures: FileSink.Measures) -> String? {
    guard case .loudness(let target) = goal else { return nil }
    guard let loudness = measures.loudness else {
      // EBU R 128 looks at blocks of 0.4 s, and at those above -70 LUFS.
      return
        "the sound is too short or too soft to have a loudness (0.4 s and -70 LUFS are wanted);"
        + " its level is left as it is (--normalize=peak:-1 would change it)"
    }
    guard let ceiling, loudness < target - 0.5 else { return nil }
    return "the loudness is \(Text.fixed(loudness, decimals: 1)) LUFS, not \(Text.number(target)):"
      + " the limit of \(Text.number(ceiling)) dBTP leaves no more"
  }
}

extension Failure {
  /// Refuses work that measures loudness where that cannot be done.
  static func needLoudness() throws(Failure) {
    if let reason = LoudnessMeter.missing {
      throw Failure(.noInstrument, "loudness cannot be measured: \(reason)")
    }
  }
}
