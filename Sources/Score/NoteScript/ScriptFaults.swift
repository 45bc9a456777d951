/// The errors and warnings found in a script, by the byte at which they point.
struct ScriptFaults {
  struct Fault {
    var offset: Int
    var severity: Diagnostic.Severity
    var message: String
    var hint: String?
  }

  /// The errors that are told at most.
  static let most = 20

  private var faults: [Fault] = []
  private var places: Set<Int> = []
  /// The errors found so far; those of one place count once.
  private(set) var errorCount = 0
  /// Whether one of the errors is a limit of this program rather than a mistake in the script.
  private(set) var isTooLarge = false

  mutating func error(_ offset: Int, _ message: String, hint: String? = nil, tooLarge: Bool = false)
  {
    // A repeat reads its words more than once: each mistake is told once.
    guard places.insert(offset).inserted else { return }
    errorCount += 1
    isTooLarge = isTooLarge || tooLarge
    faults.append(Fault(offset: offset, severity: .error, message: message, hint: hint))
    if faults.count > 4000 { keepFirst() }
  }

  mutating func warning(_ offset: Int, _ message: String, hint: String? = nil) {
    guard places.insert(offset).inserted, faults.count < 4000 else { return }
    faults.append(Fault(offset: offset, severity: .warning, message: message, hint: hint))
  }

  /// A file of rubbish must not keep a list of all of it.
  private mutating func keepFirst() {
    sort()
    faults.removeLast(faults.count - 2 * ScriptFaults.most)
  }

  private mutating func sort() { faults.sort { $0.offset < $1.offset } }

  /// What is told: in the order of the places, 20 errors at most.
  mutating func diagnostics(in text: ScriptText) -> [Diagnostic] {
    sort()
    var errors = 0
    var told: [Diagnostic] = []
    for fault in faults {
      if fault.severity == .error {
        errors += 1
        if errors > ScriptFaults.most { break }
      }
      told.append(
        Diagnostic(fault.severity, text.place(of: fault.offset), fault.message, hint: fault.hint))
    }
    return told
  }
}
