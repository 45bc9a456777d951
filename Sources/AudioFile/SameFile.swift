internal import Glibc

/// The first of `inputs` that is the same file as `output`, by whatever name or link; nil where none is.
///
/// A path that leads nowhere is no file; `-` stands for standard input or output.
public func inputThatIsOutput(_ output: String, inputs: [String]) -> String? {
  guard let target = fileIdentity(output, standard: STDOUT_FILENO) else { return nil }
  return inputs.first { fileIdentity($0, standard: STDIN_FILENO) == target }
}

/// Device and inode of a regular file.
private func fileIdentity(_ path: String, standard descriptor: Int32) -> SIMD2<UInt64>? {
  var found = stat()
  let result = unsafe path == "-" ? fstat(descriptor, &found) : stat(path, &found)
  guard result == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
  return SIMD2(UInt64(found.st_dev), UInt64(found.st_ino))
}
