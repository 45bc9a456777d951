internal import Glibc
public import Synthesis

/// An audio file being written: mixes to its channels, rounds, and writes; the target appears with
/// `finish()`, and not at all without.
///
/// Two channels are written as they are, one is (L + R) / 2. Integers are rounded and saturated here, not
/// in a library. A target that cannot be corrected afterwards, such as a pipe, gets its bytes at the end,
/// from a file without a name, so that its header is true; raw samples go there at once.
public struct AudioFileWriter: FrameSink, ~Copyable, @unchecked Sendable {
  // Unchecked: the classes below have this one owner, which cannot be copied.

  /// What was written.
  public struct Summary: Sendable, Hashable {
    /// The frames.
    public var frames = 0
    /// The largest absolute sample of the channels written, before clipping.
    public var peak: Float = 0
    /// Samples that integers (or a codec) could not hold and that were set to full scale.
    public var clipped = 0
  }

  /// The form that is written.
  public let format: AudioFormat
  private let output: OutputFile
  private let spool: Spool?
  private let file: SoundFile
  private var quantiser: Quantiser?
  private var integers: [Int32] = []
  private var floats: [Float] = []
  private var mono = StereoBlock(frames: 0)
  private var summary = Summary()

  /// Begins a file.
  ///
  /// Throws before anything is rendered where the target cannot be created. `dither` matters for integers
  /// only; `seed` chooses its noise.
  public init(
    _ destination: Destination, format: AudioFormat, dither: Dither = .none, seed: UInt64 = 0
  ) throws(AudioFileError) {
    let output = try OutputFile(destination)
    let spool =
      output.hasPositions || format.container == .raw ? nil : try Spool(for: destination.name)
    let stream = ByteStream(
      spool?.descriptor ?? output.descriptor, hasPositions: spool != nil || output.hasPositions)
    let file: SoundFile
    do {
      file = try SoundFile(format, to: stream)
    } catch {
      throw Self.failure(error, output)
    }
    self.format = format
    self.output = output
    self.spool = spool
    self.file = file
    quantiser = format.encoding.integerBits.map {
      Quantiser(bits: $0, dither: dither, seed: seed, rate: format.rate)
    }
  }

  /// Writes the next frames.
  public mutating func write(_ block: borrowing StereoBlock) throws(AudioFileError) {
    if format.channels == 2 {
      try writeChannels(block)
    } else {
      mono.clear(frames: block.frames)
      Self.mix(block.left, block.right, into: &mono.left)
      try writeChannels(mono)
    }
  }

  private mutating func writeChannels(_ block: borrowing StereoBlock) throws(AudioFileError) {
    summary.frames += block.frames
    let peak = Self.peak(block.left, format.channels == 2 ? block.right : [])
    summary.peak = peak > summary.peak ? peak : summary.peak
    do {
      if quantiser != nil {
        quantiser?.quantise(block, channels: format.channels, into: &integers)
        try file.write(integers)
      } else {
        summary.clipped += Self.interleave(
          block, channels: format.channels, saturate: format.encoding == .compressed, into: &floats)
        try file.write(floats)
      }
    } catch {
      throw Self.failure(error, output)
    }
  }

  /// What was written so far.
  public var written: Summary {
    var result = summary
    result.clipped += quantiser?.clipped ?? 0
    return result
  }

  /// Completes the file, syncs it and puts it in the place of the target.
  public consuming func finish() throws(AudioFileError) -> Summary {
    do {
      try file.finish()
      if let spool { try spool.copy(to: output.descriptor) }
    } catch {
      throw Self.failure(error, output)
    }
    try output.commit()
    return written
  }

  private static func failure(_ problem: SoundFileProblem, _ output: OutputFile) -> AudioFileError {
    problem.code != 0
      ? output.writeFailure(problem.code)
      : .writeFailed(path: output.destination.name, reason: problem.text)
  }

  private static func mix(_ left: [Float], _ right: [Float], into mono: inout [Float]) {
    let l = left.span
    let r = right.span
    var target = mono.mutableSpan
    for i in l.indices { target[i] = l[i] * 0.5 + r[i] * 0.5 }
  }

  private static func peak(_ left: [Float], _ right: [Float]) -> Float {
    var largest: Float = 0
    for sample in left {
      let magnitude = abs(sample)
      largest = magnitude > largest ? magnitude : largest
    }
    for sample in right {
      let magnitude = abs(sample)
      largest = magnitude > largest ? magnitude : largest
    }
    return largest
  }

  /// Interleaves; answers how many samples had to be brought back to ±1.
  private static func interleave(
    _ block: borrowing StereoBlock, channels: Int, saturate: Bool, into samples: inout [Float]
  ) -> Int {
    let count = block.frames * channels
    if samples.count != count { samples = [Float](repeating: 0, count: count) }
    var clipped = 0
    for channel in 0..<channels {
      let plane = channel == 0 ? block.left : block.right
      let source = plane.span
      var target = samples.mutableSpan
      for i in source.indices {
        var sample = source[i]
        if saturate, !(abs(sample) <= 1) {
          clipped += 1
          sample = sample > 1 ? 1 : (sample < -1 ? -1 : 0)
        }
        target[i &* channels &+ channel] = sample
      }
    }
    return clipped
  }
}
