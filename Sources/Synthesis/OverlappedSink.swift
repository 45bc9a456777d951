private import Dispatch
private import Synchronization

/// Writes to another sink on a thread of its own, while the next blocks are computed.
///
/// Blocks are handed over some ten thousand frames at a time, since to wake a thread takes as long as to
/// compute hundreds. At most `depth` such batches wait; then the writer waits, so that memory stays bounded.
/// What goes wrong comes up at one of the next writes or at the end. The order of the blocks, and so the bytes,
/// are those of writing directly.
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
  private let batchFrames: Int
  private var batch: [StereoBlock] = []
  private var waitingFrames = 0

  /// Writes to `sink`, with `depth` batches waiting at most.
  public init(_ sink: consuming sending Sink, depth: Int = 4, batchFrames: Int = 65_536) {
    precondition(depth > 0)
    line = Line(sink, depth: depth)
    self.batchFrames = batchFrames
  }

  /// Hands the frames over; throws what went wrong with earlier ones.
  public mutating func write(_ block: borrowing StereoBlock) throws(Sink.Failure) {
    if let failure = line.failure.withLock({ $0 }) { throw failure }
    batch.append(copy block)
    waitingFrames += block.frames
    if waitingFrames >= batchFrames { handOver() }
  }

  private mutating func handOver() {
    if batch.isEmpty { return }
    line.free.wait()
    line.queue.async { [line, batch] in
      defer { line.free.signal() }
      if line.failure.withLock({ $0 != nil }) { return }
      line.sink.withLock { sink in
        do throws(Sink.Failure) {
          for block in batch { try sink?.write(block) }
        } catch {
          line.failure.withLock { $0 = error }
        }
      }
    }
    batch = []
    waitingFrames = 0
  }

  /// Lets `body` change the sink, when all that was handed over so far is written.
  public mutating func change(
    _ body: (inout Sink) throws(Sink.Failure) -> Void
  ) throws(Sink.Failure) {
    handOver()
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
    handOver()
    line.queue.sync {}
    if let failure = line.failure.withLock({ $0 }) { throw failure }
    guard let sink = line.sink.withLock({ $0.take() }) else {
      preconditionFailure("the sink is handed back once")
    }
    return sink
  }

  deinit { line.queue.sync {} }
}
