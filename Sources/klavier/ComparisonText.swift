import Measurement
import Score

/// A comparison as a person and as a program reads it.
extension Comparison {
  func lines(
    _ first: String, _ second: String, _ violations: [String], _ unchecked: [String]
  ) -> [String] {
    if isIdentical { return ["identical: \(second) holds the samples of \(first)"] }
    func fixed(_ value: Double, _ decimals: Int) -> String {
      value == -.infinity ? "none" : Text.fixed(value, decimals: decimals)
    }
    var lines = [
      violations.isEmpty
        ? "within the tolerance" : "different: \(violations.joined(separator: "; "))",
      "  lag                 \(fixed(lagFrames, 2)) frames",
      "  level               \(fixed(gainDB, 2)) dB\(isInverted ? ", turned over" : "")\(isSwapped ? ", channels exchanged" : "")",
      "  residual            \(fixed(residualDB, 1)) dB",
      "  largest difference  \(fixed(Double(maxDifference), 6)) at frame \(maxDifferenceFrame)",
      "  spectral distance   \(fixed(spectralDB, 2)) dB",
      "  worst moment        \(fixed(worstMomentDB, 2)) dB at frame \(worstMomentFrame)",
    ]
    if let onsetDeviationFrames {
      lines.append("  onset deviation     \(fixed(onsetDeviationFrames, 1)) frames")
    }
    if let loudnessDifferenceLU {
      lines.append("  loudness            \(fixed(loudnessDifferenceLU, 2)) LU")
    }
    let worst = notes.sorted { $0.weight > $1.weight }.prefix(5).filter { $0.weight > 1 }
    for note in worst {
      let told = [
        note.onsetFrames.map { "onset \(fixed($0, 0)) frames" },
        note.levelDB.map { "level \(fixed($0, 1)) dB" },
        note.pitchCents.map { "pitch \(fixed($0, 1)) cents" },
      ].compactMap { $0 }
      let what = note.isMissing ? "missing" : told.joined(separator: ", ")
      lines.append("  \(Pitch(key: note.note.key).name) at frame \(note.note.onFrame): \(what)")
    }
    let unknown = notes.count { $0.reason != nil }
    if unknown > 0 {
      lines.append(
        "  \(unknown) of \(Text.count(notes.count, "note")) cannot be told apart from others")
    }
    if !unchecked.isEmpty {
      let why = notes.isEmpty ? " (no score)" : ""
      lines.append("  not checked         \(unchecked.joined(separator: ", "))\(why)")
    }
    return lines
  }

  func json(isWithin: Bool, _ unchecked: [String], _ warnings: [String]) -> JSON {
    [
      "within": .bool(isWithin), "identical": .bool(isIdentical),
      "lagFrames": .number(lagFrames), "gainDB": .number(gainDB),
      "inverted": .bool(isInverted), "channelsExchanged": .bool(isSwapped),
      // null: nothing is left.
      "residualDB": .number(residualDB), "maxDifference": .number(Double(maxDifference)),
      "maxDifferenceFrame": .integer(maxDifferenceFrame), "spectralDB": .number(spectralDB),
      "worstMomentDB": .number(worstMomentDB), "worstMomentFrame": .integer(worstMomentFrame),
      "onsetDeviationFrames": onsetDeviationFrames.map(JSON.number) ?? .null,
      "loudnessDifferenceLU": loudnessDifferenceLU.map(JSON.number) ?? .null,
      "notes": .array(notes.map(\.json)), "unchecked": .array(unchecked.map(JSON.string)),
      "warnings": .array(warnings.map(JSON.string)),
    ]
  }
}

extension NoteComparison {
  /// How much it differs: 1 for what a listener would just not notice.
  fileprivate var weight: Double {
    isMissing
      ? 1e6
      : max(abs(onsetFrames ?? 0) / 441, abs(levelDB ?? 0), abs(pitchCents ?? 0) / 5)
  }

  fileprivate var json: JSON {
    func number(_ value: Double?) -> JSON { value.map(JSON.number) ?? .null }
    return [
      "onFrame": .integer(note.onFrame), "key": .integer(Int(note.key)),
      "onsetFrames": number(onsetFrames), "levelDB": number(levelDB),
      "pitchCents": number(pitchCents), "centroidRatio": number(centroidRatio),
      "releaseDB": number(releaseDB), "missing": .bool(isMissing), "reason": JSON(reason),
    ]
  }
}
