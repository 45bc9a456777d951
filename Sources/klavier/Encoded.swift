import AudioFile
import Synthesis

/// Sound as the bytes of a file that browsers decode.
enum Encoded {
  /// Ogg Opus at the rates that it has, FLAC at others.
  static func audio(_ sound: StereoBlock, rate: Int) throws(Failure) -> [UInt8] {
    let isOpus = [8000, 12_000, 16_000, 24_000, 48_000].contains(rate)
    return try Failure.of { () throws(AudioFileError) in
      let file = try ScratchFile()
      let format = try AudioFormat(
        isOpus ? .opus : .flac, encoding: nil, rate: rate, channels: 2)
      var writer = try AudioFileWriter(
        .scratch(file), format: format, dither: isOpus ? .none : .tpdf)
      try writer.write(sound)
      _ = try writer.finish()
      return try file.bytes()
    }
  }
}

extension StereoBlock {
  /// Lets the last frames fall to nothing, linearly.
  mutating func fadeOut(frames count: Int) {
    let length = min(count, frames)
    let begin = frames - length
    for i in 0..<length {
      let share = Float(length - i) / Float(length)
      left[begin + i] *= share
      right[begin + i] *= share
    }
  }
}
