/// The way through a voice with its repeats, endings and jumps: indices of symbols in playing order.
struct ABCUnfolding {
  private let symbols: ArraySlice<ABCSymbol>
  private(set) var way: [Int] = []
  /// Whether the way was cut because it grew too long.
  private(set) var isCut = false
  private let most: Int

  /// Where the section began to which a `:|` goes back.
  private var begin: Int
  /// Which time the section is played.
  private var pass = 1
  /// Whether a `|:` opened the section; a double bar line does not move its begin then.
  private var isExplicit = false
  /// How often a `|:` alone asks to play its section.
  private var plays = 1
  /// Whether an ending of this pass is being played.
  private var isInEnding = false
  /// How the time after a jump back ends, which is played without repeats; nil before the jump.
  private var goal: ABCWay.Goal?

  /// The way through `symbols`, of at most `most` steps.
  init(_ symbols: ArraySlice<ABCSymbol>, most: Int) {
    self.symbols = symbols
    self.most = most
    begin = symbols.startIndex
    var index = symbols.startIndex
    while index < symbols.endIndex {
      if way.count >= most {
        isCut = true
        return
      }
      index = step(index)
    }
  }

  /// Plays the symbol at `index` and says which one comes next.
  private mutating func step(_ index: Int) -> Int {
    switch symbols[index].kind {
    case .bar(let bar):
      way.append(index)
      return next(after: bar, at: index)
    case .ending(let passes): return enter(passes, at: index)
    case .way(let sign): return follow(sign, at: index)
    case .part:
      if !isExplicit || isInEnding { newSection(at: index + 1) }
      return index + 1
    default:
      way.append(index)
      return index + 1
    }
  }

  private mutating func next(after bar: ABCBar, at index: Int) -> Int {
    if bar.repeatsBefore > 0, goal == nil {
      let endings = highestEnding()
      let times = max(bar.repeatsBefore + 1, plays, endings)
      if pass < times, !(isInEnding && pass >= endings) {
        pass += 1
        isInEnding = false
        return begin
      }
    }
    if bar.repeatsBefore > 0 {
      newSection(at: index + 1)
    } else if bar.isDouble, !isExplicit || isInEnding {
      newSection(at: index + 1)
    }
    if bar.repeatsAfter > 0 {
      newSection(at: index + 1)
      isExplicit = true
      plays = bar.repeatsAfter > 1 ? bar.repeatsAfter + 1 : 1
    }
    return index + 1
  }

  private mutating func newSection(at index: Int) {
    begin = index
    pass = 1
    plays = 1
    isExplicit = false
    isInEnding = false
  }

  /// An ending begins: play it, go past it, or (a `:|` was forgotten) go back.
  private mutating func enter(_ passes: [ClosedRange<Int>], at index: Int) -> Int {
    let last = highestEnding()
    let wanted = goal == nil ? pass : last
    if passes.contains(where: { $0.contains(wanted) }) {
      isInEnding = true
      return index + 1
    }
    if isInEnding, goal == nil {
      let first = passes.map(\.lowerBound).min() ?? 1
      if first > pass, pass < last {
        pass += 1
        isInEnding = false
        return begin
      }
    }
    return endOfEnding(from: index + 1)
  }

  /// The next ending of the section, or where the section ends.
  private mutating func endOfEnding(from begin: Int) -> Int {
    var index = begin
    while index < symbols.endIndex {
      switch symbols[index].kind {
      case .ending: return index
      case .bar(let bar):
        if ending(after: index) != nil { return index + 1 }
        if bar.repeatsAfter > 0 { return index }
        if bar.repeatsBefore > 0 || bar.isDouble {
          newSection(at: index + 1)
          return index + 1
        }
      default: break
      }
      index += 1
    }
    return index
  }

  /// The ending that begins right after a bar line, changes of meter or key between them.
  private func ending(after bar: Int) -> Int? {
    var index = bar + 1
    while index < symbols.endIndex {
      switch symbols[index].kind {
      case .ending: return index
      case .note, .bar, .overlay, .overlayBegin, .overlayEnd, .way, .part: return nil
      case .tempo, .meter, .key, .directive: index += 1
      }
    }
    return nil
  }

  /// The highest number among the endings of the section from `begin`; 0 without endings.
  private mutating func highestEnding() -> Int {
    if known.begin == begin { return known.highest }
    let highest = scanEndings()
    known = (begin, highest)
    return highest
  }

  /// The last answer of `highestEnding`.
  private var known = (begin: -1, highest: 0)

  private func scanEndings() -> Int {
    var highest = 0
    var index = begin
    while index < symbols.endIndex {
      switch symbols[index].kind {
      case .ending(let passes):
        highest = max(highest, passes.reduce(0) { max($0, $1.upperBound) })
      case .bar(let bar):
        let isBeforeEnding = ending(after: index) != nil
        if !isBeforeEnding, bar.repeatsBefore > 0 || bar.repeatsAfter > 0 { return highest }
        if !isBeforeEnding, bar.isDouble, highest > 0 { return highest }
      default: break
      }
      index += 1
    }
    return highest
  }

  /// Follows a sign of the way; a jump back is followed once.
  private mutating func follow(_ sign: ABCWay, at index: Int) -> Int {
    switch sign {
    case .segno: return index + 1
    case .fine: return goal == nil || isCoda ? index + 1 : symbols.endIndex
    case .coda:
      guard isCoda,
        let other = find(from: index + 1, where: { if case .coda = $0 { true } else { false } })
      else { return index + 1 }
      goal = .end
      return other + 1
    case .daCapo(let goal), .dalSegno(let goal):
      guard self.goal == nil else { return index + 1 }
      var target = symbols.startIndex
      if case .dalSegno = sign {
        guard
          let segno = find(
            from: symbols.startIndex, where: { if case .segno = $0 { true } else { false } })
        else { return index + 1 }
        target = segno
      }
      self.goal = goal
      newSection(at: target)
      return target
    }
  }

  private var isCoda: Bool { if case .coda = goal { true } else { false } }

  private func find(from begin: Int, where matches: (ABCWay) -> Bool) -> Int? {
    var index = begin
    while index < symbols.endIndex {
      if case .way(let way) = symbols[index].kind, matches(way) { return index }
      index += 1
    }
    return nil
  }
}
