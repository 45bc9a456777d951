internal import Glibc
private import Synchronization

/// Temporary files that runs have left which were killed.
enum StaleOutputs {
  private static let swept = Mutex<Set<String>>([])

  /// Removes them from a folder, once in the life of the process.
  ///
  /// A file that a living writer has is locked, and stays.
  static func sweep(folder: String) {
    guard swept.withLock({ $0.insert(folder).inserted }) else { return }
    let path = folder.isEmpty ? "/" : folder
    guard let listing = unsafe opendir(path) else { return }
    defer { unsafe closedir(listing) }
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard isTemporary(name) else { continue }
      let file = unsafe open("\(folder)/\(name)", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlink("\(folder)/\(name)") }
      _ = close(file)
    }
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
