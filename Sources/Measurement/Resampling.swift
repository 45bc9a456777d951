private import CSamplerate
public import Synthesis

extension StereoBlock {
  /// The same sound at another rate, by libsamplerate's medium sinc (−121 dB, 90 % of the band).
  ///
  /// For comparisons of files whose rates differ; nil where the library is not installed or refuses (a
  /// ratio beyond 256, or no memory).
  public func resampled(from rate: Int, to wanted: Int) -> StereoBlock? {
    if rate == wanted || frames == 0 { return self }
    let ratio = Double(wanted) / Double(rate)
    guard let library = SamplerateLibrary.shared, library.isValidRatio(ratio) != 0 else {
      return nil
    }
    var out = StereoBlock(frames: 0)
    guard let left = Self.resampled(left, ratio, library),
      let right = Self.resampled(right, ratio, library)
    else {
      return nil
    }
    out.left = left
    out.right = right
    return out
  }

  private static func resampled(
    _ plane: [Float], _ ratio: Double, _ library: SamplerateLibrary
  ) -> [Float]? {
    let most = Int((Double(plane.count) * ratio).rounded(.up)) + 16
    var made = 0
    var status: Int32 = 1
    let out = unsafe [Float](unsafeUninitializedCapacity: most) { target, filled in
      unsafe plane.withUnsafeBufferPointer { source in
        var job = unsafe SRC_DATA()
        unsafe job.data_in = source.baseAddress
        unsafe job.data_out = target.baseAddress
        unsafe job.input_frames = source.count
        unsafe job.output_frames = target.count
        unsafe job.src_ratio = ratio
        status = unsafe library.convert(&job, Int32(SRC_SINC_MEDIUM_QUALITY), 1)
        made = unsafe job.output_frames_gen
      }
      filled = status == 0 ? max(0, min(made, most)) : 0
    }
    return status == 0 ? out : nil
  }
}
