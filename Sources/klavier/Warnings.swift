import Score

/// What a run has to say that is no error: said at once, kept for the summary.
struct Warnings: Sendable {
  /// The lines, in the order in which they came.
  private(set) var lines: [String] = []
  private var said: Set<String> = []

  /// Says a whole line, once.
  mutating func add(line: String) {
    if !said.insert(line).inserted { return }
    lines.append(line)
    Messages.say(line)
  }

  /// Says something of a file: `FILE: warning: …`.
  mutating func add(_ message: String, file: String) {
    add(line: "\(file): warning: \(message)")
  }

  /// Says several things of a file.
  mutating func add(_ messages: [String], file: String) {
    for message in messages { add(message, file: file) }
  }

  /// What is said of one file's score: a broken file must not drown whoever renders it in words.
  private static let most = 20

  /// Says what a reader found, each at its place; only `check` says more of a file than a screen holds.
  mutating func add(_ diagnostics: [Diagnostic], file: String) {
    for diagnostic in diagnostics.prefix(Self.most) { add(line: diagnostic.text(file: file)) }
    let rest = diagnostics.count - Self.most
    if rest > 0 {
      add("and \(Text.count(rest, "more warning")) (klavier check lists them)", file: file)
    }
  }

  /// With `--warnings error` the failure that they are, if there are any.
  func check(_ options: Options) throws(Failure) {
    guard options.warningsAreErrors, !lines.isEmpty else { return }
    let count = Text.count(lines.count, "warning")
    throw Failure(.different, "\(count), and --warnings error forbids them: no output is made")
  }
}
