public import Synthesis

extension AudioFileWriter {
  /// How a file is written, beyond its format.
  public struct Options: Sendable, Hashable {
    /// What is added before rounding to integers.
    public var dither = Dither.none
    /// Chooses the noise of the dither.
    public var seed: UInt64 = 0
    /// How well a codec does, 0…1.
    ///
    /// For FLAC how hard it looks for a smaller file (nil: 5/8), for Ogg Vorbis, Opus and MP3 how
    /// good it sounds (nil: the codec's usual). Other forms have none.
    public var quality: Double?
    /// Texts beside the sound.
    public var tags: [Tag: String] = [:]
    /// Named places; those that do not lie in the file are left out.
    public var cues: [CuePoint] = []
    /// How many frames will be written, if that is certain.
    ///
    /// A pipe then gets its bytes at once, with true
    /// sizes. It is an error to write another number.
    public var frames: Int?
    /// How many frames are likely: over 4 GiB a WAV is begun as RF64, which saves moving its bytes.
    public var likelyFrames: Int?
    /// Whether a pipe gets its bytes at once, with sizes that say "unknown", where `frames` is not known.
    public var streams = false
    /// Whether the frames of the cues are not known yet: they are named by `mark` before the first frame.
    public var cuesComeLater = false
    /// Whether the SHA-256 of the samples is wanted.
    public var checksum = false

    /// Nothing special.
    public init() {}

    /// What a format cannot keep of these options, each for a person to read.
    func warnings(for format: AudioFormat) -> [String] {
      let container = format.container
      var warnings: [String] = []
      let lost = Tag.allCases.filter { tags[$0] != nil && !container.tags.contains($0) }
      if !lost.isEmpty {
        warnings.append(
          "\(container.rawValue) files have no place for the tag\(lost.count == 1 ? "" : "s") "
            + "\(lost.map(\.rawValue).joined(separator: ", "))")
      }
      if container == .aiff,
        tags.contains(where: {
          container.tags.contains($0.key) && !$0.value.utf8.allSatisfy { $0 < 128 }
        })
      {
        warnings.append(
          "aiff files have tags in ASCII only; other programs may misread the letters beyond it")
      }
      if !cues.isEmpty {
        if !container.hasCues {
          warnings.append(
            "\(container.rawValue) files have no place for markers; "
              + (cues.count == 1 ? "one is left out" : "\(cues.count) are left out"))
        }
      }
      return warnings + cuts(container)
    }
  }
}

extension Container {
  /// The tags that it has a place for.
  public var tags: Set<Tag> {
    switch self {
    case .flac, .ogg, .opus, .mp3, .caf: Set(Tag.allCases)
    case .wav, .rf64: Set(Tag.allCases).subtracting([.license])
    case .aiff: [.title, .artist, .comment, .copyright, .software]
    case .au, .w64, .raw: []
    }
  }

  /// Whether it keeps named places.
  public var hasCues: Bool {
    switch self {
    case .wav, .rf64, .aiff, .flac: true
    case .au, .caf, .w64, .ogg, .opus, .mp3, .raw: false
    }
  }

  /// Whether its bytes can go out at once: sizes in its header can be given beforehand or be unknown.
  var streams: (known: Bool, unknown: Bool) {
    switch self {
    case .raw, .ogg, .opus, .mp3: (true, true)
    case .wav, .au, .flac: (true, true)
    case .aiff, .caf, .w64, .rf64: (false, false)
    }
  }

  /// Whether a file of it without any frame is none: libsndfile's codecs begin with their first frame.
  var needsFrame: Bool { self == .flac || self == .opus || self == .mp3 }
}
