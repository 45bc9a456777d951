internal import Glibc
public import Synthesis

/// Sound that waits in a temporary file until its level is known, so that normalising needs no more memory
/// for an hour than for a second.
///
/// The file has no name and vanishes with the process; it takes 8 bytes a frame in `$TMPDIR` or /tmp.
public struct FrameSpool: FrameSink, ~Copyable, @unchecked Sendable {
  // Unchecked: the spool has this one owner.
  private let spool: Spool
  private var interleaved: [Float] = []
  /// The frames written so far.
  public private(set) var frames = 0
  /// The largest absolute sample so far.
  public private(set) var peak: Float = 0

  /// An empty one.
  public init() throws(AudioFileError) {
    spool = try Spool(for: "the temporary file")
  }

  /// Keeps the next frames.
  public mutating func write(_ block: borrowing StereoBlock) throws(AudioFileError) {
    let count = block.frames
    if interleaved.count != 2 * count { interleaved = [Float](repeating: 0, count: 2 * count) }
    Self.interleave(block.left, block.right, into: &interleaved)
    let largest = block.peak
    peak = largest > peak ? largest : peak
    let code = unsafe interleaved.withUnsafeBytes {
      unsafe writeAll(spool.descriptor, $0, at: 8 * frames)
    }
    if code != 0 {
      throw .writeFailed(path: "the temporary file", reason: systemMessage(code))
    }
    frames += count
  }

  private static func interleave(_ left: [Float], _ right: [Float], into samples: inout [Float]) {
    let l = left.span
    let r = right.span
    var target = samples.mutableSpan
    for i in l.indices {
      target[2 &* i] = l[i]
      target[2 &* i &+ 1] = r[i]
    }
  }

  /// Makes `block` the frames of a range, which must have been written, each sample times `gain`.
  public mutating func read(
    _ range: Range<Int>, gain: Float = 1, into block: inout StereoBlock
  ) throws(AudioFileError) {
    precondition(range.lowerBound >= 0 && range.upperBound <= frames)
    let count = range.count
    if interleaved.count != 2 * count { interleaved = [Float](repeating: 0, count: 2 * count) }
    let code = unsafe interleaved.withUnsafeMutableBytes {
      unsafe readAll(spool.descriptor, $0, at: 8 * range.lowerBound)
    }
    if code != 0 {
      throw AudioFileError.cannotRead(path: "the temporary file", reason: systemMessage(code))
    }
    block.clear(frames: count)
    Self.part(interleaved, gain, into: &block.left, 0)
    Self.part(interleaved, gain, into: &block.right, 1)
  }

  private static func part(
    _ samples: [Float], _ gain: Float, into plane: inout [Float], _ channel: Int
  ) {
    let source = samples.span
    var target = plane.mutableSpan
    for i in target.indices { target[i] = source[2 &* i &+ channel] * gain }
  }
}
