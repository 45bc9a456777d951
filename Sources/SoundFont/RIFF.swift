/// A chunk of a RIFF file: its name and where its body is.
struct Chunk: Sendable, Hashable {
  /// Four characters, `LIST` too.
  var name: String
  /// The form of a `LIST`, or nil.
  var form: String?
  /// The bytes of the body (after the form of a list).
  var body: Range<Int>
}

/// The chunks of a RIFF file, by their sizes.
enum RIFF {
  /// The form of a whole RIFF file and the range of its chunks.
  static func form(_ file: MappedFile) throws(SoundFontError) -> (form: String, body: Range<Int>) {
    guard file.count >= 12 else {
      throw SoundFontError(
        .malformed, "\(file.count) bytes are no RIFF file, expected RIFF, a size and sfbk", byte: 0)
    }
    let name = fourCC(file, 0)
    guard name == "RIFF" else {
      throw SoundFontError(.malformed, "found '\(name)', expected 'RIFF'", byte: 0)
    }
    // The declared size is not needed: wild files (and those over 4 GiB) have it wrong.
    return (fourCC(file, 8), 12..<file.count)
  }

  /// The chunks in a range.
  ///
  /// Odd ones should be padded (RIFF, "WORD aligned"), but not all are: where
  /// the padded place shows no name and the unpadded one does, there is no pad.
  static func chunks(
    _ file: MappedFile, in range: Range<Int>, of parent: String
  ) throws(SoundFontError) -> [Chunk] {
    var found: [Chunk] = []
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      let name = fourCC(file, at)
      let size = Int(file.uint32(at + 4))
      guard isName(file, at) else {
        if found.isEmpty {
          throw SoundFontError(
            .malformed, "found '\(name)', expected the name of a chunk", chunk: parent, byte: at)
        }
        break  // what follows the last chunk is not ours
      }
      guard size <= range.upperBound - at - 8 else {
        throw SoundFontError(
          .malformed,
          "'\(name)' declares \(size) bytes, but \(range.upperBound - at - 8) are left",
          chunk: parent, byte: at + 4)
      }
      var chunk = Chunk(name: name, form: nil, body: at + 8..<at + 8 + size)
      if name == "LIST" {
        guard size >= 4 else {
          throw SoundFontError(
            .malformed, "a LIST of \(size) bytes, expected a form", chunk: parent, byte: at + 4)
        }
        chunk.form = fourCC(file, at + 8)
        chunk.body = at + 12..<at + 8 + size
      }
      found.append(chunk)
      at += 8 + size
      if size & 1 == 1, !isUnpadded(file, at, end: range.upperBound) { at += 1 }
    }
    return found
  }

  private static func isUnpadded(_ file: MappedFile, _ at: Int, end: Int) -> Bool {
    at + 9 <= end && !isName(file, at + 1) && isName(file, at)
      || at + 8 == end && isName(file, at)
  }

  private static func isName(_ file: MappedFile, _ at: Int) -> Bool {
    guard at + 4 <= file.count else { return false }
    for i in 0..<4 {
      let byte = file.uint8(at + i)
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
      let isDigit = byte >= 0x30 && byte <= 0x39
      if !(isLetter || isDigit || byte == 0x20 && i > 0 || byte == 0x2D || byte == 0x5F) {
        return false
      }
    }
    return true
  }

  /// Four characters; what is not ASCII shows as a dot.
  private static func fourCC(_ file: MappedFile, _ at: Int) -> String {
    String(
      String.UnicodeScalarView(
        (0..<4).map { i in
          let byte = file.uint8(at + i)
          return Unicode.Scalar(byte >= 0x20 && byte < 0x7F ? byte : 0x2E)
        }))
  }
}
