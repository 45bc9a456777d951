import Score

/// The ticks of a score: so many a quarter that every written position is a whole number of them.
struct Grid: Sendable {
  /// Ticks a quarter note.
  let ticksPerQuarter: Int64
  /// Whether some positions had to be rounded.
  let isRounded: Bool

  /// The longest duration and the longest measure that are read, in quarters.
  static let longestQuarters: Int64 = 100_000

  /// The coarsest grid on which all durations of the parts lie, made finer for ornaments and tempos: a
  /// multiple of 480 ticks a quarter where that fits the 15 bits of a MIDI file.
  init(_ tree: XMLTree, _ parts: [Part]) {
    var needed: Int64 = 1
    var isRounded = false
    for part in parts {
      var divisions = Decimal(1)
      for measure in part.measures {
        guard let content = measure.content else { continue }
        var index = content + 1
        let end = Int(tree.nodes[content].end)
        while index < end {
          switch tree.nodes[index].tag {
          case .divisions:
            if let found = tree.decimal(index), found.digits > 0 { divisions = found }
          case .duration, .offset:
            if let duration = tree.decimal(index), duration.digits != 0,
              !Grid.fits(duration, divisions, needed)
            {
              let quarters = duration.rational / divisions.rational
              let finer = Grid.leastCommonMultiple(needed, quarters.denominator)
              if let finer { needed = finer } else { isRounded = true }
            }
          default: break
          }
          index += 1
        }
      }
    }
    self.isRounded = isRounded
    let fine = Grid.leastCommonMultiple(needed, 480) ?? needed
    if fine <= 32767 {
      ticksPerQuarter = fine
    } else {
      ticksPerQuarter = needed >= 480 ? needed : needed * ((479 + needed) / needed)
    }
  }

  /// Whether a duration lies on a grid of `ticks` a quarter.
  private static func fits(_ duration: Decimal, _ divisions: Decimal, _ ticks: Int64) -> Bool {
    let over = Int128(duration.digits) * Int128(divisions.scale) * Int128(ticks)
    return over % (Int128(duration.scale) * Int128(divisions.digits)) == 0
  }

  /// nil above 2²⁴.
  private static func leastCommonMultiple(_ a: Int64, _ b: Int128) -> Int64? {
    guard b <= 1 << 24 else { return nil }
    let other = Int64(b)
    var (c, d) = (a, other)
    while d != 0 { (c, d) = (d, c % d) }
    let (product, overflow) = (a / c).multipliedReportingOverflow(by: other)
    return overflow || product > 1 << 24 ? nil : product
  }

  /// A duration in ticks, rounded where the grid is; nil if it is longer than any that is read.
  func ticks(_ duration: Decimal, divisions: Decimal) -> Int64? {
    let over = Int128(duration.digits) * Int128(divisions.scale) * Int128(ticksPerQuarter)
    let under = Int128(duration.scale) * Int128(divisions.digits)
    guard under > 0 else { return nil }
    let (quotient, remainder) = over.quotientAndRemainder(dividingBy: under)
    guard abs(quotient) <= Int128(Grid.longestQuarters * ticksPerQuarter) else { return nil }
    return Int64(quotient) + (2 * abs(remainder) >= under ? (over < 0 ? -1 : 1) : 0)
  }

  /// A fraction of a whole note in ticks, at least one.
  func ticks(partOfWhole divisor: Int) -> Int64 { max(1, 4 * ticksPerQuarter / Int64(divisor)) }
}
