internal import Glibc
private import Score

/// How much of an audio file is missing at its end, by the length that its header gives.
///
/// libsndfile plays what there is without a word.
public enum CutFile {
  /// The bytes that are missing of the file at a path; 0 where none are, or where its header does not say.
  public static func missingBytes(_ path: String) -> Int {
    let file = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { return 0 }
    defer { _ = close(file) }
    var found = stat()
    guard unsafe fstat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return 0 }
    var head = [UInt8](repeating: 0, count: 24)
    let count = unsafe head.withUnsafeMutableBytes { unsafe pread(file, $0.baseAddress, 24, 0) }
    guard count == 24, let length = length(head) else { return 0 }
    // A chunk of odd length need not have its last byte of filling.
    let missing = length - Int(found.st_size)
    return missing > 1 ? missing : 0
  }

  /// The whole length that a header gives; nil where it gives none, or says that it is not known.
  static func length(_ head: [UInt8]) -> Int? {
    func starts(_ text: String) -> Bool { head.starts(with: text.utf8) }
    if starts("RIFF") {
      let size = head.little(4, count: 4)
      return size == 0 || size >= 0xFFFF_FF00 ? nil : size + 8
    }
    if starts("FORM") { return head.big(4, count: 4) + 8 }
    if starts(".snd") {
      let size = head.big(8, count: 4)
      return size == 0xFFFF_FFFF ? nil : head.big(4, count: 4) + size
    }
    if starts("riff") {
      let size = head.little(16, count: 8)
      return size > 0 && size < 1 << 60 ? size : nil
    }
    return nil
  }
}
