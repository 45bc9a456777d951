import MusicXML
import Score

/// A score as it was asked for: where it came from and what it holds.
struct Input: Sendable {
  /// Its name in messages.
  let name: String
  /// The path, `-` for standard input.
  let path: String
  /// What stands in it.
  let score: Score

  /// Reads a score by its content, or as the options say.
  init(_ path: String, _ options: Options) throws(Failure) {
    self.path = path
    name = Self.name(of: path)
    let bytes = try FileBytes.read(path)
    do throws(ScoreError) {
      score = try Self.score(bytes, options)
    } catch {
      throw Failure(error, file: name)
    }
  }

  /// What a path is called in messages.
  static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// The reader of each form.
  static func score(_ bytes: [UInt8], _ options: Options) throws(ScoreError) -> Score {
    guard let kind = options.inputFormat ?? Score.Kind.recognised(in: bytes) else {
      throw ScoreError.unrecognised(bytes)
    }
    switch kind {
    case .smf, .rmid: return try Score(midiFile: bytes)
    case .musicxml: return try Score(musicXML: bytes)
    case .midicsv: return try Score(midiCSV: bytes)
    case .tsv: return try Score(noteList: bytes)
    case .notes: return try Score(noteScript: bytes)
    case .abc: return try Score(abc: bytes, tune: options.tune, chords: options.chords)
    }
  }
}
