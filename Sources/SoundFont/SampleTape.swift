import Synthesis

/// What of a sample a region plays: its place in the bank and the points, all offsets added.
struct SampleCut: Sendable, Hashable {
  var sample: Int
  /// Frames to leave out at the start and at the end of the sample, and the loop's points moved.
  var startOffset: Int
  var endOffset: Int
  var loopStartOffset: Int
  var loopEndOffset: Int
  var isLooped: Bool

  init(_ region: Region, isLooped: Bool) {
    func offset(_ fine: Int, _ coarse: Int) -> Int {
      Int(region.generators[fine]) + 32768 * Int(region.generators[coarse])
    }
    sample = region.sample
    // Where modulators move the start, even backwards, the voice finds it on the whole tape.
    startOffset =
      region.movesStart ? 0 : offset(Generator.startOffset, Generator.startCoarseOffset)
    endOffset = offset(Generator.endOffset, Generator.endCoarseOffset)
    loopStartOffset =
      isLooped ? offset(Generator.loopStartOffset, Generator.loopStartCoarseOffset) : 0
    loopEndOffset = isLooped ? offset(Generator.loopEndOffset, Generator.loopEndCoarseOffset) : 0
    self.isLooped = isLooped
  }
}

extension SoundFontFile {
  /// The most frames of a sample: what a playhead can count.
  static let longest = 1 << 30

  /// The tape of a cut; nil, with a warning, where there is nothing to play.
  func tape(_ cut: SampleCut, decoder: (any SampleDecoder)?, warnings: inout [String]) -> Tape? {
    guard cut.sample < sampleCount else {
      warnings.append("sample \(cut.sample) of \(sampleCount) does not exist: silent")
      return nil
    }
    let header = sample(cut.sample)
    func warn(_ text: String) { warnings.append("sample '\(header.name)': \(text)") }
    if header.isROM {
      warn("lies in a synthesizer's ROM: silent")
      return nil
    }
    guard header.start < header.end else {
      warn("ends (\(header.end)) before it starts (\(header.start)): silent")
      return nil
    }
    if header.isCompressed { return compressed(header, cut, decoder, warn) }

    let all = samples16.count / 2
    guard header.start < all else {
      warn("starts at frame \(header.start) of \(all): silent")
      return nil
    }
    if header.end > all { warn("ends at frame \(header.end) of \(all): cut there") }
    let sampleEnd = min(header.end, all)
    let start = min(max(header.start + cut.startOffset, 0), all)
    let end = min(max(sampleEnd + cut.endOffset, 0), all)
    guard start < end, end - start <= SoundFontFile.longest else {
      warn("nothing is left between its offsets: silent")
      return nil
    }
    let loop = loop(
      header.loopStart + cut.loopStartOffset - start, header.loopEnd + cut.loopEndOffset - start,
      frames: end - start, cut, warn)
    // What a loop never reaches need not be read.
    let last = loop.map { start + $0.upperBound } ?? end
    return Tape(frames(start..<last), loop: loop)
  }

  private func compressed(
    _ header: SampleHeader, _ cut: SampleCut, _ decoder: (any SampleDecoder)?,
    _ warn: (String) -> Void
  ) -> Tape? {
    guard header.end <= samples16.count else {
      warn("ends at byte \(header.end) of \(samples16.count): silent")
      return nil
    }
    guard let decoder else {
      warn("is compressed and there is no decoder: silent")
      return nil
    }
    let place = samples16.lowerBound
    do {
      let recording = try decoder.decode(bytes.bytes(place + header.start..<place + header.end))
      let frames = recording.channels.first ?? []
      let start = min(max(cut.startOffset, 0), frames.count)
      let end = min(max(frames.count + cut.endOffset, start), frames.count)
      guard start < end else {
        warn("nothing is left between its offsets: silent")
        return nil
      }
      let loop = loop(
        header.loopStart + cut.loopStartOffset - start,
        header.loopEnd + cut.loopEndOffset - start, frames: end - start, cut, warn)
      return Tape([Float](frames[start..<end]), loop: loop)
    } catch {
      warn("cannot be decoded (\(error)): silent")
      return nil
    }
  }

  /// The loop, in frames of the cut sample.
  ///
  /// Short margins are only advice (7.10): points are used as they
  /// are, as long as they lie in the sample.
  private func loop(
    _ start: Int, _ end: Int, frames: Int, _ cut: SampleCut, _ warn: (String) -> Void
  ) -> Range<Int>? {
    if !cut.isLooped { return nil }
    let low = min(max(start, 0), frames)
    let high = min(max(end, 0), frames)
    if low >= high {
      warn("its loop is empty (\(start) to \(end)): played once")
      return nil
    }
    if low != start || high != end {
      warn("its loop (\(start) to \(end)) leaves its \(frames) frames: cut to \(low) to \(high)")
    }
    return low..<high
  }

  /// Frames of `smpl`, with 8 more bits each where there is `sm24`.
  private func frames(_ range: Range<Int>) -> [Float] {
    var frames = bytes.samples16(
      samples16.lowerBound + 2 * range.lowerBound, frames: range.count)
    if let samples8 {
      for i in frames.indices {
        frames[i] += Float(bytes.uint8(samples8.lowerBound + range.lowerBound + i)) * 0x1p-23
      }
    }
    return frames
  }
}
