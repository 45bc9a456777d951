/// Something that a reader has to say about its input: where, what was found, what to do.
public struct Diagnostic: Sendable, Hashable {
  /// Where in the input.
  public enum Place: Sendable, Hashable {
    /// The input as a whole.
    case whole
    /// A byte of a binary file, counted from 0; the track counts from 1.
    case byte(Int, track: Int?)
    /// A place in a text; line and column count from 1, columns in characters. `source` is the line.
    case text(line: Int, column: Int, source: String?)
  }

  /// Whether the input can be played.
  public enum Severity: String, Sendable, Hashable {
    case warning, error
  }

  /// Warning or error.
  public var severity: Severity
  /// Where.
  public var place: Place
  /// What was found and what was expected; lower case, no full stop.
  public var message: String
  /// What to do about it, if there is something better than the obvious.
  public var hint: String?

  /// A diagnostic at a place.
  public init(
    _ severity: Severity, _ place: Place, _ message: String, hint: String? = nil
  ) {
    self.severity = severity
    self.place = place
    self.message = message
    self.hint = hint
  }
}

extension Diagnostic {
  /// The lines that a person reads, with `file` as the name of the input.
  ///
  /// `FILE:LINE:COLUMN: error: …` with the line and a caret for texts,
  /// `FILE: track 2, byte 0x1f4: warning: …` for binary files.
  public func text(file: String) -> String {
    let said = hint.map { "\(message) (\($0))" } ?? message
    switch place {
    case .whole: return "\(file): \(severity.rawValue): \(said)"
    case .byte(let byte, let track):
      let trackPart = track.map { "track \($0), " } ?? ""
      return
        "\(file): \(trackPart)byte 0x\(String(byte, radix: 16)): \(severity.rawValue): \(said)"
    case .text(let line, let column, let source):
      let first = "\(file):\(line):\(column): \(severity.rawValue): \(said)"
      guard let source else { return first }
      // A tab before the caret stays a tab, so that the caret stands under its place.
      let indent = source.prefix(column - 1).map { $0 == "\t" ? "\t" : " " }.joined()
      return "\(first)\n\(source)\n\(indent)^"
    }
  }
}

/// A score that cannot be read: why, and every error found on the way.
public struct ScoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Reason: Sendable, Hashable {
    /// The input is not what its form demands.
    case malformed
    /// The input is well made but of a kind that is not read here.
    case unsupported
    /// The input asks for more than the limits of this program.
    case tooLarge
  }

  /// What kind of failure.
  public var reason: Reason
  /// All that was found, errors and warnings, in the order of their places; never empty.
  public var diagnostics: [Diagnostic]

  /// An error with everything that was found.
  public init(_ reason: Reason, _ diagnostics: [Diagnostic]) {
    self.reason = reason
    self.diagnostics = diagnostics
  }

  /// One error at a place.
  public init(_ reason: Reason, at place: Diagnostic.Place, _ message: String, hint: String? = nil)
  {
    self.init(reason, [Diagnostic(.error, place, message, hint: hint)])
  }

  /// The diagnostics, one a line.
  public var description: String {
    diagnostics.map { $0.text(file: "score") }.joined(separator: "\n")
  }
}
