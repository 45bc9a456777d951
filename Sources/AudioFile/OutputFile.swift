internal import Glibc
private import Score

/// Where an audio file's bytes go.
public enum Destination: Sendable, Hashable {
  /// A file, or whatever else the path leads to.
  case path(String)
  /// Standard output.
  case standardOutput
  /// A file without a name.
  case scratch(ScratchFile)

  /// Its name in messages.
  public var name: String {
    switch self {
    case .path(let path): path
    case .standardOutput: "standard output"
    case .scratch: "the temporary file"
    }
  }
}

/// The place of an output: a temporary file beside the target that replaces it at the end, or, where the
/// target is no regular file, the target itself.
///
/// A temporary file is called `.NAME.klavier-PID` and is locked while its writer lives, so what a killed
/// run has left can be told from what another run is writing; the next output to the folder removes it.
final class OutputFile {
  let destination: Destination
  private(set) var descriptor: Int32
  /// Whether bytes can be changed after they were written.
  let hasPositions: Bool
  /// The file to be renamed, and the name that it gets.
  private var pending: (temporary: String, target: String)?

  init(_ destination: Destination) throws(AudioFileError) {
    self.destination = destination
    if case .scratch(let file) = destination {
      descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3)
      hasPositions = true
      if descriptor < 0 { throw Self.failure(destination.name, errno) }
      return
    }
    guard case .path(let path) = destination else {
      descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
      hasPositions = false
      if descriptor < 0 { throw Self.failure(destination.name, errno) }
      return
    }
    var found = stat()
    let exists = unsafe stat(path.fileName, &found) == 0
    if exists, found.st_mode & S_IFMT == S_IFDIR { throw Self.failure(path, EISDIR) }
    if exists, found.st_mode & S_IFMT != S_IFREG {
      descriptor = unsafe open(path.fileName, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      hasPositions = false
      if descriptor < 0 { throw Self.failure(path, errno) }
      return
    }
    if path.isEmpty || path.hasSuffix("/") {
      throw Self.failure(path, path.isEmpty ? ENOENT : EISDIR)
    }
    if exists, unsafe access(path.fileName, W_OK) != 0 { throw Self.failure(path, errno) }
    // A link stays a link: what it leads to is replaced.
    let target = try Self.isLink(path) ? Self.resolved(path) : path
    let place = Self.split(target)
    StaleOutputs.sweep(folder: place.folder)
    // A name has at most 255 bytes.
    let stem = String(decoding: place.name.utf8.prefix(220), as: UTF8.self)
    let number = getpid()
    var temporary = "\(place.folder)/.\(stem).klavier-\(number)"
    descriptor = Self.create(temporary)
    // Another run may have this number: in another container, or long ago and with a file that is locked.
    var others = 1
    while descriptor < 0, errno == EEXIST, others < 100 {
      temporary = "\(place.folder)/.\(stem).klavier-\(number)\(others)"
      descriptor = Self.create(temporary)
      others += 1
    }
    hasPositions = true
    if descriptor < 0 { throw Self.failure(path, errno) }
    pending = (temporary, target)
    if exists { _ = fchmod(descriptor, found.st_mode & 0o777) }
  }

  /// Makes the output final: synced to the disk and renamed to the target.
  func commit() throws(AudioFileError) {
    if let (temporary, target) = pending {
      if fsync(descriptor) != 0, errno != EINVAL, errno != ENOSYS { throw writeFailure(errno) }
      if unsafe rename(temporary.fileName, target.fileName) != 0 { throw writeFailure(errno) }
      UnfinishedOutputs.files.forget(temporary)
      pending = nil
      let folder = unsafe open(
        Self.split(target).folder.fileName, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if folder >= 0 {
        _ = fsync(folder)
        _ = close(folder)
      }
      StaleOutputs.sweepAgain()
    }
    let result = close(descriptor)
    let code = errno
    descriptor = -1
    if result != 0, code != EINTR { throw writeFailure(code) }
  }

  /// The error for a failed write.
  func writeFailure(_ code: Int32) -> AudioFileError {
    code == EPIPE
      ? .closedPipe(path: destination.name)
      : .writeFailed(path: destination.name, reason: systemMessage(code))
  }

  deinit {
    if let (temporary, _) = pending {
      _ = unsafe unlink(temporary.fileName)
      UnfinishedOutputs.files.forget(temporary)
    }
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// A new and locked file; −1 and `errno` where it cannot be.
  private static func create(_ path: String) -> Int32 {
    for _ in 0..<8 {
      let file = UnfinishedOutputs.files.create(path) {
        unsafe open(path.fileName, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      if file < 0 { return file }
      var found = stat()
      // Another run may have taken it for a leftover before it was locked.
      if flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK,
        unsafe fstat(file, &found) == 0, found.st_nlink > 0
      {
        return file
      }
      UnfinishedOutputs.files.forget(path)
      _ = close(file)
    }
    errno = EAGAIN
    return -1
  }

  private static func failure(_ path: String, _ code: Int32) -> AudioFileError {
    .cannotCreate(path: path, reason: systemMessage(code))
  }

  private static func isLink(_ path: String) -> Bool {
    var found = stat()
    return unsafe lstat(path.fileName, &found) == 0 && found.st_mode & S_IFMT == S_IFLNK
  }

  /// What a link leads to; a link to nothing is itself replaced.
  private static func resolved(_ path: String) throws(AudioFileError) -> String {
    guard let real = unsafe realpath(path.fileName, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(fileName: UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return slash == path.startIndex ? ("", name) : (String(path[..<slash]), name)
  }
}
