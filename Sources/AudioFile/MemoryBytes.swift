internal import CSndfile
internal import Glibc

/// A file in memory for libsndfile to read.
final class MemoryBytes {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// libsndfile's calls for it.
  static var calls: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe sf_count_t(MemoryBytes.of($0).bytes.count) },
      seek: { offset, origin, user in
        let file = unsafe MemoryBytes.of(user)
        let base =
          switch origin {
          case SEEK_CUR: file.position
          case SEEK_END: file.bytes.count
          default: 0
          }
        let (place, overflow) = base.addingReportingOverflow(Int(offset))
        if overflow || place < 0 { return -1 }
        file.position = place
        return sf_count_t(place)
      },
      read: { target, count, user in
        let file = unsafe MemoryBytes.of(user)
        let start = min(file.position, file.bytes.count)
        let end = min(file.bytes.count, start + max(0, Int(count)))
        if let target = unsafe target {
          unsafe file.bytes.withUnsafeBytes { bytes in
            unsafe UnsafeMutableRawBufferPointer(start: target, count: end - start)
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
          }
        }
        file.position = end
        return sf_count_t(end - start)
      },
      write: { _, _, _ in 0 },
      tell: { unsafe sf_count_t(MemoryBytes.of($0).position) })
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> MemoryBytes {
    guard let user = unsafe user else { preconditionFailure("libsndfile lost its file") }
    return unsafe Unmanaged<MemoryBytes>.fromOpaque(user).takeUnretainedValue()
  }
}
