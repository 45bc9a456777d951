import Synthesis

/// A sample that an SFZ names with a `*`: it is in no file.
enum GeneratedSample: String, CaseIterable {
  case sine = "*sine"
  case silence = "*silence"

  /// The names of all, for messages.
  static var names: String { allCases.map(\.rawValue).joined(separator: " and ") }

  /// The sound; the sine is that of C4 (261.626 Hz at A4 = 440), at full scale, and goes on for ever.
  var recording: Recording {
    let frames = 256
    switch self {
    case .sine:
      let wave = (0..<frames).map { i in
        Float(ExactMath.sin(2 * Double.pi * Double(i) / Double(frames)))
      }
      // 256 · 261.6256 = 66 976.1: a whole rate is 0.004 cents lower.
      return Recording(channels: [wave], rate: 66976, loop: 0..<frames)
    case .silence:
      return Recording(channels: [[Float](repeating: 0, count: frames)], rate: 44100)
    }
  }
}
