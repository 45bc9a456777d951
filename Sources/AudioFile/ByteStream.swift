internal import Glibc

/// The bytes of a file while libsndfile writes them: collected, then written in large pieces, with every
/// failure kept by its number.
///
/// Where the descriptor has no positions (a pipe), bytes that have left cannot be changed: what is written
/// over them is dropped.
final class ByteStream {
  private let descriptor: Int32
  private let hasPositions: Bool
  private var held: [UInt8] = []
  private var heldStart: Int = 0
  private(set) var position: Int = 0
  private(set) var length: Int = 0
  /// The first failure's number; 0 while all is well.
  private(set) var failure: Int32 = 0

  /// How many bytes have gone to where there are no positions.
  private var sent: Int = 0

  private static let most = 1 << 18

  init(_ descriptor: Int32, hasPositions: Bool) {
    self.descriptor = descriptor
    self.hasPositions = hasPositions
    held.reserveCapacity(Self.most)
  }

  /// Takes bytes at the position; how many it took.
  @unsafe func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    if failure != 0 { return 0 }
    if position != heldStart + Int(held.count) || held.count + bytes.count > Self.most { flush() }
    if held.isEmpty { heldStart = position }
    unsafe held.append(contentsOf: bytes)
    position += Int(bytes.count)
    length = max(length, position)
    return failure == 0 ? bytes.count : 0
  }

  /// Hands over what is held.
  func flush() {
    defer {
      heldStart += Int(held.count)
      held.removeAll(keepingCapacity: true)
    }
    if failure != 0 || held.isEmpty { return }
    failure = unsafe held.withUnsafeBytes { bytes in
      if hasPositions { return unsafe writeAll(descriptor, bytes, at: heldStart) }
      let gone = Int(min(max(0, sent - heldStart), Int(bytes.count)))
      sent += Int(bytes.count - gone)
      return unsafe writeAll(descriptor, UnsafeRawBufferPointer(rebasing: bytes[gone...]))
    }
  }

  /// Reads at the position.
  @unsafe func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    flush()
    guard hasPositions, let base = bytes.baseAddress else { return 0 }
    let count = unsafe pread(descriptor, base, bytes.count, position)
    if count > 0 { position += Int(count) }
    return max(0, count)
  }

  /// Lets nothing more reach the descriptor.
  func abandon() {
    if failure == 0 { failure = ECANCELED }
  }

  /// Moves the position.
  func seek(to place: Int) { position = max(0, place) }
}
