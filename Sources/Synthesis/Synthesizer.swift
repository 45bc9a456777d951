public import Score

/// An event and the sample that it falls on.
public struct TimedEvent: Sendable, Hashable {
  /// The sample, counted from the start of the score.
  public var frame: Int
  /// What happens before that sample sounds.
  public var event: Event

  /// `event` at `frame`.
  public init(frame: Int, event: Event) {
    self.frame = frame
    self.event = event
  }
}

/// A backend: takes events, makes sound.
///
/// A block comes with all events that fall into it, because a synthesizer that sees some thousand
/// frames at once can let each voice cut for itself (an event costs only the voices that it touches)
/// and can render voices in parallel; cutting the block for everybody at every event costs both.
///
/// ## For implementers
/// - An event takes effect at its own frame, whatever the block.
/// - The sound must not depend on where blocks begin and end: not one bit. So keep control rates and
///   recursions on a grid that counts from a voice's own start, never from a block's.
/// - The sum of voices has a fixed order, whatever the number of threads.
public protocol Synthesizer: ~Copyable {
  /// Adds its sound to `block`.
  ///
  /// `start` is the frame of the block's first sample; it follows the last block's end. `events` are
  /// those with `start` ≤ frame < `start` + `block.frames`, in their order.
  mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock)

  /// The most voices that sounded at once so far.
  var voicesPeak: Int { get }

  /// The voices that a limit of polyphony has cut short so far.
  var voicesStolen: Int { get }

  /// What a person should know of this render so far, each once: a preset that is not there, a sample
  /// that cannot be read. Lower case, no full stop.
  var warnings: [String] { get }
}

extension Synthesizer where Self: ~Copyable {
  /// No limit: nothing is stolen.
  public var voicesStolen: Int { 0 }

  /// Nothing to say.
  public var warnings: [String] { [] }
}
