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
    /// The SHA-256 of the samples as written, if it was asked for and the file is finished: interleaved,
    /// little-endian, in the width of the encoding; what a codec was given counts as 32-bit floats.
    public var sha256: String?
    /// Whether a WAV has become RF64, because it is larger than 4 GiB.
    public var isRF64 = false
  }

  /// The form that is written.
  public let format: AudioFormat
  /// What the format cannot keep of the options.
  public let warnings: [String]
  private let output: OutputFile
  private let spool: Spool?
  private let stream: ByteStream
  private let file: SoundFile
  private let header: FLACHeaderBox?
  private let keepsCues: Bool
  private var cues: [CuePoint]
  private let expectedFrames: Int?
  private let riffLimit: Int
  private let mostFrames: Int
  private var quantiser: Quantiser?
  private var digest: SHA256?
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
    var options = Options()
    options.dither = dither
    options.seed = seed
    try self.init(destination, format: format, options: options)
  }

  /// Begins a file.
  ///
  /// Throws before anything is rendered where the target cannot be created.
  public init(
    _ destination: Destination, format: AudioFormat, options: Options
  ) throws(AudioFileError) {
    try self.init(destination, format: format, options: options, riffLimit: RF64.riffLimit)
  }

  /// With another limit of RIFF, for tests.
  init(
    _ destination: Destination, format: AudioFormat, options: Options, riffLimit: Int
  ) throws(AudioFileError) {
    let output = try OutputFile(destination)
    let delivery = try Delivery(
      format, options, hasPositions: output.hasPositions, riffLimit: riffLimit)
    let written = delivery.isBegunAsRF64 ? try format.with(.rf64) : format
    let spool = output.hasPositions || delivery.goesAtOnce ? nil : try Spool(for: destination.name)
    let header: FLACHeaderBox? =
      written.container == .flac
      ? FLACHeaderBox(
        FLACHeader(
          frames: delivery.goesAtOnce ? options.frames : nil, rate: format.rate,
          cues: delivery.cues))
      : nil
    var held = options
    held.tags = options.tags(in: format.container)
    let stream = ByteStream(
      spool?.descriptor ?? output.descriptor, hasPositions: spool != nil || output.hasPositions,
      pages: written.container == .ogg || written.container == .opus ? OggPages() : nil,
      edit: Self.edit(written, held, header, delivery))
    let file: SoundFile
    do {
      file = try SoundFile(written, held, to: stream)
    } catch {
      if error.code != 0 { throw output.writeFailure(error.code) }
      throw .impossible("libsndfile cannot write this \(written.container.rawValue): \(error.text)")
    }
    self.format = format
    warnings = options.warnings(for: format) + delivery.warnings(format, options)
    keepsCues = delivery.keepsCues
    cues = delivery.cues
    self.output = output
    self.spool = spool
    self.stream = stream
    self.file = file
    self.header = header
    self.riffLimit = delivery.goesAtOnce ? Int.max : riffLimit
    mostFrames = format.mostDataBytes(riffLimit: riffLimit) / format.frameBytes
    expectedFrames = delivery.goesAtOnce ? options.frames : nil
    quantiser = format.encoding.integerBits.map {
      Quantiser(bits: $0, dither: options.dither, seed: options.seed, rate: format.rate)
    }
    digest = options.checksum ? SHA256() : nil
    summary.isRF64 = delivery.isBegunAsRF64
  }

  /// What is changed in the header that libsndfile makes.
  private static func edit(
    _ format: AudioFormat, _ options: Options, _ header: FLACHeaderBox?, _ delivery: Delivery
  ) -> ByteStream.Edit? {
    if let header { return { bytes in header.header.edit(&bytes) } }
    if format.container == .mp3 {
      let tag = ID3Tag.bytes(options.tags)
      return tag.isEmpty
        ? nil
        : { bytes in
          bytes.insert(contentsOf: tag, at: 0)
          return 0
        }
    }
    guard delivery.goesAtOnce, format.container != .raw else { return nil }
    return { bytes in
      StreamedHeader.edit(
        &bytes, format.container, dataBytes: delivery.dataBytes, behind: delivery.chunkBytes)
    }
  }

  /// Names places whose frames were not known at the begin (`cuesComeLater`), before the first frame is
  /// written.
  public mutating func mark(_ cues: [CuePoint]) throws(AudioFileError) {
    if summary.frames > 0 { throw .impossible("places are named before the first frame") }
    if !keepsCues { return }
    self.cues = Options.cues(cues, in: format.container, frames: expectedFrames)
    header?.header.name(self.cues)
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
    if summary.frames > mostFrames {
      throw .writeFailed(path: output.destination.name, reason: format.tooLarge)
    }
    let peak = block.peak
    summary.peak = peak > summary.peak ? peak : summary.peak
    do {
      if quantiser != nil {
        quantiser?.quantise(block, channels: format.channels, into: &integers)
        try file.write(integers)
        if digest != nil { digest?.update(SampleBytes.of(integers, format.encoding)) }
      } else {
        summary.clipped += Self.interleave(
          block, channels: format.channels, saturate: format.encoding == .compressed, into: &floats)
        try file.write(floats)
        if digest != nil { digest?.update(SampleBytes.of(floats, format.encoding)) }
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
  ///
  /// Forms that cannot be without sound (FLAC, Opus, MP3) get one silent frame where nothing was written.
  public consuming func finish() throws(AudioFileError) -> Summary {
    if let expectedFrames, expectedFrames != summary.frames {
      throw .writeFailed(
        path: output.destination.name,
        reason: "\(summary.frames) frames were written where the header says \(expectedFrames)")
    }
    if summary.frames == 0, format.container.needsFrame {
      try writeChannels(StereoBlock(frames: 1))
    }
    var result = written
    do throws(SoundFileProblem) {
      try file.finish()
      let kept = Options.cues(cues, in: format.container, frames: summary.frames)
      if let (bytes, place) = header?.header.settled(kept, frames: summary.frames) {
        stream.patch(bytes, at: place)
      }
      CueChunks.add(kept, to: stream, summary.isRF64 ? .rf64 : format.container)
      if stream.failure != 0 { throw SoundFileProblem(code: stream.failure) }
      if format.container == .aiff, stream.trueLength > riffLimit {
        throw SoundFileProblem(text: format.tooLarge)
      }
      if format.container == .wav, !summary.isRF64, stream.trueLength > riffLimit {
        let code = RF64.upgrade(
          spool?.descriptor ?? output.descriptor, length: stream.trueLength,
          frames: summary.frames,
          dataBytes: summary.frames * format.frameBytes)
        if code != 0 { throw SoundFileProblem(code: code) }
        result.isRF64 = true
      }
      if summary.isRF64 || format.container == .rf64, format.encoding.integerBits == nil,
        let clock = RF64.clock(spool?.descriptor ?? output.descriptor, length: stream.trueLength)
      {
        stream.patch([0, 0, 0, 0], at: clock)
        if stream.failure != 0 { throw SoundFileProblem(code: stream.failure) }
      }
      if let spool { try spool.copy(to: output.descriptor) }
    } catch {
      throw Self.failure(error, output)
    }
    try output.commit()
    result.sha256 = digest.take()?.hexadecimal()
    return result
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

/// A FLAC header that the stream edits and the writer asks later.
final class FLACHeaderBox {
  var header: FLACHeader
  init(_ header: FLACHeader) { self.header = header }
}
