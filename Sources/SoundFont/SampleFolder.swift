import Glibc
import Score

/// Finds files as their names were meant: with either slash and in any case.
///
/// Instruments are written on systems that do not tell `Piano C4.wav` from `piano c4.WAV`.
enum SampleFolder {
  /// The path of a file below a folder, or nil: the exact name first, then one that differs in case.
  static func find(_ name: String, in folder: String) -> String? {
    var path = folder
    for part in name.split(whereSeparator: { $0 == "/" || $0 == "\\" }) {
      let next = path + "/" + part
      if exists(next) {
        path = next
      } else if let entry = entries(of: path).first(where: { $0.lowercased() == part.lowercased() })
      {
        path += "/" + entry
      } else {
        return nil
      }
    }
    return path
  }

  private static func exists(_ path: String) -> Bool { unsafe access(path.fileName, F_OK) == 0 }

  /// The names in a folder, sorted.
  private static func entries(of path: String) -> [String] {
    guard let folder = unsafe opendir(path.fileName) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { raw in
        unsafe String(fileName: raw.prefix { $0 != 0 })
      }
      names.append(name)
    }
    return names.sorted()
  }
}
