import AudioFile
import Glibc
import Score

import Synchronization

/// Whole files and standard input, read into memory.
enum FileBytes {
  /// The most that is read: a MIDI file of 100 million notes is smaller.
  static let limit = 1 << 30

  /// What was looked at in pipes, which can be read only once, by path.
  private static let lookedAt = Mutex<[String: [UInt8]]>([:])

  /// All bytes of a file, `-` for standard input; a pipe is read to its end, nothing is sought.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    if let bytes = lookedAt.withLock({ $0.removeValue(forKey: path) }) { return bytes }
    if path == "-" { return try read(descriptor: STDIN_FILENO, name: "standard input") }
    let descriptor = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw failure(path, errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, name: path)
  }

  /// Whether a path leads to bytes that can be read once only: standard input, a pipe, a terminal.
  static func isPipe(_ path: String) -> Bool {
    var found = stat()
    return unsafe path == "-"
      || stat(path.fileName, &found) == 0 && found.st_mode & S_IFMT != S_IFREG
        && found.st_mode & S_IFMT != S_IFDIR
  }

  /// The first bytes of a file, at most `count`; what comes from a pipe is kept for `read`.
  static func head(_ path: String, count: Int) throws(Failure) -> [UInt8] {
    if isPipe(path) {
      let bytes = try read(path)
      lookedAt.withLock { $0[path] = bytes }
      return Array(bytes.prefix(count))
    }
    let descriptor = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC)
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
    if size > limit { throw tooLarge(name) }
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
      if bytes.count > limit { throw tooLarge(name) }
    }
  }

  private static func tooLarge(_ name: String) -> Failure {
    Failure(.badInput, file: name, "it is too large: at most \(limit >> 20) MiB are read")
  }

  static func failure(_ path: String, _ code: Int32) -> Failure {
    Failure(.noInput, file: path, systemMessage(code))
  }
}
