/// The form of an audio file.
public enum Container: String, Sendable, Hashable, CaseIterable {
  /// RIFF WAVE; over 4 GiB it becomes RF64.
  case wav
  /// Free Lossless Audio Codec.
  case flac
  /// Audio Interchange File Format; floats make it AIFF-C.
  case aiff
  /// Sun's and NeXT's `.snd`.
  case au
  /// Apple's Core Audio Format.
  case caf
  /// Sony's 64-bit WAVE.
  case w64
  /// EBU's 64-bit WAVE (EBU Tech 3306).
  case rf64
  /// Ogg Vorbis.
  case ogg
  /// Ogg Opus.
  case opus
  /// MPEG layer III.
  case mp3
  /// Samples and nothing else, little-endian.
  case raw

  /// The container that the extension of a path names; nil where it has none or an unknown one.
  public init?(pathExtension path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "wav", "wave": self = .wav
    case "flac": self = .flac
    case "aiff", "aif", "aifc": self = .aiff
    case "au", "snd": self = .au
    case "caf": self = .caf
    case "w64": self = .w64
    case "rf64": self = .rf64
    case "ogg", "oga": self = .ogg
    case "opus": self = .opus
    case "mp3": self = .mp3
    case "raw", "pcm": self = .raw
    default: return nil
    }
  }

  /// The encodings that it can hold, the usual one first.
  public var encodings: [Encoding] {
    switch self {
    case .wav, .aiff, .au, .caf, .w64, .rf64, .raw: [.s16, .s24, .s32, .f32, .f64]
    case .flac: [.s16, .s24]
    case .ogg, .opus, .mp3: [.compressed]
    }
  }

  /// The sample rates that it can hold, where it has few; nil for all from 8000 to 192000 Hz.
  public var rates: [Int]? {
    switch self {
    case .opus: [8000, 12_000, 16_000, 24_000, 48_000]
    case .mp3: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
    case .wav, .flac, .aiff, .au, .caf, .w64, .rf64, .ogg, .raw: nil
    }
  }

  /// The rate that it has nearest to `rate`, the higher of two.
  public func nearestRate(to rate: Int) -> Int {
    guard let rates else {
      return min(max(rate, AudioFormat.rates.lowerBound), AudioFormat.rates.upperBound)
    }
    return rates.max {
      abs($0 - rate) > abs($1 - rate) || (abs($0 - rate) == abs($1 - rate) && $0 < $1)
    } ?? rate
  }

  /// The usual ending of a name, without the dot.
  public var pathExtension: String { rawValue }
}

/// How a sample is written.
public enum Encoding: String, Sendable, Hashable, CaseIterable {
  /// Integers of 16 bits.
  case s16
  /// Integers of 24 bits.
  case s24
  /// Integers of 32 bits.
  case s32
  /// IEEE floats of 32 bits.
  case f32
  /// IEEE floats of 64 bits.
  case f64
  /// As the container's codec does.
  case compressed

  /// The width of an integer; nil for floats and codecs.
  public var integerBits: Int? {
    switch self {
    case .s16: 16
    case .s24: 24
    case .s32: 32
    case .f32, .f64, .compressed: nil
    }
  }

  /// The bytes of a sample; a codec's input is counted as 32-bit floats.
  public var bytes: Int {
    switch self {
    case .s16: 2
    case .s24: 3
    case .s32, .f32, .compressed: 4
    case .f64: 8
    }
  }
}
