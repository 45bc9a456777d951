import AudioFile
import Glibc
import Synthesis

/// Sound as the bytes of a file that browsers decode.
enum Encoded {
  /// Ogg Opus at the rates that it has, FLAC at others.
  static func audio(_ sound: StereoBlock, rate: Int) throws(Failure) -> [UInt8] {
    let isOpus = [8000, 12_000, 16_000, 24_000, 48_000].contains(rate)
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var place = Array("\(folder)/klavier-XXXXXX".utf8CString)
    let made = unsafe place.withUnsafeMutableBufferPointer { letters in
      unsafe letters.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
    }
    guard let own = made else {
      throw Failure(.writeFailed, file: folder, "no temporary folder can be made")
    }
    let path = "\(own)/sound.\(isOpus ? "opus" : "flac")"
    defer {
      _ = unsafe unlink(path)
      _ = unsafe rmdir(own)
    }
    do throws(AudioFileError) {
      let format = try AudioFormat(
        isOpus ? .opus : .flac, encoding: nil, rate: rate, channels: 2)
      var writer = try AudioFileWriter(
        .path(path), format: format, dither: isOpus ? .none : .tpdf, seed: 0)
      try writer.write(sound)
      _ = try writer.finish()
    } catch { throw Failure(error) }
    return try FileBytes.read(path)
  }
}

extension StereoBlock {
  /// Appends silence up to a length.
  mutating func extend(frames count: Int) {
    guard count > frames else { return }
    left.append(contentsOf: repeatElement(0, count: count - left.count))
    right.append(contentsOf: repeatElement(0, count: count - right.count))
  }

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
