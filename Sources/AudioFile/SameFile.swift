internal import Glibc
private import Score

/// The first of `inputs` that is the same file as `output`, by whatever name or link; nil where none is.
///
/// A path that leads nowhere is no file; `-` stands for standard input or output.
public func inputThatIsOutput(_ output: String, inputs: [String]) -> String? {
  guard let target = fileIdentity(output, standard: STDOUT_FILENO) else { return nil }
  return inputs.first { fileIdentity($0, standard: STDIN_FILENO) == target }
}

/// Whether two paths name one place, a file or what could be one, through links and by whatever way.
public func isSamePlace(_ a: String, _ b: String) -> Bool {
  if a.fileNameBytes == b.fileNameBytes { return true }
  if let first = fileIdentity(a, standard: STDOUT_FILENO) {
    return fileIdentity(b, standard: STDOUT_FILENO) == first
  }
  let (folderA, nameA) = parts(a)
  let (folderB, nameB) = parts(b)
  guard nameA.fileNameBytes == nameB.fileNameBytes else { return false }
  var (foundA, foundB) = (stat(), stat())
  return unsafe stat(folderA.fileName, &foundA) == 0 && stat(folderB.fileName, &foundB) == 0
    && foundA.st_dev == foundB.st_dev && foundA.st_ino == foundB.st_ino
}

/// Refuses a file that cannot be made where it is wanted, before the work for it is done.
///
/// - Throws: `cannotCreate`.
public func refuseUnwritable(_ path: String) throws(AudioFileError) {
  if path == "-" { return }
  var found = stat()
  if unsafe stat(path.fileName, &found) == 0, found.st_mode & S_IFMT == S_IFDIR {
    throw .cannotCreate(path: path, reason: systemMessage(EISDIR))
  }
  let folder = parts(path).folder
  if unsafe access(folder.fileName, W_OK | X_OK) != 0 {
    throw .cannotCreate(path: path, reason: systemMessage(errno))
  }
}

private func parts(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
  let folder = String(path[..<slash])
  return (folder.isEmpty ? "/" : folder, String(path[path.utf8.index(after: slash)...]))
}

/// Device and inode of a regular file.
private func fileIdentity(_ path: String, standard descriptor: Int32) -> SIMD2<UInt64>? {
  var found = stat()
  let result = unsafe path == "-" ? fstat(descriptor, &found) : stat(path.fileName, &found)
  guard result == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
  return SIMD2(UInt64(found.st_dev), UInt64(found.st_ino))
}
