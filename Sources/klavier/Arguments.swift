import Glibc
import Score

/// The words of the command line, of which Linux only knows that they are bytes.
enum Arguments {
  /// The words behind the program's name.
  static func words() -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = unsafe CommandLine.unsafeArgv[index] else { break }
      let length = unsafe strlen(pointer)
      unsafe words.append(
        String(fileName: UnsafeRawBufferPointer(start: pointer, count: length)))
    }
    return words
  }
}
