import Measurement
import Score

/// A comparison as a person and as a program reads it.
extension Comparison {
  func lines(
    _ first: String, _ second: String, isNamed: Bool, _ violations: [String],
    _ unchecked: [String]
  ) -> [String] {
    if isIdentical { return ["identical: \(second) holds the samples of \(first)"] }
    func fixed(_ value: Double, _ decimals: Int) -> String {
      Text.fixed(value, decimals: decimals)
    }
    let level =
      gainDB.isInfinite
      ? "the \(gainDB > 0 ? "first" : "second") is silent" : "\(fixed(gainDB, 2)) dB"
    let residual =
      residualDB.isInfinite
      ? residualDB < 0 ? "nothing is left" : "without bound" : "\(fixed(residualDB, 1)) dB"
    var lines = [
      violations.isEmpty
        ? "within the tolerance" : "different: \(violations.joined(separator: "; "))",
      "  lag                 \(fixed(lagFrames, 2)) frames",
      "  level               \(level)\(isInverted ? ", turned over" : "")\(isSwapped ? ", channels exchanged" : "")",
      "  residual            \(residual)",
      "  largest difference  \(fixed(Double(maxDifference), 6)) at frame \(maxDifferenceFrame)",
      "  spectral distance   \(fixed(spectralDB, 2)) dB",
      "  worst moment        \(fixed(worstMomentDB, 2)) dB at frame \(worstMomentFrame)",
    ]
    if isNamed { lines.insert("  compared            \(second) against \(first)", at: 1) }
    if let onsetDeviationFrames {
      let doubt = onsetDoubtFrames > 0 ? " give or take \(fixed(onsetDoubtFrames, 0))" : ""
      lines.append("  onset deviation     \(fixed(onsetDeviationFrames, 1)) frames\(doubt)")
    }
    if let loudnessDifferenceLU {
      lines.append("  loudness            \(fixed(loudnessDifferenceLU, 2)) LU")
    }
    let worst = notes.sorted { $0.weight > $1.weight }.filter { $0.weight > 1 }
    for note in worst.prefix(5) {
      let told = [
        note.onsetFrames.map { "onset \(fixed($0, 0)) frames" },
        note.levelDB.map { "level \(fixed($0, 1)) dB" },
        note.pitchCents.map { "pitch \(fixed($0, 1)) cents" },
      ].compactMap { $0 }
      let what = note.isMissing ? "missing" : told.joined(separator: ", ")
      lines.append("  \(Pitch(key: note.note.key).name) at frame \(note.note.onFrame): \(what)")
    }
    if worst.count > 5 { lines.append("  and \(worst.count - 5) more") }
    for note in added.prefix(5) {
      lines.append("  \(Pitch(key: note.key).name) at frame \(note.onFrame): added")
    }
    if added.count > 5 { lines.append("  and \(added.count - 5) more added") }
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

  func json(
    isWithin: Bool, _ names: (first: String, second: String), _ unchecked: [String],
    _ warnings: [String]
  ) -> JSON {
    [
      "first": .string(names.first), "second": .string(names.second),
      "within": .bool(isWithin), "identical": .bool(isIdentical),
      "lagFrames": .number(lagFrames), "gainDB": .number(gainDB),
      "inverted": .bool(isInverted), "channelsExchanged": .bool(isSwapped),
      // null: nothing is left.
      "residualDB": .number(residualDB), "maxDifference": .number(Double(maxDifference)),
      "maxDifferenceFrame": .integer(maxDifferenceFrame), "spectralDB": .number(spectralDB),
      "worstMomentDB": .number(worstMomentDB), "worstMomentFrame": .integer(worstMomentFrame),
      "onsetDeviationFrames": onsetDeviationFrames.map(JSON.number) ?? .null,
      "onsetDoubtFrames": .number(onsetDoubtFrames),
      "loudnessDifferenceLU": loudnessDifferenceLU.map(JSON.number) ?? .null,
      "notes": .array(notes.map(\.json)),
      "added": .array(
        added.map { ["onFrame": .integer($0.onFrame), "key": .integer(Int($0.key))] }),
      "unchecked": .array(unchecked.map(JSON.string)),
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
