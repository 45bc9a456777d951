import Score

/// Plays a timeline on a synthesizer into a sink, block by block.
///
/// It is the only part of the program that knows about time: it hands each block its events and
/// decides where the sound ends.
public struct Renderer: Sendable {
  /// Where the sound ends.
  public enum Tail: Sendable, Hashable {
    /// Not before the timeline's end, then when 50 ms have been below −90 dBFS.
    case auto
    /// At the timeline's end.
    case none
    /// This many frames after the timeline's end.
    case frames(Int)
  }

  /// What a render was like.
  public struct Summary: Sendable, Hashable {
    /// The frames written.
    public var frames = 0
    /// The largest absolute sample handed to the sink.
    public var peak: Float = 0
  }

  /// The frames of a block; the sound is the same for any value above 0.
  ///
  /// A block is the work that threads share before they wait for each other, and to wake one takes some ten
  /// µs: with 64 voices blocks of 2048 frames took a quarter longer than these. Longer ones cost memory.
  public var blockFrames: Int
  /// Where the sound ends.
  public var tail: Tail
  /// A factor on every sample.
  public var gain: Float

  /// A renderer.
  public init(blockFrames: Int = 16_384, tail: Tail = .auto, gain: Float = 1) {
    precondition(blockFrames > 0)
    self.blockFrames = blockFrames
    self.tail = tail
    self.gain = gain
  }

  /// Below this the tail counts as silence: −90 dBFS.
  static let silence: Float = 3.1622777e-5

  /// Renders the whole timeline.
  ///
  /// `progress` is called after each block with the frames done; where it returns false the render
  /// stops there.
  public func render<Backend: Synthesizer & ~Copyable, Sink: FrameSink & ~Copyable>(
    _ timeline: Timeline, with synthesizer: inout Backend, to sink: inout Sink,
    progress: (Int) -> Bool = { _ in true }
  ) throws(Sink.Failure) -> Summary {
    var summary = Summary()
    var next = timeline.events.startIndex
    var block = StereoBlock(frames: 0)
    let enough = timeline.rate / 20
    // Before the first sound it has been quiet for ever, so that an empty score gives no frames.
    var quiet = enough
    while true {
      let start = summary.frames
      let isTail = start >= timeline.endFrame
      if isTail, mayStillSound(timeline, from: next, summary) { quiet = 0 }
      guard let end = end(ofBlockAt: start, timeline, isQuiet: quiet >= enough) else { break }
      // Events on the end itself belong to the block after it, or to nothing that sounds.
      var last = next
      while last < timeline.events.endIndex, timeline.events[last].frame < end { last += 1 }
      // A new one: a sink may still have the last, and then to clear that one would copy it first.
      block = StereoBlock(frames: end - start)
      synthesizer.render(timeline.events[next..<last], at: start, into: &block)
      next = last
      if gain != 1 { block.scale(by: gain) }
      let limit = isTail && tail == .auto ? enough : .max
      block.truncate(frames: block.countQuiet(&quiet, below: Self.silence, upTo: limit))
      summary.peak = max(summary.peak, block.peak)
      try sink.write(block)
      summary.frames += block.frames
      if !progress(summary.frames) { break }
    }
    return summary
  }

  /// Whether events that fall on the end itself can begin a sound: a key or a pedal that goes up may
  /// have samples or noises of its own, after however long a silence.
  private func mayStillSound(_ timeline: Timeline, from next: Int, _ summary: Summary) -> Bool {
    for timed in timeline.events[next...] where timed.frame <= timeline.endFrame {
      switch timed.event {
      case .noteOn, .noteOff: return true
      case .controller: if summary.peak > 0 { return true }
      default: break
      }
    }
    return false
  }

  /// Where a block that starts at `start` ends; nil where the sound has ended.
  ///
  /// A block never crosses the timeline's end, so that the tail begins with a block of its own.
  private func end(ofBlockAt start: Int, _ timeline: Timeline, isQuiet: Bool) -> Int? {
    var end = start + blockFrames
    if start < timeline.endFrame { return min(end, timeline.endFrame) }
    switch tail {
    case .none: return nil
    case .frames(let frames): end = min(end, timeline.endFrame + frames)
    case .auto: return isQuiet ? nil : end
    }
    return end > start ? end : nil
  }
}

extension StereoBlock {
  /// The largest absolute sample.
  public var peak: Float {
    max(Self.peak(left), Self.peak(right))
  }

  private static func peak(_ plane: [Float]) -> Float {
    // Eight abreast: one comparison after the other would wait for the last one.
    var largest = SIMD8<Float>.zero
    let samples = plane.span
    var i = 0
    while i &+ 8 <= samples.count {
      for lane in 0..<8 {
        let magnitude = abs(samples[i &+ lane])
        largest[lane] = magnitude > largest[lane] ? magnitude : largest[lane]
      }
      i &+= 8
    }
    while i < samples.count {
      let magnitude = abs(samples[i])
      largest[0] = magnitude > largest[0] ? magnitude : largest[0]
      i &+= 1
    }
    return largest.max()
  }

  /// Multiplies every sample.
  public mutating func scale(by gain: Float) {
    Self.scale(&left, by: gain)
    Self.scale(&right, by: gain)
  }

  private static func scale(_ plane: inout [Float], by gain: Float) {
    for i in plane.indices { plane[i] *= gain }
  }

  mutating func truncate(frames: Int) {
    left.removeLast(left.count - frames)
    right.removeLast(right.count - frames)
  }

  /// Counts on, frame by frame, how many have been below `floor` in a row; answers the frames up to
  /// and with the one at which the count reaches `limit`, or all of them.
  func countQuiet(_ run: inout Int, below floor: Float, upTo limit: Int) -> Int {
    if run + frames < limit {
      // It cannot be reached: only what comes after the last loud frame counts.
      let last = (0..<frames).last { isLoud(at: $0, floor) }
      run = last.map { frames - 1 - $0 } ?? run + frames
      return frames
    }
    for i in 0..<frames {
      run = isLoud(at: i, floor) ? 0 : run + 1
      if run >= limit { return i + 1 }
    }
    return frames
  }

  private func isLoud(at frame: Int, _ floor: Float) -> Bool {
    abs(left[frame]) >= floor || abs(right[frame]) >= floor
  }
}
