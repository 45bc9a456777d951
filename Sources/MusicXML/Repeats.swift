/// The repeats of a score and their endings, found from the bar lines in written order.
///
/// A repeat that ends belongs to the last one begun and not yet ended; without one it goes back behind
/// the last repeat, or to the start. Endings that follow each other are one group of one repeat.
struct Repeats: Sendable {
  /// A repeat.
  struct Loop: Sendable, Hashable {
    /// Its first and its last measure; the endings are within.
    var first: Int
    var last: Int
    /// How often it is played.
    var passes = 2
    var afterJump = false
    /// Its endings: first and last measure, and the passes as bits.
    var endings: [Ending] = []
  }

  struct Ending: Sendable, Hashable {
    var first: Int
    var last: Int
    var passes: UInt64
  }

  /// All repeats.
  private(set) var loops: [Loop] = []
  /// The repeat that goes back at the end of a measure; −1: none.
  private(set) var back: [Int]
  /// The ending that begins at a measure, as repeat and place in it.
  private(set) var endingAt: [Int: (loop: Int, ending: Int)] = [:]
  /// The innermost repeat that holds a measure; −1: none.
  private(set) var innermost: [Int]
  /// The repeats that begin at a measure.
  private(set) var begins: [Int: [Int]] = [:]
  /// What makes no sense: a measure and words.
  private(set) var complaints: [(measure: Int, message: String)] = []

  private var open: [Int] = []
  private var implied = 0
  private var group: (loop: Int, last: Int)?

  /// The repeats of these measures.
  init(_ marks: [FormMark]) {
    back = [Int](repeating: -1, count: marks.count)
    innermost = [Int](repeating: -1, count: marks.count)
    let endings = Repeats.endings(marks)
    var ending: Ending?
    for measure in marks.indices {
      let begun = endings[measure]
      let continues = begun != nil && group.map { $0.last + 1 == measure } ?? false
      if !continues, let last = group?.last, measure > last { closeGroup() }
      if let begun, continues { addEnding(begun) }
      if marks[measure].beginsRepeat {
        loops.append(Loop(first: measure, last: -1))
        open.append(loops.count - 1)
      }
      if let begun, !continues {
        if open.isEmpty {
          loops.append(Loop(first: implied, last: -1))
          open.append(loops.count - 1)
        }
        group = (open[open.count - 1], begun.last)
        addEnding(begun)
      }
      if begun != nil { ending = begun }
      if marks[measure].endsRepeat { endRepeat(at: measure, marks[measure], inside: ending) }
      if let now = ending, now.last == measure { ending = nil }
    }
    closeGroup()
    for loop in open {
      complaints.append((loops[loop].first, "a repeat begins here and never ends; played once"))
      loops[loop].passes = 1
      loops[loop].last = marks.count - 1
    }
    finish(marks.count)
  }

  /// The endings by their first measures.
  private static func endings(_ marks: [FormMark]) -> [Int: Ending] {
    var found: [Int: Ending] = [:]
    for first in marks.indices {
      guard let numbers = marks[first].endingStart else { continue }
      // Up to the next ending: its stop, else the end of a repeat; without either it is one measure.
      let next = marks[(first + 1)...].firstIndex { $0.endingStart != nil } ?? marks.count
      let last =
        marks[first..<next].firstIndex { $0.endingStop }
        ?? marks[first..<next].firstIndex { $0.endsRepeat } ?? first
      var passes: UInt64 = 0
      for number in numbers { passes |= 1 << UInt64(number - 1) }
      found[first] = Ending(first: first, last: last, passes: passes)
    }
    return found
  }

  private mutating func addEnding(_ ending: Ending) {
    guard let current = group?.loop else { return }
    var ending = ending
    if ending.passes == 0 {
      // Not numbered: the one after the highest so far.
      let highest = loops[current].endings.map { 64 - $0.passes.leadingZeroBitCount }.max() ?? 0
      ending.passes = 1 << UInt64(min(63, highest))
    }
    endingAt[ending.first] = (current, loops[current].endings.count)
    loops[current].endings.append(ending)
    group = (current, ending.last)
  }

  private mutating func endRepeat(at measure: Int, _ mark: FormMark, inside ending: Ending?) {
    let loop: Int
    if let current = group?.loop, ending != nil, open.last.map({ $0 == current }) ?? true {
      loop = current  // its group is not closed yet
      if let times = mark.times { loops[loop].passes = max(loops[loop].passes, times) }
    } else {
      if open.isEmpty {
        loops.append(Loop(first: implied, last: -1))
        open.append(loops.count - 1)
      }
      loop = open.removeLast()
      loops[loop].last = measure
      loops[loop].passes = mark.times ?? 2
      implied = measure + 1
    }
    back[measure] = loop
    loops[loop].afterJump = loops[loop].afterJump || mark.repeatsAfterJump
  }

  private mutating func closeGroup() {
    guard let (loop, last) = group else { return }
    group = nil
    // A repeat begun within the last ending may end behind it.
    if let place = open.lastIndex(of: loop) { open.remove(at: place) }
    loops[loop].last = last
    implied = last + 1
    let all = loops[loop].endings.reduce(UInt64(0)) { $0 | $1.passes }
    let highest = 64 - all.leadingZeroBitCount
    let goesBack = loops[loop].endings.contains { back[$0.first...$0.last].contains(loop) }
    if !goesBack {
      complaints.append((loops[loop].endings[0].first, "endings without a repeat; played once"))
      loops[loop].passes = 1
    } else if loops[loop].endings.count == 1 {
      // A single ending is left out in the last pass.
      loops[loop].passes = max(highest + 1, 2)
    } else {
      loops[loop].passes = max(1, highest)
    }
  }

  private mutating func finish(_ count: Int) {
    // Larger loops first, so that inner ones overwrite them.
    let order = loops.indices.sorted {
      (loops[$0].first - loops[$0].last, $0) < (loops[$1].first - loops[$1].last, $1)
    }
    var covered = 0
    for loop in order where loops[loop].last >= loops[loop].first {
      begins[loops[loop].first, default: []].append(loop)
      // Nesting that deep only comes from files made to be slow.
      covered += loops[loop].last - loops[loop].first
      if covered > 10_000_000 { break }
      for measure in loops[loop].first...min(loops[loop].last, count - 1) {
        innermost[measure] = loop
      }
    }
  }
}
