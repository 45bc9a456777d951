/// What is too large for a file, known before anything is rendered.
///
/// AIFF has sizes of 32 bits and no way to say more, RIFF has RF64, AU may say that it does not know.
extension AudioFormat {
  /// The bytes of a frame.
  var frameBytes: Int { channels * encoding.bytes }

  /// The most bytes of samples; `riffLimit` is the largest file with sizes of 32 bits.
  ///
  /// What has no limit of its own ends where sums of sizes are still far from overflowing.
  func mostDataBytes(riffLimit: Int) -> Int {
    // Header and tags stay far below 64 KiB.
    container == .aiff ? max(0, riffLimit - (1 << 16)) : 1 << 62
  }

  /// The bytes of samples of so many frames.
  ///
  /// Throws `AudioFileError.impossible` where no such file can be.
  func dataBytes(frames: Int, riffLimit: Int) throws(AudioFileError) -> Int {
    let (bytes, overflow) = frames.multipliedReportingOverflow(by: frameBytes)
    if frames < 0 { throw .impossible("a file cannot have \(frames) frames") }
    if !overflow, bytes <= mostDataBytes(riffLimit: riffLimit) { return bytes }
    throw .impossible(
      "\(frames) frames are too many: " + (container == .aiff ? tooLarge : "no file is so large"))
  }

  /// Why a file has become too large.
  var tooLarge: String { "\(container.rawValue) holds 4 GiB at most; write w64, caf or rf64" }
}
