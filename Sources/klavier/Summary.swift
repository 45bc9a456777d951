import Score
import Synthesis

/// What came of a render.
struct Summary: Sendable {
  var output: String
  var format: String
  var frames: Int
  var rate: Int
  var channels: Int
  var notes: Int
  var omissions: Playing.Omissions
  var voicesPeak: Int
  /// The largest absolute sample, before clipping.
  var peak: Float
  var clipped: Int
  var sha256: String?
  var backend: String
  var instrument: String
  var renderSeconds: Double

  var seconds: Double { Double(frames) / Double(rate) }
  /// −∞ for silence.
  var peakDecibels: Double { peak > 0 ? ExactMath.decibels(Double(peak)) : -.infinity }

  /// The line for a person.
  var line: String {
    var text =
      "\(output): \(Text.duration(seconds: seconds)), \(format), \(Text.count(notes, "note"))"
      + " by \(instrument)"
    if omissions.percussion > 0 {
      text += " (\(omissions.percussion) on drum channels left out)"
    }
    if backend != "native" { text += " through \(backend)" }
    text += peak > 0 ? ", peak \(Text.fixed(peakDecibels, decimals: 1)) dBFS" : ", silent"
    text += ", \(Text.fixed(seconds / max(renderSeconds, 1e-9), decimals: 0))× real time"
    return text
  }

  /// The object for a program.
  func json(_ warnings: [String]) -> JSON {
    [
      "output": .string(output), "frames": .integer(frames), "rate": .integer(rate),
      "channels": .integer(channels), "seconds": .number(seconds), "notes": .integer(notes),
      "notesLeftOut": .integer(omissions.total),
      "voicesPeak": .integer(voicesPeak), "peakDBFS": .number(peakDecibels),
      "truePeakDBTP": nil, "loudnessLUFS": nil, "clipped": .integer(clipped),
      "sha256": JSON(sha256), "backend": .string(backend), "instrument": .string(instrument),
      "warnings": .array(warnings.map(JSON.string)), "renderSeconds": .number(renderSeconds),
      "timesRealtime": .number(seconds / max(renderSeconds, 1e-9)),
    ]
  }
}
