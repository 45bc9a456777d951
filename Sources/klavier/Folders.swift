import AudioFile
import Glibc
import Score

/// Folders for outputs.
enum Folders {
  /// Makes a folder and those above it that are missing; they go again if nothing comes into them.
  static func make(_ path: String) throws(Failure) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if unsafe mkdir(made.fileName, 0o777) == 0 {
        UnfinishedOutputs.note(madeFolder: made)
      } else if errno != EEXIST {
        throw Failure(.noOutput, "cannot make the folder \(made): \(systemMessage(errno))")
      }
    }
  }

  /// The folder that a path lies in; "." where it names none.
  static func of(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
