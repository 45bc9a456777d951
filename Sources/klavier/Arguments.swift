import Glibc

/// The words of the command line, of which Linux only knows that they are bytes.
enum Arguments {
  /// The words behind the program's name; one that is not UTF-8 cannot be kept as text and is refused.
  static func words() throws(UsageError) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = unsafe CommandLine.unsafeArgv[index] else { break }
      let length = unsafe strlen(pointer)
      let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: length).map { $0 }
      guard let word = String(validating: bytes, as: UTF8.self) else {
        throw UsageError(
          "\(readable(bytes)) is not UTF-8",
          hint: "rename the file, or give it through a pipe: klavier - -o - < INPUT > OUTPUT")
      }
      words.append(word)
    }
    return words
  }

  /// Bytes as a shell reads them: those that are no ASCII as `\\xff`.
  static func readable(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return "'"
      + bytes.map { byte in
        (32...126).contains(byte)
          ? String(UnicodeScalar(byte))
          : "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }.joined() + "'"
  }
}
