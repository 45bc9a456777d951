import AudioFile
import Glibc
import Score

/// Folders for outputs.
enum Folders {
  /// Makes a folder and those above it that are missing; they go again if nothing comes into them.
  static func make(_ path: String) throws(Failure) {
    var made = path.utf8.first == UInt8(ascii: "/") ? "" : "."
    for part in path.pathNames {
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
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
