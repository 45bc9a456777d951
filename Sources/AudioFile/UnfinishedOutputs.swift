internal import Glibc
private import Score
private import Synchronization

/// The temporary files of outputs that are being written.
public enum UnfinishedOutputs {
  static let files = UnfinishedFiles()

  /// Removes them all, for a program that has to end at once: an interrupted run leaves nothing behind.
  ///
  /// Writers that go on after this fail when they finish, and new ones cannot begin.
  public static func removeAll() { files.removeAll() }

  /// Keeps in mind a folder that was made for outputs.
  public static func note(madeFolder path: String) { files.note(madeFolder: path) }

  /// Removes the folders that were made for outputs and got none.
  public static func removeEmptyFolders() { files.removeEmptyFolders() }
}

/// Files that have to go when the program ends before they are finished.
final class UnfinishedFiles: Sendable {
  private struct State {
    /// As the system has them: texts are equal where names are not, as with é of one character and of two.
    var paths: Set<[CChar]> = []
    /// Folders that were made, those inside others behind them.
    var folders: [String] = []
    var isClosed = false

    /// Removes those that are empty: the system removes no other.
    mutating func removeEmptyFolders() {
      for folder in folders.reversed() { _ = unsafe rmdir(folder.fileName) }
      folders = []
    }
  }
  private let state = Mutex(State())

  /// Makes a file and keeps its path, in one step for whoever removes them all; what `make` answers, which
  /// is a descriptor or −1 with `errno`.
  func create(_ path: String, _ make: () -> Int32) -> Int32 {
    let (file, code) = state.withLock { state in
      if state.isClosed { return (Int32(-1), ECANCELED) }
      let file = make()
      let code = errno
      if file >= 0 { state.paths.insert(path.fileName) }
      return (file, code)
    }
    errno = code
    return file
  }

  /// Forgets a file that is finished or gone.
  func forget(_ path: String) { state.withLock { _ = $0.paths.remove(path.fileName) } }

  /// Removes all; after this none can be made.
  func removeAll() {
    state.withLock { state in
      state.isClosed = true
      for path in state.paths { _ = unsafe unlink(path) }
      state.paths = []
      state.removeEmptyFolders()
    }
  }

  func note(madeFolder path: String) { state.withLock { $0.folders.append(path) } }

  func removeEmptyFolders() { state.withLock { $0.removeEmptyFolders() } }
}
