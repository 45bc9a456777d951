/// The errors and warnings found in a script, by the byte at which they point.
struct ScriptFaults {
  /// The errors that are told at most.
  static let most = 20

  private var errors = Findings()
  private var warnings = Findings()
  /// The errors found so far.
  private(set) var errorCount = 0
  /// Whether one of the errors is a limit of this program rather than a mistake in the script.
  private(set) var isTooLarge = false

  /// Records an error; its hint is only looked for where it can be told.
  mutating func error(
    _ offset: Int, _ message: String, hint: @autoclosure () -> String? = nil,
    tooLarge: Bool = false
  ) {
    errorCount += 1
    isTooLarge = isTooLarge || tooLarge
    guard errors.wants(offset) else { return }
    errors.add(offset, message, hint())
  }

  mutating func warning(
    _ offset: Int, _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil
  ) {
    if warnings.wants(offset) { warnings.add(offset, message(), hint()) }
  }

  /// What is told, in the order of the places.
  func diagnostics(in text: ScriptText) -> [Diagnostic] {
    let told =
      errors.first.map { (Diagnostic.Severity.error, $0) }
      + warnings.first.map { (Diagnostic.Severity.warning, $0) }
    return told.sorted { $0.1.offset < $1.1.offset }.map { severity, finding in
      Diagnostic(
        severity, text.place(of: finding.offset), finding.message, hint: finding.hint)
    }
  }
}

/// The first findings of one kind by their places: a file of rubbish must not keep a list of all of it.
private struct Findings {
  struct Finding {
    var offset: Int
    var message: String
    var hint: String?
  }

  private var findings: [Finding] = []
  private var places: Set<Int> = []
  /// What lies from here on will not be told.
  private var end = Int.max

  /// Whether a finding at this place can be told: a repeat reads its words more than once, but each
  /// mistake is told once.
  func wants(_ offset: Int) -> Bool { offset < end && !places.contains(offset) }

  mutating func add(_ offset: Int, _ message: String, _ hint: String?) {
    places.insert(offset)
    findings.append(Finding(offset: offset, message: message, hint: hint))
    guard findings.count == 5 * ScriptFaults.most else { return }
    findings = first
    end = findings[findings.count - 1].offset
  }

  /// The first ones, in order.
  var first: [Finding] {
    Array(findings.sorted { $0.offset < $1.offset }.prefix(ScriptFaults.most))
  }
}
