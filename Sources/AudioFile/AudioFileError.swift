/// Why an audio file cannot be written or read.
public enum AudioFileError: Error, Sendable, Hashable {
  /// The format cannot hold what was asked for; nothing was touched. The text says what is possible.
  case impossible(String)
  /// The output cannot be created: no such folder, no permission, a folder in its place.
  case cannotCreate(path: String, reason: String)
  /// The output is the same file as the input named second.
  case outputIsInput(path: String, input: String)
  /// Writing failed part of the way, for example because the disk is full.
  case writeFailed(path: String, reason: String)
  /// Whoever read the output closed it.
  case closedPipe(path: String)
  /// An input cannot be opened or read.
  case cannotRead(path: String, reason: String)
  /// An input is not audio in a form that is read here, or is damaged.
  case notAudio(path: String, reason: String)
}

extension AudioFileError: CustomStringConvertible {
  /// What happened, to what, in one line: lower case, no full stop.
  public var description: String {
    switch self {
    case .impossible(let text): text
    case .cannotCreate(let path, let reason): "cannot create \(path): \(reason)"
    case .outputIsInput(let path, let input):
      path == input
        ? "the output \(path) is also an input; give it another name"
        : "the output \(path) is the input \(input); give it another name"
    case .writeFailed(let path, let reason): "cannot write \(path): \(reason)"
    case .closedPipe(let path): "\(path) was closed by its reader"
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    case .notAudio(let path, let reason): "\(path) is no audio that can be read: \(reason)"
    }
  }
}
