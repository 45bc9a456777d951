import AudioFile
import Score
import Synthesis

/// The files that are written beside the audio: labels and lyrics.
struct Companions {
  private let labels: (path: String, form: Labels.Form)?
  private let lyrics: (path: String, form: Lyrics.Form)?

  /// Those that the options ask for; refused before anything is rendered where they cannot be.
  init(_ options: Options, inputs: [String]) throws(Failure) {
    labels =
      if let path = options.labels { (path, try Labels.Form(path: path)) } else { nil }
    lyrics =
      if let path = options.lyrics { (path, try Lyrics.Form(path: path)) } else { nil }
    var taken = options.output.map { [$0] } ?? []
    for path in [options.labels, options.lyrics] {
      guard let path else { continue }
      if taken.contains(where: { isSamePlace($0, path) }) {
        throw Failure(.usage, "\(path) is to hold two things, the audio or something else")
      }
      taken.append(path)
      try Failure.of { () throws(AudioFileError) in try refuseUnwritable(path) }
      if let input = inputThatIsOutput(path, inputs: inputs) {
        throw Failure(AudioFileError.outputIsInput(path: path, input: input))
      }
    }
  }

  /// Writes them for a file that begins with frame `start` of the piece; none is in its place yet.
  func write(_ piece: Piece, start: Int, frames: Int) throws(Failure) -> [WholeFile] {
    var files: [WholeFile] = []
    if let (path, form) = labels {
      let made = Labels(piece, start: start, frames: frames)
      let bytes: [UInt8]
      do throws(ScoreError) {
        bytes = try made.bytes(form)
      } catch {
        throw Failure(error, file: piece.name)
      }
      files.append(try Self.write(bytes, to: path))
    }
    if let (path, form) = lyrics {
      let seconds = Double(start) / Double(piece.timeline.rate)
      let bytes = Lyrics(piece.score, piece.tempoMap, start: seconds).bytes(form)
      files.append(try Self.write(bytes, to: path))
    }
    return files
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(Failure) -> WholeFile {
    try Failure.of { () throws(AudioFileError) in try WholeFile(bytes, to: .path(path)) }
  }
}
