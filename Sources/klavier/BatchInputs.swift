import Glibc

/// The scores that a batch was given, with the folder of each below the outputs' folder.
enum BatchInputs {
  /// Endings of scores that are looked for in folders.
  static let endings = [
    "mid", "midi", "kar", "rmi", "notes", "abc", "musicxml", "xml", "mxl", "csv", "tsv",
  ]

  /// Files are placed by what follows the folder that all of them share; what is in a folder that was
  /// named, by its place in that folder.
  static func list(_ inputs: [String]) throws(Failure) -> [(path: String, place: String)] {
    var files: [String] = []
    var found: [(path: String, place: String)] = []
    for input in inputs {
      var status = stat()
      if input != "-", unsafe stat(input, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        let count = found.count
        try walk(input, place: "", &found)
        if found.count == count {
          throw Failure(.noInput, file: input, "there are no scores in this folder")
        }
      } else {
        files.append(input)
      }
    }
    let folders = files.map { parts(of: $0).dropLast() }
    let shared = folders.dropFirst().reduce(folders.first.map(Array.init) ?? []) { shared, folder in
      zip(shared, folder).prefix { $0 == $1 }.map(\.0)
    }
    for (file, folder) in zip(files, folders) {
      found.append((file, folder.dropFirst(shared.count).joined(separator: "/")))
    }
    return found
  }

  /// The names that lead to a file from the root, without `.` and `..`.
  private static func parts(of path: String) -> [String] {
    var whole = path
    if !path.hasPrefix("/"), let here = unsafe getcwd(nil, 0) {
      whole = unsafe String(cString: here) + "/" + path
      unsafe free(here)
    }
    var parts: [String] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts
  }

  private static func walk(
    _ folder: String, place: String, _ found: inout [(path: String, place: String)]
  ) throws(Failure) {
    var waiting = [(folder, place)]
    while let (folder, place) = waiting.popLast() {
      guard let names = try names(in: folder) else { throw FileBytes.failure(folder, errno) }
      for name in names.sorted() where !name.hasPrefix(".") {
        let path = "\(folder)/\(name)"
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          waiting.append((path, place.isEmpty ? name : "\(place)/\(name)"))
        } else if let ending = name.split(separator: ".").last?.lowercased(),
          endings.contains(ending)
        {
          found.append((path, place))
        }
      }
    }
  }

  private static func names(in folder: String) throws(Failure) -> [String]? {
    guard let listing = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      guard let name = String(validating: bytes, as: UTF8.self) else {
        throw Failure(
          .noInput, file: folder, "it holds a name that is not UTF-8: \(Arguments.readable(bytes))",
          hint: "rename it")
      }
      names.append(name)
    }
    return names
  }
}
