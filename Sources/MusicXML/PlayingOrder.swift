import Score

/// The measures in the order in which they are played: repeats, endings and jumps unfolded.
///
/// Jumps are taken at the end of their measure, each once and after its repeats. After a jump repeats
/// are played once, with their last ending, unless the file says `after-jump`; `tocoda` and `fine`
/// count only then. Where a file has no jumps as `sound`, its words and signs are taken.
struct PlayingOrder: Sendable {
  /// A measure's turn.
  struct Turn: Sendable, Hashable {
    /// The index of the measure.
    var measure: Int
    /// Which pass of the innermost repeat it is, from 1.
    var pass: Int
    /// How many times the measure has been played, this time included.
    var count: Int
  }

  private(set) var turns: [Turn] = []
  private(set) var complaints: [(measure: Int, message: String)] = []

  private var marks: [FormMark]
  private let repeats: Repeats
  private var pass: [Int]
  private var counts: [Int]
  private var hasJumped = false
  private var spent: Set<Int> = []
  private var reached: [Int: Int] = [:]
  private var segnos: [String: [Int]] = [:]
  private var codas: [String: [Int]] = [:]
  private var allSegnos: [Int] = []
  private var allCodas: [Int] = []
  private var landings = 0

  /// The order for these marks, one a measure; `cost` is how many events a measure has, and `limit` how
  /// many there may be in all.
  init(_ marks: [FormMark], cost: [Int], limit: Int) throws(ScoreError) {
    self.marks = PlayingOrder.withSigns(marks)
    repeats = Repeats(marks)
    complaints = repeats.complaints
    pass = [Int](repeating: 1, count: repeats.loops.count)
    counts = [Int](repeating: 0, count: marks.count)
    for measure in marks.indices {
      for label in self.marks[measure].segnos { segnos[label, default: []].append(measure) }
      for label in self.marks[measure].codas { codas[label, default: []].append(measure) }
      if !self.marks[measure].segnos.isEmpty { allSegnos.append(measure) }
      if !self.marks[measure].codas.isEmpty { allCodas.append(measure) }
    }
    for measure in marks.indices {
      if self.marks[measure].dalsegno != nil, segno(for: measure) == nil {
        complaints.append((measure, "dal segno without a segno; not taken"))
      }
      if self.marks[measure].tocoda != nil, coda(for: measure) == nil {
        complaints.append((measure, "to coda without a coda; not taken"))
      }
    }
    var total = 0
    var next: Int? = marks.isEmpty ? nil : 0
    var isBack = -1
    while let measure = next {
      enter(measure, back: isBack)
      isBack = -1
      if let skipped = skipEnding(at: measure) {
        next = skipped < marks.count ? skipped : nil
        continue
      }
      counts[measure] += 1
      let loop = repeats.innermost[measure]
      turns.append(
        Turn(
          measure: measure, pass: loop >= 0 ? pass[loop] : counts[measure], count: counts[measure]))
      // A turn costs, too, so that empty measures are not repeated without end.
      total += cost[measure] + 10
      if total + landings > limit {
        throw ScoreError(
          .tooLarge, at: .whole,
          "repeats that would make more than \(limit) events",
          hint: "look at the times and the nesting of the repeats")
      }
      (next, isBack) = follow(measure)
    }
  }

  /// Marks with the jumps that only words and signs tell, if no `sound` tells any.
  private static func withSigns(_ marks: [FormMark]) -> [FormMark] {
    var marks = marks
    let hasSound = marks.contains {
      $0.dacapo || $0.dalsegno != nil || $0.tocoda != nil || $0.fine
    }
    let codas = marks.indices.filter { marks[$0].signs.coda }
    for measure in marks.indices {
      let signs = marks[measure].signs
      if signs.segno, marks[measure].segnos.isEmpty { marks[measure].segnos.append("") }
      // Of two coda signs the first one says where to leave.
      if signs.coda, marks[measure].codas.isEmpty,
        hasSound || codas.first != measure || codas.count == 1
      {
        marks[measure].codas.append("")
      }
      if hasSound { continue }
      marks[measure].dacapo = signs.dacapo
      if signs.dalsegno { marks[measure].dalsegno = "" }
      if signs.tocoda || codas.count > 1 && codas[0] == measure { marks[measure].tocoda = "" }
      marks[measure].fine = signs.fine
    }
    return marks
  }

