import AudioFile
import Glibc
import Score

/// Standard output and standard error, written whole and without buffers.
///
/// An answer that cannot be written ends the program: 141, quietly, where its reader has gone, else 74.
/// What is said on standard error may go unheard.
enum Messages {
  /// A line on standard error.
  static func say(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

  /// A line on standard output.
  static func answer(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

  /// Text as it is; names of files get their own bytes back.
  static func write(_ text: String, to descriptor: Int32) {
    var bytes = text.fileNameBytes[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if written < 0 {
        let code = errno
        if code == EINTR { continue }
        if code == EPIPE { end(.closedPipe) }
        if descriptor == STDERR_FILENO { return }
        say("klavier: error: standard output: \(systemMessage(code))")
        end(.writeFailed)
      }
      bytes = bytes.dropFirst(written)
    }
  }

  /// Ends at once; nothing half written is left behind.
  private static func end(_ status: ExitStatus) -> Never {
    UnfinishedOutputs.removeAll()
    _exit(status.rawValue)
  }
}
