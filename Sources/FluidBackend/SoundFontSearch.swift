internal import Glibc
private import Score

/// Where SoundFonts lie that nobody has named.
public enum SoundFontSearch {
  /// The folders that are searched, in order.
  public static var folders: [String] {
    var folders = ["/usr/share/sounds/sf2", "/usr/share/sounds/sf3"]
    if let home = variable("HOME") { folders.append("\(home)/.local/share/soundfonts") }
    return folders
  }

  /// The SoundFont to play when none is named.
  ///
  /// `$KLAVIER_SOUNDFONT`, whether or not there is such a file; else the first that is found.
  public static var preferred: String? {
    variable("KLAVIER_SOUNDFONT") ?? found(in: folders).first
  }

  /// All `.sf2` and `.sf3` files of the folders; in each a file called `default…` (the system's choice)
  /// stands before the others, which are sorted by name.
  public static func found(in folders: [String]) -> [String] {
    folders.flatMap { folder in
      names(in: folder).filter { name in
        let lower = name.lowercased()
        return !name.hasPrefix(".") && (lower.hasSuffix(".sf2") || lower.hasSuffix(".sf3"))
      }
      .sorted { ($0.hasPrefix("default") ? 0 : 1, $0) < ($1.hasPrefix("default") ? 0 : 1, $1) }
      .map { "\(folder)/\($0)" }
      .filter { unsafe access($0.fileName, R_OK) == 0 }
    }
  }

  private static func variable(_ name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    let value = unsafe String(fileName: UnsafeRawBufferPointer(start: text, count: strlen(text)))
    return value.isEmpty ? nil : value
  }

  private static func names(in folder: String) -> [String] {
    guard let listing = unsafe opendir(folder.fileName) else { return [] }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      names.append(
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          unsafe String(fileName: bytes.prefix { $0 != 0 })
        })
    }
    return names
  }
}
