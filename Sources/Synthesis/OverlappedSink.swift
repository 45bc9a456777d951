private import Dispatch
private import Synchronization

/// Writes to another sink on a thread of its own, while the next blocks are computed.
///
/// At most `depth` blocks wait; then the writer waits, so that memory stays bounded. What goes wrong
/// comes up at one of the next writes or at the end. The order of the blocks, and so the bytes, are those
/// of writing directly.
public struct OverlappedSink<Sink: FrameSink & ~Copyable & Sendable>: FrameSink, ~Copyable {
  private final class Line: Sendable {
    let sink: Mutex<Sink?>
    let failure = Mutex<Sink.Failure?>(nil)
    let free: DispatchSemaphore
    let queue = DispatchQueue(label: "klavier.sink", qos: .userInitiated)

    init(_ sink: consuming sending Sink, depth: Int) {
      self.sink = Mutex(sink)
      free = DispatchSemaphore(value: depth)
    }
  }

  private let line: Line
  private let depth: Int

  /// Writes to `sink`, with `depth` blocks waiting at most.
  public init(_ sink: consuming sending Sink, depth: Int = 4) {
    precondition(depth > 0)
    line = Line(sink, depth: depth)
    self.depth = depth
  }

  /// Hands the frames over; throws what went wrong with earlier ones.
  public mutating func write(_ block: borrowing StereoBlock) throws(Sink.Failure) {
    if let failure = line.failure.withLock({ $0 }) { throw failure }
    line.free.wait()
    let copy = StereoBlock(copying: block)
    line.queue.async { [line] in
      defer { line.free.signal() }
      if line.failure.withLock({ $0 != nil }) { return }
      line.sink.withLock { sink in
        do throws(Sink.Failure) {
          try sink?.write(copy)
        } catch {
          line.failure.withLock { $0 = error }
        }
      }
    }
  }

  /// Lets `body` change the sink, when all that was handed over so far is written.
  public mutating func change(
    _ body: (inout Sink) throws(Sink.Failure) -> Void
  ) throws(Sink.Failure) {
    line.queue.sync {}
    if let failure = line.failure.withLock({ $0 }) { throw failure }
    try line.sink.withLock { sink throws(Sink.Failure) in
      guard var changed = sink.take() else { preconditionFailure("the sink was handed back") }
      do throws(Sink.Failure) { try body(&changed) } catch {
        sink = consume changed
        throw error
      }
      sink = consume changed
    }
  }

  /// Waits until all is written; the sink, to be finished.
  public consuming func sink() throws(Sink.Failure) -> Sink {
    line.queue.sync {}
    if let failure = line.failure.withLock({ $0 }) { throw failure }
    guard let sink = line.sink.withLock({ $0.take() }) else {
      preconditionFailure("the sink is handed back once")
    }
    return sink
  }

  deinit { line.queue.sync {} }
}

extension StereoBlock {
  /// The same frames in memory of their own.
  init(copying block: borrowing StereoBlock) {
    self.init(frames: 0)
    left = block.left
    right = block.right
  }
}