  /// The segno that a jump goes to: that of its label, else any; the nearest before it.
  private func segno(for measure: Int) -> Int? {
    let named = segnos[marks[measure].dalsegno ?? ""] ?? []
    return PlayingOrder.nearest(named, upTo: measure) ?? PlayingOrder.nearest(
      allSegnos, upTo: measure)
      ?? allSegnos.first
  }

  /// The coda that a jump goes to: that of its label, else any; the nearest behind it.
  private func coda(for measure: Int) -> Int? {
    let named = codas[marks[measure].tocoda ?? ""] ?? []
    return PlayingOrder.next(named, after: measure) ?? PlayingOrder.next(allCodas, after: measure)
  }

  /// How many of some ascending measures are not behind `measure`.
  private static func count(_ measures: [Int], upTo measure: Int) -> Int {
    var (low, high) = (0, measures.count)
    while low < high {
      let middle = (low + high) / 2
      if measures[middle] <= measure { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func nearest(_ measures: [Int], upTo measure: Int) -> Int? {
    let place = count(measures, upTo: measure)
    return place > 0 ? measures[place - 1] : nil
  }

  private static func next(_ measures: [Int], after measure: Int) -> Int? {
    let place = count(measures, upTo: measure)
    return place < measures.count ? measures[place] : nil
  }

  /// Sets the passes of the repeats that begin at a measure.
  private mutating func enter(_ measure: Int, back: Int) {
    guard let begun = repeats.begins[measure] else { return }
    for loop in begun {
      if back == loop { continue }
      // Going back, only the repeats inside begin anew.
      if back >= 0, repeats.loops[loop].last >= repeats.loops[back].last { continue }
      pass[loop] = hasJumped && !repeats.loops[loop].afterJump ? repeats.loops[loop].passes : 1
    }
  }

  /// Where to go instead, if an ending begins here that is not for this pass.
  private func skipEnding(at measure: Int) -> Int? {
    guard let (loop, place) = repeats.endingAt[measure] else { return nil }
    let ending = repeats.loops[loop].endings[place]
    // Endings without a repeat are all played.
    guard repeats.loops[loop].passes > 1 else { return nil }
    let bit = pass[loop] <= 64 ? UInt64(1) << UInt64(pass[loop] - 1) : 0
    return ending.passes & bit != 0 ? nil : ending.last + 1
  }

  /// The measure after one that has been played, and the repeat that leads back to it.
  private mutating func follow(_ measure: Int) -> (Int?, Int) {
    let mark = marks[measure]
    let loop = repeats.back[measure]
    if hasJumped {
      if mark.fine { return (nil, -1) }
      if mark.tocoda != nil, !spent.contains(-1 - measure), let coda = coda(for: measure) {
        spent.insert(-1 - measure)
        return (land(coda), -1)
      }
    }
    if loop >= 0, pass[loop] < repeats.loops[loop].passes {
      pass[loop] += 1
      return (repeats.loops[loop].first, loop)
    }
    guard mark.dacapo || mark.dalsegno != nil else { return (after(measure), -1) }
    // `time-only` counts how often the jump is come to.
    reached[measure, default: 0] += 1
    let bit = UInt64(1) << UInt64(min(63, (reached[measure] ?? 1) - 1))
    if mark.passes == 0 || mark.passes & bit != 0, !spent.contains(measure) {
      if mark.dacapo {
        spent.insert(measure)
        hasJumped = true
        return (0, -1)
      }
      if mark.dalsegno != nil, let segno = segno(for: measure) {
        spent.insert(measure)
        hasJumped = true
        return (land(segno), -1)
      }
    }
    return (after(measure), -1)
  }

  private func after(_ measure: Int) -> Int? { measure + 1 < marks.count ? measure + 1 : nil }

  /// A jump into the middle of repeats: they are in their last pass.
  private mutating func land(_ measure: Int) -> Int {
    landings += repeats.loops.count
    for loop in repeats.loops.indices
    where repeats.loops[loop].first < measure && measure <= repeats.loops[loop].last
      && !repeats.loops[loop].afterJump
    {
      pass[loop] = repeats.loops[loop].passes
    }
    return measure
  }
}
