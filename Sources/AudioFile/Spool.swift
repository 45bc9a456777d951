internal import Glibc

/// A file without a name that holds an output until its header is known.
final class Spool {
  let descriptor: Int32

  init(for output: String) throws(AudioFileError) {
    descriptor = openUnlinkedFile()
    if descriptor < 0 {
      throw .writeFailed(
        path: output, reason: "no temporary file can be made: \(systemMessage(errno))")
    }
  }

  /// Writes all of it to a descriptor, from its position on.
  func copy(to target: Int32) throws(SoundFileProblem) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: Int = 0
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, $0.count, offset)
      }
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw SoundFileProblem(code: errno)
      }
      offset += Int(count)
      let code = unsafe buffer.withUnsafeBytes {
        unsafe writeAll(target, UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      if code != 0 { throw SoundFileProblem(code: code) }
    }
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
  }
}
