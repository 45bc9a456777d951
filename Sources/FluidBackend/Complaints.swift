/// What was odd, each once, and not without end.
struct Complaints {
  /// The rest is only counted.
  static let most = 50

  private var kept: [String] = []
  private var known: Set<String> = []

  /// Adds one that was not there before.
  mutating func add(_ complaint: String) {
    if known.insert(complaint).inserted, kept.count < Self.most { kept.append(complaint) }
  }

  /// The first ones, and how many more there were.
  var lines: [String] {
    known.count > kept.count ? kept + ["and \(known.count - kept.count) more like these"] : kept
  }
}
