import Glibc

/// Standard output and standard error, written whole and without buffers.
enum Messages {
  /// A line on standard error.
  static func say(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

  /// A line on standard output.
  static func answer(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

  /// Text as it is.
  static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if written < 0 {
        if errno == EINTR { continue }
        return  // nobody listens; there is no one to tell
      }
      bytes = bytes.dropFirst(written)
    }
  }
}
