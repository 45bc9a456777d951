import AudioFile
import Synthesis

/// The way of the sound from the renderer to the file.
struct OutputSink: FrameSink, ~Copyable {
  /// The file.
  private var writer: AudioFileWriter

  init(_ target: Target, seed: UInt64) throws(AudioFileError) {
    writer = try AudioFileWriter(
      target.destination, format: target.format, dither: target.dither, seed: seed)
  }

  /// Takes the next frames.
  mutating func write(_ block: borrowing StereoBlock) throws(AudioFileError) {
    try writer.write(block)
  }

  /// What was written so far.
  var written: AudioFileWriter.Summary { writer.written }

  /// Completes the file and puts it in its place.
  consuming func finish() throws(AudioFileError) -> AudioFileWriter.Summary {
    try writer.finish()
  }
}
