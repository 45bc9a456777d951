import Glibc
import Synchronization

/// The progress bar on standard error.
enum Progress {
  /// Whether a bar stands on the terminal's last line.
  private static let isShown = Atomic<Bool>(false)

  /// Takes the bar away, if there is one.
  static func clearLine() {
    if isShown.exchange(false, ordering: .relaxed) {
      Messages.write("\r\u{1B}[K", to: STDERR_FILENO)
    }
  }
}
