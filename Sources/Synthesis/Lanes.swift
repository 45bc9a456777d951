import Dispatch
import Synchronization

/// Independent pieces of work that threads share without the result depending on how.
///
/// A lane holds part of a synthesizer's voices and renders them into its own block; the blocks are
/// summed in the order of the lanes. Which thread runs a lane, and how many threads there are, can
/// therefore not be heard. The number of lanes is the synthesizer's choice and must not depend on the
/// number of threads.
public final class Lanes<Lane: Sendable>: Sendable {
  private final class Box: Sendable {
    let lane: Mutex<Lane>
    init(_ lane: Lane) { self.lane = Mutex(lane) }
  }

  private let boxes: [Box]
  /// The threads that `forEach` uses at most.
  public let jobs: Int

  /// Lanes, and the number of threads that may work on them at once (at least 1).
  public init(_ lanes: [Lane], jobs: Int) {
    boxes = lanes.map(Box.init)
    self.jobs = max(1, min(jobs, lanes.count))
  }

  /// How many lanes there are.
  public var count: Int { boxes.count }

  /// Lets `body` work on every lane, each once, on up to `jobs` threads; returns when all are done.
  public func forEach(_ body: @Sendable (Int, inout Lane) -> Void) {
    if jobs == 1 {
      for (index, box) in boxes.enumerated() { box.lane.withLock { body(index, &$0) } }
      return
    }
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        if index >= self.boxes.count { return }
        self.boxes[index].lane.withLock { body(index, &$0) }
      }
    }
  }

  /// Lets `body` work on one lane on this thread.
  public func with(_ index: Int, _ body: (inout Lane) -> Void) {
    boxes[index].lane.withLock { body(&$0) }
  }
}
