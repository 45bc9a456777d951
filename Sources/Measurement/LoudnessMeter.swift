private import CEBUR128
public import Synthesis

/// Integrated loudness and true peak by ITU-R BS.1770-4 and EBU R 128, of sound that
/// comes block by block.
///
/// It is libebur128's: blocks of 400 ms every 100 ms, gated at −70 LUFS and 10 LU below the mean; true peak
/// with 4 times the samples below 96 kHz, 2 times below 192 kHz. It keeps some 16 bytes for each 100 ms.
@safe public struct LoudnessMeter: FrameSink, ~Copyable, @unchecked Sendable {
  // Unchecked: the state below has this one owner.
  private var state: LoudnessLibrary.State?
  private let library: LoudnessLibrary
  private let channels: Int
  private var interleaved: [Float] = []

  /// Why nothing can be measured, as where libebur128 is not installed; nil where it can.
  public static var missing: String? {
    if case .failure(let missing) = LoudnessLibrary.shared { missing.reason } else { nil }
  }

  /// A meter for sound of a rate; with one channel it measures (L + R) / 2.
  ///
  /// Where `truePeak` is not wanted it is a third as slow. There must be nothing `missing`.
  public init(rate: Int, channels: Int = 2, truePeak: Bool = true) {
    self.init(
      rate: rate, channels: channels,
      mode: EBUR128_MODE_I.rawValue
        | (truePeak ? EBUR128_MODE_TRUE_PEAK.rawValue : EBUR128_MODE_SAMPLE_PEAK.rawValue))
  }

  /// The rates that can be measured, in Hz.
  public static let rates = 16...2_822_400

  /// The integrated loudness of a whole sound in LUFS; nil for what is silent or shorter than 400 ms, at a
  /// rate outside of `rates`, and where nothing can be measured.
  public static func loudness(of sound: StereoBlock, rate: Int) -> Double? {
    guard rates.contains(rate), missing == nil else { return nil }
    var meter = LoudnessMeter(rate: rate, channels: 2, mode: EBUR128_MODE_I.rawValue)
    for start in stride(from: 0, to: sound.frames, by: 1 << 14) {
      let range = start..<min(start + (1 << 14), sound.frames)
      var piece = StereoBlock(frames: 0)
      piece.left = Array(sound.left[range])
      piece.right = Array(sound.right[range])
      meter.write(piece)
    }
    return meter.loudness
  }

  private init(rate: Int, channels: Int, mode: UInt32) {
    precondition(channels == 1 || channels == 2)
    self.channels = channels
    switch LoudnessLibrary.shared {
    case .success(let found): library = found
    case .failure(let missing): preconditionFailure(missing.reason)
    }
    unsafe state = library.create(UInt32(channels), UInt(rate), Int32(mode))
    // It answers nil for a rate that it does not know.
    unsafe precondition(state != nil, "libebur128 does not measure \(rate) Hz")
  }

  /// Takes the next frames.
  public mutating func write(_ block: borrowing StereoBlock) {
    Self.interleave(block.left, block.right, channels, into: &interleaved)
    let frames = block.frames
    unsafe interleaved.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress {
        _ = unsafe library.addFrames(state, base, frames)
      }
    }
  }

  private static func interleave(
    _ left: [Float], _ right: [Float], _ channels: Int, into samples: inout [Float]
  ) {
    let count = left.count * channels
    if samples.count != count { samples = [Float](repeating: 0, count: count) }
    let l = left.span
    let r = right.span
    var target = samples.mutableSpan
    if channels == 1 {
      for i in l.indices { target[i] = l[i] * 0.5 + r[i] * 0.5 }
    } else {
      for i in l.indices {
        target[2 &* i] = l[i]
        target[2 &* i &+ 1] = r[i]
      }
    }
  }

  /// Integrated loudness in LUFS; nil for what is silent or shorter than 400 ms.
  public var loudness: Double? {
    var value = 0.0
    let code = unsafe library.loudness(state, &value)
    return code == Int32(EBUR128_SUCCESS.rawValue) && value.isFinite ? value : nil
  }

  /// The true peak of all channels, full scale at 1; without it the largest sample.
  public var truePeak: Double {
    var largest = 0.0
    for channel in 0..<UInt32(channels) {
      var value = 0.0
      let code = unsafe library.truePeak(state, channel, &value)
      if code != Int32(EBUR128_SUCCESS.rawValue) {
        _ = unsafe library.samplePeak(state, channel, &value)
      }
      largest = value > largest ? value : largest
    }
    return largest
  }

  deinit {
    var last = unsafe state
    unsafe library.destroy(&last)
  }
}
