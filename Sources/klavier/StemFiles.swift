import AudioFile
import Score
import Synthesis

/// The files of the stems, which get the level of the mix, frame by frame, so that they add up to it.
///
/// Frames of the stems are taken as they are played, and let go when those of the mix are: at once, or by what
/// a limiter looks ahead later, or, where the level is found at the end, from temporary files.
final class StemFiles {
  private final class File {
    let part: StemPart
    var writer: AudioFileWriter?
    var spool: FrameSpool?
    /// Frames that wait for their level.
    var waiting = StereoBlock(frames: 0)

    init(_ part: StemPart, _ writer: consuming AudioFileWriter, _ spool: consuming FrameSpool?) {
      self.part = part
      self.writer = consume writer
      self.spool = consume spool
    }
  }

  private let files: [File]
  private let gain: Float
  /// The paths, in the order of the tracks.
  let paths: [String]

  /// Begins a file for each part: `FOLDER/NAME.NN-track.wav` with the track's number and name.
  init(
    _ parts: [StemPart], of score: Score, folder: String, name: String, target: Target,
    _ options: AudioFileWriter.Options, _ plan: LevelPlan, gain: Float, inputs: [String]
  ) throws(Failure) {
    try Folders.make(folder)
    var (files, paths): ([File], [String]) = ([], [])
    for part in parts {
      let path =
        "\(folder)/\(name).\(Self.label(part.track, score)).\(target.format.container.pathExtension)"
      if let input = inputThatIsOutput(path, inputs: inputs) {
        throw Failure(AudioFileError.outputIsInput(path: path, input: input))
      }
      let file = try Failure.of { () throws(AudioFileError) in
        File(
          part, try AudioFileWriter(.path(path), format: target.format, options: options),
          plan.goal == nil ? nil : try FrameSpool())
      }
      files.append(file)
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

  /// Takes these frames of each part's present block.
  func take(_ range: Range<Int>) throws(AudioFileError) {
    for file in files {
      var block = StereoBlock(frames: 0)
      block.left = Array(file.part.block.left[range])
      block.right = Array(file.part.block.right[range])
      if gain != 1 { block.scale(by: gain) }
      if file.spool != nil {
        try file.spool?.write(block)
      } else {
        file.waiting.append(block)
      }
    }
  }

  /// Takes these frames once more, from the temporary files, at the level that was found.
  func takeAgain(_ range: Range<Int>, gain: Float) throws(AudioFileError) {
    for file in files {
      var block = StereoBlock(frames: 0)
      try file.spool?.read(range, gain: gain, into: &block)
      file.waiting.append(block)
    }
  }

  /// Writes the frames that have waited longest, each times its factor; without factors all of them as they are.
  func letGo(_ factors: [Float]? = nil) throws(AudioFileError) {
    for file in files {
      var block = file.waiting
      if let factors {
        block = file.waiting.removeFirst(factors.count)
        block.scale(by: factors)
      } else {
        file.waiting = StereoBlock(frames: 0)
      }
      try file.writer?.write(block)
    }
  }

  /// Names places, before the first frame.
  func mark(_ cues: [CuePoint]) throws(AudioFileError) {
    for file in files { try file.writer?.mark(cues) }
  }

  /// What a person should know: a stem can clip where the mix does not.
  var remarks: [String] {
    zip(files, paths).compactMap { file, path in
      let clipped = file.writer?.written.clipped ?? 0
      return clipped == 0 ? nil : "\(Text.count(clipped, "sample")) clipped in the stem \(path)"
    }
  }

  /// Puts the files in their places.
  func finish() throws(AudioFileError) {
    for file in files {
      if let writer = file.writer.take() { _ = try writer.finish() }
    }
  }
}

extension StereoBlock {
  fileprivate mutating func append(_ other: borrowing StereoBlock) {
    left.append(contentsOf: other.left)
    right.append(contentsOf: other.right)
  }

  /// Takes the first frames out.
  fileprivate mutating func removeFirst(_ count: Int) -> StereoBlock {
    var first = StereoBlock(frames: 0)
    first.left = Array(left[..<count])
    first.right = Array(right[..<count])
    left.removeFirst(count)
    right.removeFirst(count)
    return first
  }

  /// Multiplies each frame by its own factor.
  fileprivate mutating func scale(by factors: [Float]) {
    for i in factors.indices {
      left[i] *= factors[i]
      right[i] *= factors[i]
    }
  }
}
