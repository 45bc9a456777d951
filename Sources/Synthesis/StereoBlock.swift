/// A stretch of stereo sound: `frames` samples in each of two planes, full scale at ±1.
///
/// The planes are apart because a voice that adds to two arrays takes less than half the time of one
/// that adds to pairs; interleaving for a file costs far less than that, once.
public struct StereoBlock: Sendable {
  /// The left plane, as many samples as `frames`.
  public var left: [Float]
  /// The right plane, as many samples as `frames`.
  public var right: [Float]

  /// How many samples a plane holds.
  public var frames: Int { left.count }

  /// Silence.
  public init(frames: Int) {
    left = [Float](repeating: 0, count: frames)
    right = [Float](repeating: 0, count: frames)
  }

  /// Makes it silence of another length, in the memory that it has.
  public mutating func clear(frames: Int) {
    Self.clear(&left, count: frames)
    Self.clear(&right, count: frames)
  }

  /// Adds `other`, sample by sample; it must not be longer.
  public mutating func add(_ other: borrowing StereoBlock) {
    Self.add(other.left, to: &left)
    Self.add(other.right, to: &right)
  }

  private static func clear(_ plane: inout [Float], count: Int) {
    if plane.count == count {
      for i in plane.indices { plane[i] = 0 }
    } else {
      plane.removeAll(keepingCapacity: true)
      plane.append(contentsOf: repeatElement(0, count: count))
    }
  }

  private static func add(_ source: [Float], to target: inout [Float]) {
    let count = source.count
    precondition(count <= target.count)
    let from = source.span
    var to = target.mutableSpan
    for i in 0..<count { to[i] += from[i] }
  }
}

extension StereoBlock {
  /// Appends silence up to a length in frames.
  public mutating func extend(frames count: Int) {
    guard count > frames else { return }
    left.append(contentsOf: repeatElement(0, count: count - left.count))
    right.append(contentsOf: repeatElement(0, count: count - right.count))
  }
}
