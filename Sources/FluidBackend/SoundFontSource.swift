/// Where a SoundFont is.
public enum SoundFontSource: Sendable, Hashable {
  /// In a file.
  case file(String)
  /// In memory; the name is for messages.
  case memory([UInt8], name: String)

  /// The path of the file, or what the SoundFont in memory is called.
  public var name: String {
    switch self {
    case .file(let path): path
    case .memory(_, let name): name
    }
  }
}
