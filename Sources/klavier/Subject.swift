import AudioFile
import Dispatch
import Score
import Synchronization
import Synthesis

/// An argument of `compare` and `draw`: an audio file, or a score to be rendered.
enum Subject: Sendable {
  /// A sound, its rate, and what it was reduced from, if it had more than two channels.
  case audio(StereoBlock, rate: Int, channels: Int)
  /// A score.
  case score

  /// What stands at a path, by its content: what the reader of audio does not know is taken for a score.
  init(_ path: String) throws(Failure) {
    // A score is small and says what it is; a sound need not be read into memory to see that.
    let head = try FileBytes.head(path, count: 4096)
    if FileForm(head: head) != .audio, Score.Kind.recognised(in: head) != nil || head.isEmpty {
      self = .score
      return
    }
    try FileForm.refusePipe(path)
    let recording = try Failure.of { () throws(AudioFileError) in
      try AudioFileReader(path: path).recording()
    }
    // A rate sets the lengths of windows and delays.
    guard Self.rates.contains(recording.rate) else {
      throw Failure(
        .badInput, file: path, "a sound at \(recording.rate) Hz is not supported",
        hint: "\(Self.rates.lowerBound) to \(Self.rates.upperBound) Hz are")
    }
    let sound = StereoBlock(recording)
    // The square of what is louder than this by far is no number any more.
    guard sound.peak < 1e9 || !sound.isFinite else {
      throw Failure(.badInput, file: path, "it holds samples beyond 1000000000, which is no sound")
    }
    self = .audio(sound, rate: recording.rate, channels: recording.channels.count)
  }

  /// The rates of sounds that are measured and drawn.
  static let rates = 1000...768_000
}

extension Subject {
  /// What stands at two paths, read side by side.
  static func both(_ first: String, _ second: String) throws(Failure) -> (Subject, Subject) {
    let read = Mutex<[Int: Result<Subject, Failure>]>([:])
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      let path = index == 0 ? first : second
      let subject = Result { () throws(Failure) in try Subject(path) }
      read.withLock { $0[index] = subject }
    }
    guard let one = read.withLock({ $0[0] }), let other = read.withLock({ $0[1] }) else {
      preconditionFailure("both were read")
    }
    return (try one.get(), try other.get())
  }
}

extension Warnings {
  /// What is to say of a sound that is read as far as it goes; `done` is what is done with its channels.
  mutating func addOfSound(_ path: String, channels: Int, _ done: String) {
    if let cut = AudioInfo.warningOfCut(path) { add(cut, file: path) }
    if channels > 2 { add("\(channels) channels: only the first two are \(done)", file: path) }
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
    Self.isFinite(left) && Self.isFinite(right)
  }

  /// A sum is finite only if all its parts are: one test for the whole plane, over sums that run side by side.
  private static func isFinite(_ plane: [Float]) -> Bool {
    var sums = [Float](repeating: 0, count: 256)
    add(zeroTimes: plane, to: &sums)
    return sums.allSatisfy { $0 == 0 }
  }

  private static func add(zeroTimes plane: [Float], to sums: inout [Float]) {
    let samples = plane.span
    var target = sums.mutableSpan
    var start = 0
    while start < samples.count {
      for i in 0..<min(target.count, samples.count - start) {
        target[i] += samples[start &+ i] * 0
      }
      start += target.count
    }
  }
}
