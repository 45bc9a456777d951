/// Plays a timeline on a synthesizer into a sink, block by block.
///
/// It is the only part of the program that knows about time: it hands each block its events and
/// decides where the sound ends.
public struct Renderer: Sendable {
  /// Where the sound ends.
  public enum Tail: Sendable, Hashable {
    /// Not before the timeline's end, then when 50 ms have been below −90 dBFS or nothing sounds.
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
  public var blockFrames: Int
  /// Where the sound ends.
  public var tail: Tail
  /// A factor on every sample.
  public var gain: Float

  /// A renderer.
  public init(blockFrames: Int = 2048, tail: Tail = .auto, gain: Float = 1) {
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
    var quiet = 0  // frames below the floor since the timeline's end
    let quietEnough = timeline.rate / 20
    while true {
      let start = summary.frames
      var end = start + blockFrames
      switch tail {
      case .none: end = min(end, timeline.endFrame)
      case .frames(let frames): end = min(end, timeline.endFrame + frames)
      case .auto where start < timeline.endFrame: end = min(end, timeline.endFrame)
      case .auto: break
      }
      let isTail = start >= timeline.endFrame
      if end <= start, !isTail || tail != .auto { break }
      // Events on the end itself belong to the block after it, or to nothing that sounds.
      var last = next
      while last < timeline.events.endIndex, timeline.events[last].frame < end { last += 1 }
      if isTail, tail == .auto, next == last, !synthesizer.isSounding { break }
      block.clear(frames: end - start)
      synthesizer.render(timeline.events[next..<last], at: start, into: &block)
      next = last
      if gain != 1 { block.scale(by: gain) }
      if isTail, tail == .auto {
        if let enough = block.quietRun(&quiet, below: Self.silence, atLeast: quietEnough) {
          block.truncate(frames: enough)
          summary.peak = max(summary.peak, block.peak)
          try sink.write(block)
          summary.frames += block.frames
          break
        }
      }
      summary.peak = max(summary.peak, block.peak)
      try sink.write(block)
      summary.frames += block.frames
      if !progress(summary.frames) { break }
    }
    return summary
  }
}

extension StereoBlock {
  /// The largest absolute sample.
  public var peak: Float {
    max(Self.peak(left), Self.peak(right))
  }

  private static func peak(_ plane: [Float]) -> Float {
    var largest: Float = 0
    for sample in plane {
      let magnitude = abs(sample)
      largest = magnitude > largest ? magnitude : largest
    }
    return largest
  }

  mutating func scale(by gain: Float) {
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

  /// Counts on how many frames have been quiet in a row; answers the frame count at which the run is
  /// long enough, if it becomes so in this block.
  func quietRun(_ run: inout Int, below floor: Float, atLeast length: Int) -> Int? {
    for i in 0..<frames {
      let loud = abs(left[i]) >= floor || abs(right[i]) >= floor
      run = loud ? 0 : run + 1
      if run >= length { return i + 1 }
    }
    return nil
  }
}
