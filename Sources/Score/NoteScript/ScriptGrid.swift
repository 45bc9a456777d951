/// The grid on which a script's positions are whole numbers: so many units a whole note.
///
/// It begins with 480 ticks a quarter (or the script's own `ppq`) and grows to the least common
/// multiple whenever a position asks for a denominator that it lacks, so positions stay exact. At 2⁴⁰
/// ticks a quarter it stops: from then on positions are rounded to the grid, less than 10⁻¹² of a
/// quarter away, nine orders below a sample.
struct ScriptGrid {
  private(set) var unitsPerWhole: Int64
  /// The largest position in use, so that growing cannot overflow.
  var reach: Int64 = 0
  private var isFrozen = false

  /// Whether every position so far is where it should be, not merely near.
  var isExact: Bool { !isFrozen }

  static let most: Int64 = 1 << 42
  /// The last position that a script may have.
  static let lastUnit: Int64 = 1 << 61

  init(ticksPerQuarter: Int64) { unitsPerWhole = ticksPerQuarter * 4 }

  var ticksPerQuarter: Int64 { unitsPerWhole / 4 }

  /// Makes the grid so many times finer if there is room for it.
  mutating func grow(by factor: Int64) -> Bool {
    if isFrozen { return false }
    let (finer, overflow) = unitsPerWhole.multipliedReportingOverflow(by: factor)
    let (far, farOverflow) = reach.multipliedReportingOverflow(by: factor)
    if !overflow, !farOverflow, finer <= ScriptGrid.most, far <= ScriptGrid.lastUnit {
      unitsPerWhole = finer
      reach = far
      return true
    }
    isFrozen = true
    while unitsPerWhole * 2 <= ScriptGrid.most, reach * 2 <= ScriptGrid.lastUnit {
      unitsPerWhole *= 2
      reach *= 2
    }
    return false
  }

  /// The position of so many whole notes, 0 or more; nil where it is beyond the last one.
  mutating func units(of wholes: Rational) -> Int64? {
    if Int128(unitsPerWhole) % wholes.denominator != 0, !isFrozen {
      let common = Rational.greatestCommonDivisor(
        wholes.denominator.magnitude, UInt128(unitsPerWhole))
      let factor = wholes.denominator / Int128(common)
      _ = grow(by: Int64(clamping: factor))
    }
    let units =
      Int128(unitsPerWhole) % wholes.denominator == 0
      ? Rational(wholes.numerator, 1).times(Int128(unitsPerWhole) / wholes.denominator)
      : (wholes * Rational(Int128(unitsPerWhole))).rounded
    guard let units, units <= Int128(ScriptGrid.lastUnit) else { return nil }
    return Int64(units)
  }

  /// The position in whole notes.
  func wholes(_ units: Int64) -> Rational { Rational(Int128(units), Int128(unitsPerWhole)) }
}

extension Rational {
  /// A whole number times another, nil where 128 bits do not hold it.
  fileprivate func times(_ factor: Int128) -> Int128? {
    let (product, overflow) = numerator.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }
}
