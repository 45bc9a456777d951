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

extension Failure {
  /// Refuses work that measures loudness where that cannot be done.
  static func needLoudness() throws(Failure) {
    if let reason = LoudnessMeter.missing {
      throw Failure(.noInstrument, "loudness cannot be measured: \(reason)")
    }
  }
}
