internal import Glibc
private import Score
private import Synchronization

/// Temporary files that runs have left which were killed.
enum StaleOutputs {
  private struct Seen {
    var folders: Set<String> = []
    /// Files that were locked: by a living writer, or by one that was killed and has not died yet.
    var locked: [String] = []
  }
  private static let seen = Mutex(Seen())

  /// Removes them from a folder, once in the life of the process.
  ///
  /// A file that a living writer has is locked, and stays.
  static func sweep(folder: String) {
    guard seen.withLock({ $0.folders.insert(folder).inserted }) else { return }
    let path = folder.isEmpty ? "/" : folder
    guard let listing = unsafe opendir(path.fileName) else { return }
    defer { unsafe closedir(listing) }
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(fileName: bytes.prefix { $0 != 0 })
      }
      guard isTemporary(name) else { continue }
      let stale = "\(folder)/\(name)"
      if !remove(stale) { seen.withLock { $0.locked.append(stale) } }
    }
  }

  /// Looks again at those that were locked: whoever was dying then is dead now.
  static func sweepAgain() {
    seen.withLock { seen in seen.locked.removeAll { remove($0) } }
  }

  /// Removes a file; false where somebody has it locked.
  private static func remove(_ path: String) -> Bool {
    let file = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return true }
    defer { _ = close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return false }
    _ = unsafe unlink(path.fileName)
    return true
  }

  /// Whether a name is one that `OutputFile` gives: `.NAME.klavier-PID`.
  static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix("."), let dash = name.utf8.lastIndex(of: UInt8(ascii: "-")) else {
      return false
    }
    let digits = name.utf8[name.utf8.index(after: dash)...]
    return name[..<dash].hasSuffix(".klavier") && !digits.isEmpty && digits.count <= 10
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
