import AudioFile
import Glibc
import Score

/// The scores that a batch was given, with the folder of each below the outputs' folder.
struct BatchInputs: Sendable {
  /// A score and its folder, seen from the outputs' folder.
  struct Found: Sendable {
    let path: String
    let place: String
  }

  /// Endings of scores that are looked for in folders.
  static let endings = [
    "mid", "midi", "kar", "rmi", "notes", "abc", "musicxml", "xml", "mxl", "csv", "tsv",
  ]

  /// What is to be rendered.
  private(set) var scores: [Found] = []
  /// Folders that could not be looked into; the rest of the batch goes on.
  private(set) var unread: [(path: String, failure: Failure)] = []

  /// Files are placed by what follows the folder that all of them share; what is in a folder that was
  /// named, by its place in that folder.
  init(_ inputs: [String]) {
    var files: [String] = []
    for input in inputs {
      var status = stat()
      if input != "-", unsafe stat(input.fileName, &status) == 0,
        status.st_mode & S_IFMT == S_IFDIR
      {
        let count = scores.count + unread.count
        walk(input)
        if scores.count + unread.count == count {
          unread.append(
            (input, Failure(.noInput, file: input, "there are no scores in this folder")))
        }
      } else {
        files.append(input)
      }
    }
    let folders = files.map { Self.parts(of: $0).dropLast() }
    let shared = folders.dropFirst().reduce(folders.first.map(Array.init) ?? []) { shared, folder in
      zip(shared, folder).prefix { $0 == $1 }.map(\.0)
    }
    for (file, folder) in zip(files, folders) {
      scores.append(
        Found(path: file, place: folder.dropFirst(shared.count).joined(separator: "/")))
    }
  }

  /// The names that lead to a file from the root, without `.` and `..`.
  private static func parts(of path: String) -> [String] {
    var whole = path
    if path.utf8.first != UInt8(ascii: "/"), let here = unsafe getcwd(nil, 0) {
      whole =
        unsafe String(fileName: UnsafeRawBufferPointer(start: here, count: strlen(here))) + "/"
        + path
      unsafe free(here)
    }
    var parts: [String] = []
    for part in whole.pathNames where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }

  /// Finds the scores below a folder; links to folders are not followed, so there is no way round.
  private mutating func walk(_ folder: String) {
    var waiting = [(folder, "")]
    while let (folder, place) = waiting.popLast() {
      guard let names = Self.names(in: folder) else {
        unread.append((folder, FileBytes.failure(folder, errno)))
        continue
      }
      for name in names.sorted() where !name.hasPrefix(".") {
        let path = "\(folder)/\(name)"
        var status = stat()
        guard unsafe lstat(path.fileName, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          waiting.append((path, place.isEmpty ? name : "\(place)/\(name)"))
        } else if let ending = name.split(separator: ".").last?.lowercased(),
          Self.endings.contains(ending)
        {
          scores.append(Found(path: path, place: place))
        }
      }
    }
  }

  private static func names(in folder: String) -> [String]? {
    guard let listing = unsafe opendir(folder.fileName) else { return nil }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe names.append(String(fileName: bytes.prefix { $0 != 0 }))
      }
    }
    return names
  }
}
