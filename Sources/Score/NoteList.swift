/// A list of notes as text: onset and offset in seconds, pitch, velocity; a note a line.
enum NoteList {
  /// The fields of a line between tabs, commas or semicolons, or between blanks where there are none.
  static func fields(_ line: String) -> [String] {
    let separators: [Character] = ["\t", ";", ","]
    for separator in separators where line.contains(separator) {
      return line.split(separator: separator, omittingEmptySubsequences: false).map(\.trimmed)
    }
    return line.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
