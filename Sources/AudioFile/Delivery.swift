/// How a file's bytes reach their target: corrected in place, at once behind a header that is final, or at
/// the end, from a file without a name.
struct Delivery {
  /// Whether the bytes leave as they come, though nothing can be corrected where they go.
  let goesAtOnce: Bool
  /// Whether a WAV is RF64 from its first byte on.
  let isBegunAsRF64: Bool
  /// Whether places can be named.
  let keepsCues: Bool
  /// The places that are known at the begin.
  let cues: [CuePoint]
  /// The bytes of the samples, where the frames are certain.
  let dataBytes: Int?
  /// The bytes of the chunks behind the samples.
  let chunkBytes: Int

  /// The header and its texts are small against this.
  private static let headerRoom = 1 << 19

  /// - Throws: `impossible` for an unknown length where the format has no header for it, or for more
  ///   frames than it can hold.
  init(
    _ format: AudioFormat, _ options: AudioFileWriter.Options, hasPositions: Bool, riffLimit: Int
  ) throws(AudioFileError) {
    let container = format.container
    let room = riffLimit - Self.headerRoom
    let dataBytes: Int? =
      if let frames = options.frames {
        try format.dataBytes(frames: frames, riffLimit: riffLimit)
      } else { nil }
    let cues = AudioFileWriter.Options.cues(
      options.cuesComeLater ? [] : options.cues, in: container, frames: options.frames)
    let chunkBytes = CueChunks.all(container, cues).count
    let fits = dataBytes.map { $0 + chunkBytes <= room } ?? false
    // Whether the end is known where places are named: in FLAC before the samples, else behind them.
    let knowsEnd = container == .flac ? options.frames != nil : fits && !options.cuesComeLater
    goesAtOnce =
      !hasPositions
      && (container == .raw || fits && knowsEnd && container.streams.known
        || options.streams && container.streams.unknown)
    if !hasPositions, options.streams, options.frames == nil, !container.streams.unknown {
      throw .impossible(
        "\(container.rawValue) has no header for an unknown length; stream wav, flac, au, raw …")
    }
    isBegunAsRF64 =
      container == .wav && hasPositions
      && (options.frames ?? options.likelyFrames ?? 0) > max(0, room) / format.frameBytes
    keepsCues = container.hasCues && (!goesAtOnce || knowsEnd)
    self.cues = keepsCues ? cues : []
    self.dataBytes = dataBytes
    self.chunkBytes = keepsCues ? chunkBytes : 0
  }

  /// What cannot be kept of the options, for a person to read.
  func warnings(_ format: AudioFormat, _ options: AudioFileWriter.Options) -> [String] {
    guard format.container.hasCues, !keepsCues, !options.cues.isEmpty else { return [] }
    return [
      "a \(format.container.rawValue) stream of unknown length has no markers; "
        + "\(options.cues.count) are left out"
    ]
  }
}
