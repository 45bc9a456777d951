/// What an ABC file made the reader say; the same thing is said once a line, and no more than a
/// thousand things in all.
struct ABCWarnings {
  private(set) var found: [Diagnostic] = []
  private var seen: Set<Said> = []
  private var leftOut = 0

  private struct Said: Hashable {
    var line: Int
    var message: String
  }

  static let most = 1000

  mutating func warn(
    _ line: ABCLine, at byte: Int, _ message: String, hint: String? = nil
  ) {
    guard seen.insert(Said(line: line.number, message: message)).inserted else { return }
    guard found.count < Self.most else {
      leftOut += 1
      seen.removeAll()
      return
    }
    found.append(Diagnostic(.warning, line.place(byte), message, hint: hint))
  }

  /// Something that no single line says.
  mutating func warn(_ message: String, hint: String? = nil) {
    guard seen.insert(Said(line: 0, message: message)).inserted, found.count < Self.most else {
      return
    }
    found.append(Diagnostic(.warning, .whole, message, hint: hint))
  }

  /// Everything, in the order in which it was found.
  var all: [Diagnostic] {
    guard leftOut > 0 else { return found }
    return found + [Diagnostic(.warning, .whole, "\(leftOut) more warnings are left out")]
  }
}
