import Synthesis

@testable import AudioFile

/// A second of a chord that uses both channels.
let chord: StereoBlock = {
  let left = (0..<44_100).map { 0.4 * Float(ExactMath.sin(Double($0) * 0.0627)) }
  let right = (0..<44_100).map { 0.4 * Float(ExactMath.sin(Double($0) * 0.0791)) }
  return block(left, right)
}()

/// A file of it, as the options say; what was written, and what was warned of.
func write(
  _ path: String, _ format: AudioFormat,
  _ change: (inout AudioFileWriter.Options) -> Void = { _ in },
  limit: Int = RF64.riffLimit
) throws -> (AudioFileWriter.Summary, [String]) {
  var options = AudioFileWriter.Options()
  change(&options)
  var writer = try AudioFileWriter(
    .path(path), format: format, options: options, riffLimit: limit)
  let warnings = writer.warnings
  try writer.write(chord)
  return (try writer.finish(), warnings)
}

/// Texts for it.
let tags: [AudioFile.Tag: String] = [
  .title: "Für Elise", .artist: "L. v. B.", .comment: "odd", .copyright: "PD",
]
/// Places in it: the first, the middle and the last.
let cues = [
  CuePoint(frame: 100, name: "A"), CuePoint(frame: 22_050, name: "Mitte: ü"),
  CuePoint(frame: 44_099, name: "last"),
]
