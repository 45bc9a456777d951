import AudioFile
import Glibc

/// Whole files and standard input, read into memory.
enum FileBytes {
  /// All bytes of a file, `-` for standard input; a pipe is read to its end, nothing is sought.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    if path == "-" { return try read(descriptor: STDIN_FILENO, name: "standard input") }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw failure(path, errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, name: path)
  }

  /// Whether it is a file that can be opened without waiting for its other end.
  static func isRegular(_ path: String) -> Bool {
    var found = stat()
    return unsafe stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
  }

  /// The first bytes of a file, at most `count`.
  static func head(_ path: String, count: Int) throws(Failure) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw failure(path, errno) }
    defer { close(descriptor) }
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let got = unsafe Glibc.read(descriptor, buffer.baseAddress, count)
      code = got < 0 ? errno : 0
      filled = max(0, got)
    }
    if code != 0 { throw failure(path, code) }
    return bytes
  }

  private static func read(descriptor: Int32, name: String) throws(Failure) -> [UInt8] {
    var found = stat()
    var size = 0
    if unsafe fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG {
      size = Int(found.st_size)
    }
    // One byte more than the file has, so that its end is seen without growing.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 1)
    while true {
      let room = max(bytes.capacity - bytes.count, 65536)
      var code: Int32 = 0
      var count = 0
      let piece = unsafe [UInt8](
        unsafeUninitializedCapacity: bytes.isEmpty ? room : min(room, 1 << 20)
      ) {
        buffer, filled in
        count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        code = errno
        filled = max(0, count)
      }
      if count == 0 { return bytes }
      if count < 0 {
        if code == EINTR { continue }
        throw failure(name, code)
      }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
    }
  }

  static func failure(_ path: String, _ code: Int32) -> Failure {
    Failure(.noInput, file: path, systemMessage(code))
  }
}
