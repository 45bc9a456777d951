/// Mono sound laid out for playheads: silence on both sides, the loop written on past its end.
///
/// A playhead that reads across a loop's seam finds there what the loop holds, so it needs no test for
/// it: at `end` it steps back by `turn` frames, a multiple of the loop, to a place with the same
/// surroundings. Loop points are used as they are, down to a loop of one frame; the loop's end is the
/// first frame after it (SoundFont 2.04, 7.10).
public final class Tape: Sendable {
  /// Silent frames before the first and after the last: room for half of the longest interpolation.
  public static let margin = 16
  /// Short loops are repeated to at least this many frames, so that turns are rare.
  static let shortestTurn = 2048

  /// The samples, the first frame at `margin`.
  let samples: [Float]
  /// The index at which reading stops, or turns back.
  let end: Int
  /// How far it turns back; 0 if it stops.
  let turn: Int
  /// The loop itself, in frames.
  let loopStart: Int
  let loopFrames: Int

  /// Whether it goes on for ever.
  public var isLooped: Bool { turn > 0 }

  /// A tape of these frames; an empty loop, or one outside of them, is none.
  public init(_ frames: [Float], loop: Range<Int>? = nil) {
    let margin = Tape.margin
    guard let loop, !loop.isEmpty, loop.lowerBound >= 0, loop.upperBound <= frames.count else {
      var samples = [Float](repeating: 0, count: margin)
      samples.reserveCapacity(frames.count + 2 * margin)
      samples.append(contentsOf: frames)
      samples.append(contentsOf: repeatElement(0, count: margin))
      self.samples = samples
      end = margin + frames.count
      turn = 0
      loopStart = 0
      loopFrames = 0
      return
    }
    loopStart = loop.lowerBound
    loopFrames = loop.count
    let turns = (Tape.shortestTurn + loop.count - 1) / loop.count
    turn = turns * loop.count
    end = 2 * margin + loop.lowerBound + turn
    var samples = [Float](repeating: 0, count: margin)
    samples.reserveCapacity(end + margin)
    samples.append(contentsOf: frames[..<loop.upperBound])
    // What lies one loop back is what comes next.
    while samples.count < end + margin { samples.append(samples[samples.count - loop.count]) }
    self.samples = samples
  }

  /// The bytes that it holds.
  public var bytes: Int { samples.count * 4 }
}
