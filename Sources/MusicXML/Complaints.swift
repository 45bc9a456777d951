import Score

/// Collects what the reader has to say: one warning a kind, with the first place and the number of them.
final class Complaints {
  private struct Entry {
    var message: String
    var place: String
    var byte: UInt32
    var count: Int
  }

  private var entries: [Entry] = []
  private var index: [String: Int] = [:]
  private var leftOut = 0
  /// The part that is being read.
  var part = ""
  /// The number of the measure that is being read.
  var measure: String?

  /// Says something about an element; the same words again are only counted.
  func add(_ message: String, at byte: UInt32) {
    if let known = index[message] {
      entries[known].count += 1
      return
    }
    // A file made to be wrong in ever new words ends here.
    if entries.count == 200 {
      leftOut += 1
      return
    }
    index[message] = entries.count
    let place = measure.map { "part \(part), measure \($0): " } ?? ""
    entries.append(Entry(message: message, place: place, byte: byte, count: 1))
  }

  /// The warnings, in the order of their places.
  func diagnostics(of document: [UInt8], named name: String?) -> [Diagnostic] {
    let prefix = name.map { "\($0): " } ?? ""
    let ordered = entries.enumerated().sorted {
      ($0.element.byte, $0.offset) < ($1.element.byte, $1.offset)
    }
    var lines = LineCounter(document)
    let told = ordered.map { _, entry in
      let more = entry.count > 1 ? " (\(entry.count) times)" : ""
      return Diagnostic(
        .warning, lines.place(of: Int(entry.byte)), "\(prefix)\(entry.place)\(entry.message)\(more)"
      )
    }
    if leftOut == 0 { return told }
    return told + [Diagnostic(.warning, .whole, "\(prefix)\(leftOut) more warnings are left out")]
  }
}
