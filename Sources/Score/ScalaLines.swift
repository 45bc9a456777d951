/// The lines of a Scala file (.scl, .kbm) that are no comments, with their numbers.
struct ScalaLines {
  /// A line that counts.
  struct Line {
    /// From 1, comments counted.
    let number: Int
    /// The text without its line end; what is not UTF-8 is replaced.
    let text: String

    /// The first word, or nothing.
    var word: String {
      String(text.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" })
    }

    func error(_ message: String, hint: String? = nil) -> ScoreError {
      let indent = text.prefix { $0 == " " || $0 == "\t" }.count
      return ScoreError(
        .malformed, at: .text(line: number, column: indent + 1, source: text), message, hint: hint)
    }
  }

  private var lines: ArraySlice<Line>
  private let last: Int

  init(_ bytes: [UInt8]) {
    var found: [Line] = []
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if line.first == UInt8(ascii: "!") { continue }
      let trimmed = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      found.append(Line(number: number, text: String(decoding: trimmed, as: UTF8.self)))
    }
    lines = found[...]
    last = number
  }

  /// The next line; what should stand there is named where the file has ended.
  mutating func next(_ wanted: String) throws(ScoreError) -> Line {
    guard let line = lines.popFirst() else {
      throw ScoreError(
        .malformed, at: .text(line: last, column: 1, source: nil),
        "the file ends before \(wanted)")
    }
    return line
  }

  /// The next line that says something; nil where only blank ones are left.
  mutating func nextIfAny() -> Line? {
    while let line = lines.popFirst() {
      if !line.word.isEmpty { return line }
    }
    return nil
  }

  /// The next line's first word as a whole number in a range.
  mutating func whole(_ wanted: String, in range: ClosedRange<Int>) throws(ScoreError) -> Int {
    let line = try next(wanted)
    guard let value = Int(line.word), range.contains(value) else {
      throw line.error(
        "'\(line.word)' is not \(wanted), a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return value
  }
}
