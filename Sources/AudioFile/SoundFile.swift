internal import CSndfile
internal import Glibc

/// libsndfile writing through a `ByteStream`.
///
/// It gets integers in range and finished floats, so none of its own conversions, clipping or dither
/// play a part; its PEAK chunk, which holds the time of day, is off.
@safe final class SoundFile {
  private let library: SndfileLibrary
  private let stream: ByteStream
  private var handle: OpaquePointer?
  private let channels: Int

  /// Begins a file; the text says why libsndfile does not, where it does not.
  init(
    _ format: AudioFormat, _ options: AudioFileWriter.Options, to stream: ByteStream
  ) throws(SoundFileProblem) {
    do throws(SndfileLibrary.Missing) {
      library = try SndfileLibrary.shared.get()
    } catch { throw SoundFileProblem(text: error.reason) }
    self.stream = stream
    channels = format.channels
    var info = SF_INFO()
    info.samplerate = Int32(format.rate)
    info.channels = Int32(format.channels)
    info.format = format.code
    var calls = unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe sf_count_t(SoundFile.stream($0).length) },
      seek: { offset, origin, user in
        let stream = unsafe SoundFile.stream(user)
        switch origin {
        case SEEK_CUR: stream.seek(to: stream.position + Int(offset))
        case SEEK_END: stream.seek(to: stream.length + Int(offset))
        default: stream.seek(to: Int(offset))
        }
        return sf_count_t(stream.position)
      },
      read: { bytes, count, user in
        unsafe sf_count_t(
          SoundFile.stream(user).read(
            UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))))
      },
      write: { bytes, count, user in
        unsafe sf_count_t(
          SoundFile.stream(user).write(UnsafeRawBufferPointer(start: bytes, count: Int(count))))
      },
      tell: { unsafe sf_count_t(SoundFile.stream($0).position) })
    let user = unsafe Unmanaged.passUnretained(stream).toOpaque()
    guard let opened = unsafe library.openVirtual(&calls, Int32(SFM_WRITE), &info, user) else {
      throw SoundFileProblem(text: unsafe text(nil))
    }
    unsafe handle = opened
    command(SFC_SET_ADD_PEAK_CHUNK, false)
    if let quality = options.quality { try choose(quality, format.container) }
    if format.container != .mp3 { try set(options.tags, format.container) }
  }

  private func choose(_ quality: Double, _ container: Container) throws(SoundFileProblem) {
    let number =
      switch container {
      case .flac: SFC_SET_COMPRESSION_LEVEL
      case .ogg, .opus, .mp3: SFC_SET_VBR_ENCODING_QUALITY
      case .wav, .aiff, .au, .caf, .w64, .rf64, .raw: 0
      }
    if number == 0 { return }
    // Of MP3 libsndfile refuses the very lowest.
    var value = min(1, max(container == .mp3 ? 0.001 : 0, quality))
    let size = Int32(MemoryLayout<Double>.size)
    if unsafe library.command(handle, Int32(number), &value, size) != SF_TRUE {
      throw SoundFileProblem(text: "the quality \(quality) is refused")
    }
  }

  private func set(_ tags: [Tag: String], _ container: Container) throws(SoundFileProblem) {
    for tag in Tag.allCases where container.tags.contains(tag) {
      guard let text = tags[tag], !text.isEmpty else { continue }
      let line = String(decoding: text.utf8.map { $0 == 0 ? 32 : $0 }, as: UTF8.self)
      let code = unsafe library.setString(handle, tag.code, line)
      if code != 0 {
        throw SoundFileProblem(
          text:
            unsafe "the tag \(tag.rawValue) is refused: \(String(cString: library.numberText(code)))"
        )
      }
    }
  }

  private static func stream(_ user: UnsafeMutableRawPointer?) -> ByteStream {
    guard let user = unsafe user else { preconditionFailure("libsndfile lost its stream") }
    return unsafe Unmanaged<ByteStream>.fromOpaque(user).takeUnretainedValue()
  }

  private func command(_ number: Int, _ on: Bool) {
    _ = unsafe library.command(handle, Int32(number), nil, Int32(on ? SF_TRUE : SF_FALSE))
  }

  /// Writes interleaved integers, each in the upper bits of its 32.
  func write(_ samples: [Int32]) throws(SoundFileProblem) {
    let count = unsafe samples.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe Int(library.writeIntegers(handle, base, sf_count_t(buffer.count)))
    }
    if count != samples.count || stream.failure != 0 { throw problem() }
  }

  /// Writes interleaved floats.
  func write(_ samples: [Float]) throws(SoundFileProblem) {
    let count = unsafe samples.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe Int(library.writeFloats(handle, base, sf_count_t(buffer.count)))
    }
    if count != samples.count || stream.failure != 0 { throw problem() }
  }

  /// Completes the file's header and hands over the last bytes.
  func finish() throws(SoundFileProblem) {
    guard let open = unsafe handle else { return }
    unsafe handle = nil
    let result = unsafe library.close(open)
    stream.flush()
    if stream.failure != 0 { throw problem() }
    if result != 0 {
      throw SoundFileProblem(text: unsafe String(cString: library.numberText(result)))
    }
  }

  private func problem() -> SoundFileProblem {
    if stream.failure != 0 { return SoundFileProblem(code: stream.failure) }
    return SoundFileProblem(text: unsafe text(handle))
  }

  private func text(_ handle: OpaquePointer?) -> String {
    guard let text = unsafe library.errorText(handle) else { return "unknown error" }
    return unsafe String(cString: text)
  }

  deinit {
    // Not finished: the descriptor may be closed before this, and another file may have its number.
    stream.abandon()
    if let open = unsafe handle { _ = unsafe library.close(open) }
  }
}

/// Why libsndfile stopped: an error number of the system, or its own words.
struct SoundFileProblem: Error {
  var code: Int32 = 0
  var text = ""
}

extension AudioFormat {
  /// libsndfile's number for container and encoding.
  var code: Int32 {
    let major =
      switch container {
      case .wav: SF_FORMAT_WAV
      case .flac: SF_FORMAT_FLAC
      case .aiff: SF_FORMAT_AIFF
      case .au: SF_FORMAT_AU
      case .caf: SF_FORMAT_CAF
      case .w64: SF_FORMAT_W64
      case .rf64: SF_FORMAT_RF64
      case .ogg, .opus: SF_FORMAT_OGG
      case .mp3: SF_FORMAT_MPEG
      case .raw: SF_FORMAT_RAW | SF_ENDIAN_LITTLE
      }
    let minor =
      switch (encoding, container) {
      case (.s16, _): SF_FORMAT_PCM_16
      case (.s24, _): SF_FORMAT_PCM_24
      case (.s32, _): SF_FORMAT_PCM_32
      case (.f32, _): SF_FORMAT_FLOAT
      case (.f64, _): SF_FORMAT_DOUBLE
      case (.compressed, .opus): SF_FORMAT_OPUS
      case (.compressed, .mp3): SF_FORMAT_MPEG_LAYER_III
      case (.compressed, _): SF_FORMAT_VORBIS
      }
    return Int32(major | minor)
  }
}
