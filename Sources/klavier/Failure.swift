import Score

/// Why a command ends without its work done: the exit status and the lines that say so.
struct Failure: Error, Sendable, Hashable {
  /// The exit status.
  var status: ExitStatus
  /// Whole lines, as a person reads them.
  var lines: [String]

  /// A failure of the program as a whole: `klavier: error: …`, with what to do about it.
  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    let said = hint.map { "\(message) (\($0))" } ?? message
    lines = ["klavier: error: \(said)"]
  }

  /// A failure that lies in a file: `FILE: error: …`.
  init(_ status: ExitStatus, file: String, _ message: String, hint: String? = nil) {
    self.status = status
    let said = hint.map { "\(message) (\($0))" } ?? message
    lines = ["\(file): error: \(said)"]
  }

  /// What the reader of a score found, each at its place.
  init(_ error: ScoreError, file: String) {
    status = .badInput
    lines = error.diagnostics.map { $0.text(file: file) }
  }

  /// Only a status: everything has been said.
  init(_ status: ExitStatus) {
    self.status = status
    lines = []
  }
}
