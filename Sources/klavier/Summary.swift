import AudioFile
import Score
import Synthesis

/// What came of a render.
struct Summary: Sendable {
  let output: String
  /// Its path, `-` for standard output.
  let path: String
  let format: AudioFormat
  let written: AudioFileWriter.Summary
  let measures: FileSink.Measures
  let notes: Int
  let notesPlayed: Int
  let omissions: Playing.Omissions
  let voicesPeak: Int
  let backend: Options.Backend
  let instrument: String
  let renderSeconds: Double

  init(
    _ piece: Piece, _ target: Target, _ written: AudioFileWriter.Summary,
    _ measures: FileSink.Measures, notesPlayed: Int, voicesPeak: Int, backend: Options.Backend,
    instrument: Instrument, renderSeconds: Double
  ) {
    output = target.destination.name
    path = target.path
    format = target.format
    notes = piece.notes
    self.notesPlayed = notesPlayed
    omissions = piece.omissions
    self.instrument = instrument.name
    self.written = written
    self.measures = measures
    self.voicesPeak = voicesPeak
    self.backend = backend
    self.renderSeconds = renderSeconds
  }

  var frames: Int { written.frames }
  var seconds: Double { Double(frames) / Double(format.rate) }
  /// −∞ for silence.
  var peakDecibels: Double {
    written.peak > 0 ? ExactMath.decibels(Double(written.peak)) : -.infinity
  }
  /// dBTP, where it was measured.
  var truePeakDecibels: Double? {
    measures.truePeak.map { $0 > 0 ? ExactMath.decibels($0) : -.infinity }
  }

  /// The line for a person.
  var line: String {
    var text =
      "\(output): \(Text.duration(seconds: seconds)), \(format.text), \(Text.count(notes, "note"))"
      + " by \(instrument)"
    if omissions.percussion > 0 {
      text += " (\(omissions.percussion) on drum channels left out)"
    } else if notesPlayed != notes {
      text += " (\(notesPlayed) played)"
    }
    if backend != .native { text += " through \(backend.rawValue)" }
    text += written.peak > 0 ? ", peak \(Text.fixed(peakDecibels, decimals: 1)) dBFS" : ", silent"
    text += ", \(Text.fixed(seconds / max(renderSeconds, 1e-9), decimals: 0))× real time"
    if let loudness = measures.loudness {
      text += ", \(Text.fixed(loudness, decimals: 1)) LUFS"
    }
    if let truePeak = truePeakDecibels, truePeak > -.infinity {
      text += ", true peak \(Text.fixed(truePeak, decimals: 1)) dBTP"
    }
    if measures.framesLimited > 0 {
      text += ", limited for \(Text.count(measures.framesLimited, "frame"))"
    }
    if written.isRF64 { text += "; over 4 GiB, so it is RF64" }
    if let sha256 = written.sha256 { text += "\n\(output): SHA-256 \(sha256)" }
    return text
  }

  /// The object for a program.
  func json(_ warnings: [String]) -> JSON {
    [
      "output": .string(path), "frames": .integer(frames), "rate": .integer(format.rate),
      "channels": .integer(format.channels), "seconds": .number(seconds), "notes": .integer(notes),
      "notesPlayed": .integer(notesPlayed), "notesLeftOut": .integer(omissions.total),
      "voicesPeak": .integer(voicesPeak), "peakDBFS": .number(peakDecibels),
      "truePeakDBTP": truePeakDecibels.map(JSON.number) ?? nil,
      "loudnessLUFS": measures.loudness.map(JSON.number) ?? nil,
      "clipped": .integer(written.clipped),
      "sha256": JSON(written.sha256), "backend": .string(backend.rawValue),
      "instrument": .string(instrument),
      "warnings": .array(warnings.map(JSON.string)), "renderSeconds": .number(renderSeconds),
      "timesRealtime": .number(seconds / max(renderSeconds, 1e-9)),
    ]
  }
}

extension AudioFormat {
  /// What a person reads: `48000 Hz stereo s24 flac`.
  var text: String {
    let form = encoding == .compressed ? "" : " \(encoding.rawValue)"
    return "\(rate) Hz \(channels == 1 ? "mono" : "stereo")\(form) \(container.rawValue)"
  }
}
