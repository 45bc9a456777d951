internal import CSndfile
internal import Glibc
private import Score
public import Synthesis

/// An audio file being read: WAV, FLAC, AIFF, Ogg Vorbis, Opus, MP3 and whatever else libsndfile knows.
@safe public struct AudioFileReader: ~Copyable {
  /// Samples a second.
  public let rate: Int
  /// Channels, at least 1.
  public let channels: Int
  /// The frames that the file says it has; nil where it does not know.
  ///
  /// Do not allocate from it.
  public let frames: Int?
  /// The file's form; nil for one that is only read here.
  public let container: Container?
  /// The samples' form as it is named here (`s16`, `vorbis`), or in libsndfile's words.
  public let encoding: String
  /// The texts beside the sound.
  public let tags: [Tag: String]
  /// The frames that repeat, the last exclusive, if the file says so.
  public let loop: Range<Int>?
  /// The key at which it sounds as recorded, if the file says so.
  public let rootKey: Int?
  /// Named places.
  public let cues: [CuePoint]

  private let library: SndfileLibrary
  private let handle: OpaquePointer
  private let memory: MemoryBytes?
  private let name: String
  /// The bytes of the file.
  private let size: Int
  private var interleaved: [Float] = []

  /// Opens a file; `-` is standard input.
  public init(path: String) throws(AudioFileError) {
    if path == "-" {
      let bytes = try Self.everything(STDIN_FILENO, "standard input")
      try self.init(bytes: bytes, name: "standard input")
      return
    }
    let file = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC)
    if file < 0 { throw .cannotRead(path: path, reason: systemMessage(errno)) }
    let library: SndfileLibrary
    do throws(AudioFileError) { library = try Self.library(path) } catch {
      _ = close(file)
      throw error
    }
    var found = stat()
    if unsafe fstat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG {
      var info = SF_INFO()
      // libsndfile closes the file, also where it cannot open it.
      let opened = unsafe library.openDescriptor(file, Int32(SFM_READ), &info, Int32(SF_TRUE))
      try unsafe self.init(
        library, opened, info, memory: nil, name: path, size: Int(found.st_size))
    } else {
      defer { _ = close(file) }
      try self.init(bytes: try Self.everything(file, path), name: path)
    }
  }

  /// Opens a file that is in memory; `name` is what messages call it.
  public init(bytes: [UInt8], name: String = "the sound") throws(AudioFileError) {
    let library = try Self.library(name)
    let memory = MemoryBytes(bytes)
    var info = SF_INFO()
    var calls = MemoryBytes.calls
    let user = unsafe Unmanaged.passUnretained(memory).toOpaque()
    let opened = unsafe library.openVirtual(&calls, Int32(SFM_READ), &info, user)
    try unsafe self.init(
      library, opened, info, memory: memory, name: name, size: bytes.count)
  }

  private static func library(_ name: String) throws(AudioFileError) -> SndfileLibrary {
    do throws(SndfileLibrary.Missing) { return try SndfileLibrary.shared.get() } catch {
      throw .cannotRead(path: name, reason: error.reason)
    }
  }

  @unsafe private init(
    _ library: SndfileLibrary, _ opened: OpaquePointer?, _ info: SF_INFO, memory: MemoryBytes?,
    name: String, size: Int
  ) throws(AudioFileError) {
    guard let opened = unsafe opened else {
      throw .notAudio(path: name, reason: unsafe Self.problem(library, nil))
    }
    guard info.samplerate > 0, info.channels > 0 else {
      _ = unsafe library.close(opened)
      throw .notAudio(path: name, reason: "it declares no rate or no channels")
    }
    self.library = library
    unsafe handle = opened
    self.memory = memory
    self.name = name
    self.size = size
    rate = Int(info.samplerate)
    channels = Int(info.channels)
    frames = info.frames >= 0 && info.frames < Int.max / 2 ? Int(info.frames) : nil
    (container, encoding) = Self.form(info.format, library)
    var tags: [Tag: String] = [:]
    for tag in Tag.allCases {
      if let text = unsafe library.getString(opened, tag.code) {
        tags[tag] = unsafe String(cString: text)
      }
    }
    self.tags = tags
    (loop, rootKey) = unsafe Self.instrument(opened, library)
    cues = unsafe CuePoint.read(opened, library)
  }

  /// The next frames, at most `count`, as a plane for each channel; empty planes at the end.
  public mutating func read(_ count: Int) throws(AudioFileError) -> [[Float]] {
    let size = count * channels
    if interleaved.count != size { interleaved = [Float](repeating: 0, count: size) }
    let got = unsafe interleaved.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe Int(library.readFrames(handle, base, sf_count_t(count)))
    }
    let failed = unsafe library.error(handle) != Int32(SF_ERR_NO_ERROR)
    if got < count, failed {
      throw .notAudio(path: name, reason: unsafe "it is damaged: \(Self.problem(library, handle))")
    }
    return (0..<channels).map { Self.plane($0, of: channels, frames: max(0, got), interleaved) }
  }

  private static func plane(
    _ channel: Int, of channels: Int, frames: Int, _ interleaved: [Float]
  ) -> [Float] {
    var plane = [Float](repeating: 0, count: frames)
    let source = interleaved.span
    var target = plane.mutableSpan
    for i in target.indices { target[i] = source[i &* channels &+ channel] }
    return plane
  }

  /// The rest of the sound.
  public consuming func recording() throws(AudioFileError) -> Recording {
    var planes = [[Float]](repeating: [], count: channels)
    // What the header promises is believed as far as the file has a byte for each sample.
    let room = min(frames ?? 0, size / channels)
    for channel in planes.indices { planes[channel].reserveCapacity(room) }
    while true {
      let more = try read(16_384)
      if more[0].isEmpty { break }
      for channel in planes.indices { planes[channel].append(contentsOf: more[channel]) }
    }
    var result = Recording(channels: planes, rate: rate, rootKey: rootKey)
    if let loop, loop.upperBound <= result.frames { result.loop = loop }
    return result
  }

  private static func everything(
    _ file: Int32, _ name: String
  ) throws(AudioFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe Glibc.read(file, $0.baseAddress, $0.count)
      }
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: piece[..<count])
      } else if errno != EINTR {
        throw .cannotRead(path: name, reason: systemMessage(errno))
      }
    }
  }

  private static func problem(_ library: SndfileLibrary, _ handle: OpaquePointer?) -> String {
    guard let text = unsafe library.errorText(handle) else { return "unknown error" }
    let said = unsafe String(cString: text)
    return said.hasSuffix(".") ? String(said.dropLast()) : said
  }

  private static func form(
    _ format: Int32, _ library: SndfileLibrary
  ) -> (Container?, String) {
    let (major, minor) = (Int(format) & SF_FORMAT_TYPEMASK, Int(format) & SF_FORMAT_SUBMASK)
    let container: Container? =
      switch major {
      case SF_FORMAT_WAV, SF_FORMAT_WAVEX: .wav
      case SF_FORMAT_FLAC: .flac
      case SF_FORMAT_AIFF: .aiff
      case SF_FORMAT_AU: .au
      case SF_FORMAT_CAF: .caf
      case SF_FORMAT_W64: .w64
      case SF_FORMAT_RF64: .rf64
      case SF_FORMAT_OGG: minor == SF_FORMAT_OPUS ? .opus : .ogg
      case SF_FORMAT_MPEG: .mp3
      default: nil
      }
    let encoding =
      switch minor {
      case SF_FORMAT_PCM_S8: "s8"
      case SF_FORMAT_PCM_U8: "u8"
      case SF_FORMAT_PCM_16: "s16"
      case SF_FORMAT_PCM_24: "s24"
      case SF_FORMAT_PCM_32: "s32"
      case SF_FORMAT_FLOAT: "f32"
      case SF_FORMAT_DOUBLE: "f64"
      case SF_FORMAT_VORBIS: "vorbis"
      case SF_FORMAT_OPUS: "opus"
      case SF_FORMAT_MPEG_LAYER_I, SF_FORMAT_MPEG_LAYER_II, SF_FORMAT_MPEG_LAYER_III: "mpeg"
      default: subtypeName(minor, library)
      }
    return (container, encoding)
  }

  private static func subtypeName(_ minor: Int, _ library: SndfileLibrary) -> String {
    var info = unsafe SF_FORMAT_INFO()
    unsafe info.format = Int32(minor)
    let size = unsafe Int32(MemoryLayout<SF_FORMAT_INFO>.size)
    guard unsafe library.command(nil, Int32(SFC_GET_FORMAT_INFO), &info, size) == 0,
      let name = unsafe info.name
    else { return "unknown" }
    return unsafe String(cString: name)
  }

  private static func instrument(
    _ handle: OpaquePointer, _ library: SndfileLibrary
  ) -> (Range<Int>?, Int?) {
    // Swift cannot name its array of anonymous structures, so it is read as what it is: int gain; char
    // basenote, detune, velocity and key ranges; int loop_count; 16 of {int mode; uint32 start, end, count}.
    var words = [Int32](repeating: 0, count: 4 + 16 * 4)
    let size = Int32(words.count * 4)
    guard unsafe library.command(handle, Int32(SFC_GET_INSTRUMENT), &words, size) != 0 else {
      return (nil, nil)
    }
    let key = Int(Int8(truncatingIfNeeded: words[1]))
    let (mode, start, end) = (
      words[4], Int(UInt32(bitPattern: words[5])), Int(UInt32(bitPattern: words[6]))
    )
    let loops = words[3] > 0 && Int(mode) != Int(SF_LOOP_NONE) && end > start
    return (loops ? start..<end : nil, key >= 0 ? key : nil)
  }

  deinit { _ = unsafe library.close(handle) }
}
