/// How the syllables of a song are written, which differs from file to file: where words and lines end.
struct SyllableStyle: Sendable, Hashable {
  /// A syllable and when it is sung, in seconds.
  struct Syllable: Sendable, Hashable {
    var time: Double
    var text: String
  }

  /// Characters in a line that is broken for its length; subtitles have as many (EBU Tech 3264: 40 or so).
  static let lineLength = 42

  /// Whether no blank stands anywhere, so that every syllable without a hyphen ends a word, as notation
  /// programs write it.
  let isUnspaced: Bool
  /// Whether every syllable ends with a hyphen or a blank: then the hyphen is no part of the word.
  let isHyphenated: Bool
  /// Whether no line end is marked, so that lines are broken at rests, sentences and for their length.
  let isUnmarked: Bool
  /// A rest that ends a line where none is marked, in seconds: half as long again as a second, and well beyond
  /// what lies between two syllables as a rule.
  let rest: Double

  init(_ syllables: [Syllable]) {
    let texts = syllables.map(\.text)
    isUnspaced = texts.count > 1 && !texts.contains { $0.contains(where: \.isWhitespace) }
    isHyphenated =
      isUnspaced || texts.allSatisfy { $0.last == "-" || $0.last?.isWhitespace ?? true }
    isUnmarked =
      !texts.dropFirst().contains(where: Self.beginsLine)
      && !texts.contains { $0.contains(where: \.isNewline) }
    let steps = zip(syllables.dropFirst(), syllables).map { $0.time - $1.time }.sorted()
    rest = max(1.5, 2.5 * (steps.isEmpty ? 0 : steps[steps.count / 2]))
  }

  /// Whether a syllable has the mark of a line (`/`) or of a paragraph (`\`) at its front.
  static func beginsLine(_ text: String) -> Bool { text.hasPrefix("/") || text.hasPrefix("\\") }

  /// A syllable's part of its line: without the hyphen that joins it to the next, or with the blank that it
  /// lacks.
  func spelled(_ text: String) -> String {
    if isHyphenated, text.last == "-", text.count > 1 { return String(text.dropLast()) }
    return isUnspaced ? text + " " : text
  }

  /// Whether a line of which nothing is marked ends before another syllable.
  func breaks(_ line: Lyrics.Line, before syllable: Syllable) -> Bool {
    guard isUnmarked else { return false }
    if syllable.time - line.end > rest { return true }
    let endsWord = line.text.last?.isWhitespace == true || syllable.text.first?.isWhitespace == true
    guard endsWord else { return false }
    let words = line.text.reversed().drop { $0.isWhitespace || $0 == "\"" || $0 == "”" }
    if let last = words.first, ".!?;".contains(last) { return true }
    return line.text.count + syllable.text.count > Self.lineLength
  }
}
