import AudioFile
import Score
import Synthesis

/// An argument of `compare` and `draw`: an audio file, or a score to be rendered.
enum Subject {
  /// A sound, its rate, and what it was reduced from, if it had more than two channels.
  case audio(StereoBlock, rate: Int, channels: Int)
  /// A score.
  case score

  /// What stands at a path, by its content: what the reader of audio does not know is taken for a score.
  init(_ path: String) throws(Failure) {
    if path == "-" {
      self = .score
      return
    }
    // A score is small and says what it is; a sound need not be read into memory to see that.
    let head = try FileBytes.head(path, count: 4096)
    if Score.Kind.recognised(in: head) != nil || head.isEmpty {
      self = .score
      return
    }
    do throws(AudioFileError) {
      let recording = try AudioFileReader(path: path).recording()
      self = .audio(
        StereoBlock(recording), rate: recording.rate, channels: recording.channels.count)
    } catch {
      throw Failure(error)
    }
  }
}

extension StereoBlock {
  /// The first two channels of a recording; a single one on both sides.
  init(_ recording: Recording) {
    self.init(frames: 0)
    left = recording.channels.first ?? []
    right = recording.channels.count > 1 ? recording.channels[1] : left
  }

  /// Whether every sample is a number.
  var isFinite: Bool {
    // A sum is finite only if all its parts are: one test for the whole plane.
    func test(_ plane: [Float]) -> Bool {
      var sum: Float = 0
      for sample in plane { sum += sample * 0 }
      return sum == 0
    }
    return test(left) && test(right)
  }
}
