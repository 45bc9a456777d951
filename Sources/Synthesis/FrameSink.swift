/// A destination of sound: a file, a pipe, memory.
public protocol FrameSink: ~Copyable {
  /// Why a write can fail; `Never` for memory.
  associatedtype Failure: Error

  /// Takes the next frames.
  mutating func write(_ block: borrowing StereoBlock) throws(Failure)
}

/// Sound kept in memory, for tests and for users of the library.
public struct MemorySink: FrameSink {
  /// All that was written.
  public private(set) var sound = StereoBlock(frames: 0)

  /// An empty one.
  public init() {}

  /// Appends the frames.
  public mutating func write(_ block: borrowing StereoBlock) {
    sound.left.append(contentsOf: block.left)
    sound.right.append(contentsOf: block.right)
  }
}
