internal import Glibc

/// A file without a name, to be written and read back by the same program; it vanishes with it.
public final class ScratchFile: Sendable {
  let descriptor: Int32

  /// Makes one.
  ///
  /// - Throws: `writeFailed` where the system makes no temporary file.
  public init() throws(AudioFileError) {
    descriptor = openUnlinkedFile()
    if descriptor < 0 { throw Self.failure(errno) }
  }

  /// All that was written.
  ///
  /// - Throws: `writeFailed` where it cannot be read back.
  public func bytes() throws(AudioFileError) -> [UInt8] {
    var found = stat()
    if unsafe fstat(descriptor, &found) != 0 { throw Self.failure(errno) }
    var bytes = [UInt8](repeating: 0, count: Int(found.st_size))
    let code = unsafe bytes.withUnsafeMutableBytes { unsafe readAll(descriptor, $0, at: 0) }
    if code != 0 { throw Self.failure(code) }
    return bytes
  }

  private static func failure(_ code: Int32) -> AudioFileError {
    .writeFailed(path: "the temporary file", reason: systemMessage(code))
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }
}

extension ScratchFile: Hashable {
  /// Whether both are one file.
  public static func == (a: ScratchFile, b: ScratchFile) -> Bool { a === b }

  /// Hashes what it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
