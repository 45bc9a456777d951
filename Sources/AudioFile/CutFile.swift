internal import Glibc
private import Score

/// How much of an audio file is missing at its end, by the length that its header gives.
///
/// libsndfile plays what there is without a word.
public enum CutFile {
  /// The bytes that are missing of the file at a path; 0 where none are, or where its header does not say.
  public static func missingBytes(_ path: String) -> Int {
    guard let (head, _, size) = ends(of: path, head: 24, tail: 0), let length = length(head) else {
      return 0
    }
    // A chunk of odd length need not have its last byte of filling.
    let missing = length - size
    return missing > 1 ? missing : 0
  }

  /// Whether the file at a path is an Ogg whose last page is not whole, or does not end its stream (RFC 3533, section 6:
  /// the third bit of the sixth byte).
  public static func isUnendedOgg(_ path: String) -> Bool {
    // The largest page: 27 bytes, 255 lengths, 255 segments of 255 bytes.
    guard let (head, tail, _) = ends(of: path, head: 4, tail: 27 + 255 + 255 * 255),
      head == Array("OggS".utf8)
    else { return false }
    var start = tail.count - 27
    while start >= 0 {
      if tail[start...].starts(with: head), tail[start + 4] == 0 {
        let segments = Int(tail[start + 26])
        let lengths = tail[start + 27..<min(tail.count, start + 27 + segments)]
        let end = start + 27 + segments + lengths.reduce(0) { $0 + Int($1) }
        return end > tail.count || tail[start + 5] & 4 == 0
      }
      start -= 1
    }
    return true
  }

  /// The first and the last bytes of a regular file, the last ones as many as there are, and its size; nil where it has no
  /// `head` bytes.
  private static func ends(
    of path: String, head: Int, tail: Int
  ) -> (head: [UInt8], tail: [UInt8], size: Int)? {
    let file = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { return nil }
    defer { _ = close(file) }
    var found = stat()
    guard unsafe fstat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(found.st_size)
    func bytes(_ count: Int, at place: Int) -> [UInt8] {
      unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = unsafe max(0, pread(file, buffer.baseAddress, count, place))
      }
    }
    let first = bytes(head, at: 0)
    let last = bytes(min(tail, size), at: size - min(tail, size))
    return first.count == head ? (first, last, size) : nil
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
