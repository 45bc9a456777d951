/// The findings of a reader, at most a hundred thousand: some 20 MB, however broken a file is.
struct DiagnosticList {
  /// The findings kept, in the order of their places.
  private(set) var items: [Diagnostic] = []
  /// How many more there were.
  private(set) var dropped = 0

  static let most = 100_000

  mutating func add(_ diagnostic: Diagnostic) {
    if items.count < DiagnosticList.most { items.append(diagnostic) } else { dropped += 1 }
  }

  mutating func warn(_ byte: Int, track: Int?, _ message: String, hint: String? = nil) {
    add(Diagnostic(.warning, .byte(byte, track: track), message, hint: hint))
  }

  mutating func add(_ other: DiagnosticList) {
    for item in other.items { add(item) }
    dropped += other.dropped
  }

  /// The findings, and a last line for those that were too many.
  var all: [Diagnostic] {
    dropped == 0
      ? items : items + [Diagnostic(.warning, .whole, "and \(dropped) more warnings of this file")]
  }
}
