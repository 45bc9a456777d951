internal import Glibc

/// The bytes of a file while libsndfile writes them: collected, then written in large pieces, with every
/// failure kept by its number.
///
/// Before the first bytes leave, an edit may change the header that libsndfile has made; what it adds
/// moves everything behind. Where the descriptor has no positions (a pipe), bytes that have left cannot
/// be changed: what is written over them is dropped.
final class ByteStream {
  /// What a header became, and the place behind which all bytes move by its growth.
  typealias Edit = (inout [UInt8]) -> Int

  private let descriptor: Int32
  private let hasPositions: Bool
  private var held: [UInt8] = []
  private var heldStart = 0
  /// Where libsndfile is.
  private(set) var position = 0
  /// How long libsndfile's file is.
  private(set) var length = 0
  /// The first failure's number; 0 while all is well.
  private(set) var failure: Int32 = 0
  /// How many bytes have gone to where there are no positions.
  private var sent = 0
  private var edit: Edit?
  private var shift = (from: 0, by: 0)
  private var pages: OggPages?

  private static let most = 1 << 18

  init(_ descriptor: Int32, hasPositions: Bool, pages: OggPages? = nil, edit: Edit? = nil) {
    self.descriptor = descriptor
    self.hasPositions = hasPositions
    self.pages = pages
    self.edit = edit
    held.reserveCapacity(Self.most)
  }

  /// How long the file is in truth.
  var trueLength: Int { length + shift.by }

  /// Takes bytes at the position; how many it took.
  @unsafe func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    if failure != 0 { return 0 }
    if pages != nil {
      if held.count + bytes.count > Self.most { flush() }
      unsafe pages?.add(bytes, to: &held)
    } else {
      let inside = position - heldStart
      if inside < 0 || inside > held.count || inside + bytes.count > Self.most { flush() }
      if held.isEmpty { heldStart = position }
      // libsndfile writes a header when it opens a file and again before the first sample.
      let end = min(held.count, position - heldStart + bytes.count)
      unsafe held.replaceSubrange((position - heldStart)..<end, with: bytes)
    }
    position += bytes.count
    length = max(length, position)
    return failure == 0 ? bytes.count : 0
  }

  /// Hands over what is held.
  func flush() {
    let count = held.count
    defer {
      heldStart += count
      held.removeAll(keepingCapacity: true)
    }
    if failure != 0 || held.isEmpty { return }
    if let edit, heldStart == 0 {
      shift.from = edit(&held)
      shift.by = held.count - count
      self.edit = nil
      failure = put(held, at: 0)
    } else {
      failure = put(held, at: heldStart >= shift.from ? heldStart + shift.by : heldStart)
    }
  }

  private func put(_ bytes: [UInt8], at place: Int) -> Int32 {
    unsafe bytes.withUnsafeBytes { bytes in
      if hasPositions {
        let code = unsafe writeAll(descriptor, bytes, at: place)
        // The system begins to write these bytes to the disk while the next are made; else all of it would
        // begin at the end, and the sync there would wait (26 ms for 53 MB on a fast disk, now 3).
        if code == 0, bytes.count > Self.most / 2 {
          _ = posix_fadvise(descriptor, place, bytes.count, Int32(POSIX_FADV_DONTNEED))
        }
        return code
      }
      let gone = min(max(0, sent - place), bytes.count)
      sent += bytes.count - gone
      return unsafe writeAll(descriptor, UnsafeRawBufferPointer(rebasing: bytes[gone...]))
    }
  }

  /// Adds bytes at an even place behind all that was written.
  func append(_ bytes: [UInt8]) {
    seek(to: length)
    let filled = trueLength % 2 == 0 ? bytes : [0] + bytes
    _ = unsafe filled.withUnsafeBytes { unsafe write($0) }
    flush()
  }

  /// Changes bytes of the file as it is in truth, after all has been written.
  func patch(_ bytes: [UInt8], at place: Int) {
    flush()
    if failure == 0, hasPositions { failure = put(bytes, at: place) }
  }

  /// Reads at the position.
  @unsafe func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    flush()
    guard hasPositions, let base = bytes.baseAddress else { return 0 }
    let place = position >= shift.from ? position + shift.by : position
    let count = unsafe pread(descriptor, base, bytes.count, place)
    if count > 0 { position += count }
    return max(0, count)
  }

  /// Lets nothing more reach the descriptor.
  func abandon() {
    if failure == 0 { failure = ECANCELED }
  }

  /// Moves the position.
  func seek(to place: Int) { position = max(0, place) }
}
