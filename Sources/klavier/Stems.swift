import AudioFile
import Score
import Synthesis

/// Plays each track by a player of its own and adds them up: one pass for the mix and all stems.
///
/// The mix is the sum of the stems by definition. It can differ from a mix made without stems where
/// tracks meet in the instrument: strings of one track that answer another's, an exclusive class, a
/// limit of polyphony.
struct StemPlayers: Synthesizer, ~Copyable {
  private let parts: [StemPart]

  /// The players of these tracks.
  init(_ parts: [StemPart]) { self.parts = parts }

  mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    for part in parts { part.render(events, at: start, into: &block) }
  }

  var isSounding: Bool { parts.contains { $0.player.isSounding } }
  var voicesPeak: Int { parts.reduce(0) { $0 + $1.player.voicesPeak } }
  var voicesStolen: Int { parts.reduce(0) { $0 + $1.player.voicesStolen } }
  var warnings: [String] { parts.flatMap { $0.player.warnings } }
}

/// One track, its player, and its sound in the present block.
final class StemPart {
  /// The track's index.
  let track: Int
  fileprivate(set) var player: Player
  fileprivate(set) var block = StereoBlock(frames: 0)

  init(track: Int, player: consuming Player) {
    self.track = track
    self.player = player
  }

  fileprivate func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into mix: inout StereoBlock
  ) {
    let own = events.filter { timed in
      switch timed.event {
      case .noteOn(let note), .noteOff(let note, _): Int(note.track) == track
      default: true
      }
    }
    block.clear(frames: mix.frames)
    player.render(own[...], at: start, into: &block)
    mix.add(block)
  }
}

/// The files of the stems.
final class StemFiles {
  private final class File {
    let part: StemPart
    var writer: AudioFileWriter?

    init(_ part: StemPart, _ writer: consuming AudioFileWriter) {
      self.part = part
      self.writer = consume writer
    }
  }

  private let files: [File]
  private let gain: Float
  /// The paths, in the order of the tracks.
  let paths: [String]

  /// Begins a file for each part: `FOLDER/NAME.NN-track.wav` with the track's number and name.
  init(
    _ parts: [StemPart], of score: Score, folder: String, name: String, target: Target,
    _ options: AudioFileWriter.Options, gain: Float, inputs: [String]
  ) throws(Failure) {
    try Folders.make(folder)
    var (files, paths): ([File], [String]) = ([], [])
    for part in parts {
      let path =
        "\(folder)/\(name).\(Self.label(part.track, score)).\(target.format.container.pathExtension)"
      if let input = inputThatIsOutput(path, inputs: inputs) {
        throw Failure(AudioFileError.outputIsInput(path: path, input: input))
      }
      let writer = try Failure.of { () throws(AudioFileError) in
        try AudioFileWriter(.path(path), format: target.format, options: options)
      }
      files.append(File(part, writer))
      paths.append(path)
    }
    (self.files, self.paths) = (files, paths)
    self.gain = gain
  }

  /// `01-rh`: a name without what a path could misread.
  static func label(_ track: Int, _ score: Score) -> String {
    let name = score.tracks.indices.contains(track) ? score.tracks[track].name ?? "" : ""
    let plain = String(
      name.unicodeScalars.prefix(60).map { scalar in
        scalar == "/" || scalar == "\\" || scalar.value < 32 || scalar.value == 127
          ? "_" : Character(scalar)
      })
    let number = track + 1 < 10 ? "0\(track + 1)" : "\(track + 1)"
    return "\(number)-\(plain.isEmpty ? "track" : plain)"
  }

  /// Writes these frames of each part's present block.
  func write(_ range: Range<Int>) throws(AudioFileError) {
    for file in files {
      var block = StereoBlock(frames: 0)
      block.left = Array(file.part.block.left[range])
      block.right = Array(file.part.block.right[range])
      if gain != 1 { block.scale(by: gain) }
      try file.writer?.write(block)
    }
  }

  /// Puts the files in their places.
  func finish() throws(AudioFileError) {
    for file in files {
      if let writer = file.writer.take() { _ = try writer.finish() }
    }
  }
}
