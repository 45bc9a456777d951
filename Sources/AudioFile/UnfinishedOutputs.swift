internal import Glibc
private import Synchronization

/// The temporary files of outputs that are being written.
public enum UnfinishedOutputs {
  private static let paths = Mutex<Set<String>>([])

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }
  static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes them all, for a program that has to end at once: an interrupted run leaves nothing behind.
  ///
  /// Writers that go on after this fail when they finish.
  public static func removeAll() {
    paths.withLock { paths in
      for path in paths { _ = unsafe unlink(path) }
      paths = []
    }
  }
}
