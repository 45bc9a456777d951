/// The errors and warnings found in a script, by the byte at which they point.
struct ScriptFaults {
  /// The errors that are told at most.
  static let most = 20
  /// The warnings that are told at most.
  static let mostWarnings = 1000

  private var errors = Findings(most: most)
  private var warnings = Findings(most: mostWarnings)
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
    let sorted = told.sorted { $0.1.offset < $1.1.offset }
    let ordered = zip(sorted, text.places(of: sorted.map(\.1.offset))).map { told, place in
      Diagnostic(told.0, place, told.1.message, hint: told.1.hint)
    }
    if warnings.hasMore {
      return ordered + [Diagnostic(.warning, .whole, "the warnings from there on are left out")]
    }
    return ordered
  }
}

/// The first findings of one kind by their places: a file of rubbish must not keep a list of all of it.
private struct Findings {
  struct Finding {
    var offset: Int
    var message: String
    var hint: String?
  }

  /// How many are told.
  let most: Int
  /// Whether there are others.
  private(set) var hasMore = false
  private var findings: [Finding] = []
  private var places: Set<Int> = []
  /// What lies from here on will not be told.
  private var end = Int.max

  /// Whether a finding at this place can be told: a repeat reads its words more than once, but each
  /// mistake is told once.
  func wants(_ offset: Int) -> Bool { offset < end && !places.contains(offset) }

  init(most: Int) { self.most = most }

  mutating func add(_ offset: Int, _ message: String, _ hint: String?) {
    places.insert(offset)
    findings.append(Finding(offset: offset, message: message, hint: hint))
    hasMore = findings.count > most
    guard findings.count == 5 * most else { return }
    findings = first
    end = findings[findings.count - 1].offset
  }

  /// The first ones, in order.
  var first: [Finding] {
    Array(findings.sorted { $0.offset < $1.offset }.prefix(most))
  }
}
