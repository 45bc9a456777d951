/// How far a batch is: a bar below what is told of each score.
struct BatchProgress {
  private let isWanted: Bool
  private let total: Int
  private let began = Clock.now
  private(set) var counts = Batch.Counts()

  /// A bar for so many scores, shown where the options want one.
  init(total: Int, _ options: Options) {
    self.total = total
    isWanted = Progress.isWanted(options)
  }

  /// Counts a score that has ended, tells it and draws the bar below.
  mutating func add(
    _ outcome: BatchTask.Outcome, _ input: String, to output: String?, _ options: Options
  ) {
    counts.add(outcome)
    Progress.clearLine()
    outcome.tell(input, to: output, options)
    if isWanted, counts.all < total {
      Progress.show(Self.line(counts, of: total, seconds: Clock.now - began))
    }
  }

  /// The bar as text; what was there already took no time and says nothing of the rest.
  static func line(_ counts: Batch.Counts, of total: Int, seconds: Double) -> String {
    let made = counts.done + counts.failed
    let left =
      made > 0 ? Text.clock(seconds: seconds * Double(total - counts.all) / Double(made)) : "-:--"
    let failed = counts.failed > 0 ? ", \(counts.failed) failed" : ""
    return
      "\(Progress.bar(Double(counts.all) / Double(max(1, total)))), \(counts.all) of \(total)\(failed), \(left) left"
  }
}
