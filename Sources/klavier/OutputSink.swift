import AudioFile
import Synthesis

/// The way of the sound from the renderer to the file.
struct OutputSink: FrameSink, ~Copyable {
  private var writer: AudioFileWriter
  /// Frames to be left out before the file begins.
  private var skip: Int
  /// Whether the frames until the first sound are left out too.
  private var isWaitingForSound: Bool
  /// The frame of the piece with which the file begins.
  private(set) var start: Int

  init(_ target: Target, _ range: TimeRange, seed: UInt64) throws(AudioFileError) {
    writer = try AudioFileWriter(
      target.destination, format: target.format, dither: target.dither, seed: seed)
    skip = range.start
    start = range.start
    isWaitingForSound = range.trimStart
  }

  /// Takes the next frames.
  mutating func write(_ block: borrowing StereoBlock) throws(AudioFileError) {
    if skip == 0, !isWaitingForSound { return try writer.write(block) }
    var first = min(skip, block.frames)
    skip -= first
    if isWaitingForSound {
      while first < block.frames, !block.isSound(at: first) {
        first += 1
        start += 1
      }
      if first < block.frames { isWaitingForSound = false }
    }
    if first < block.frames { try writer.write(block.dropping(first)) }
  }

  /// What was written so far.
  var written: AudioFileWriter.Summary { writer.written }

  /// Completes the file and puts it in its place.
  consuming func finish() throws(AudioFileError) -> AudioFileWriter.Summary {
    try writer.finish()
  }
}

extension StereoBlock {
  /// Whether a frame reaches −90 dBFS.
  fileprivate func isSound(at frame: Int) -> Bool {
    let floor: Float = 3.1622777e-5
    return abs(left[frame]) >= floor || abs(right[frame]) >= floor
  }
}
