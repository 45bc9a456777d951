extension Rational {
  /// The number with three decimals, rounded, for messages.
  fileprivate var thousandths: String {
    let count = (self * Rational(1000)).rounded
    let digits = String((count.magnitude % 1000) + 1000).dropFirst()
    return "\(count < 0 ? "-" : "")\(count.magnitude / 1000).\(digits)"
  }
}

/// Checks that bars end where the meter says.
///
/// After a bar of a wrong length the next ones are counted from its bar line, so that one mistake is
/// told once.
struct BarCheck {
  let label: String
  let meters: ScriptBars
  /// The last bar line that was right, as the meter counts, in whole notes.
  private var last = Rational.zero
  /// How far wrong bars have put the voice ahead of the meter.
  private var ahead = Rational.zero
  /// The bar line that is due, in units, and the length of its bar.
  private var due: Int64 = 0
  private var barUnits: Int64 = 0
  /// For how many bars to come `barUnits` holds.
  private var equalBars = 0
  /// The bars accepted since `last` was set.
  private var accepted = 0

  init(label: String, meters: ScriptBars) {
    self.label = label
    self.meters = meters
  }

  mutating func scale(by factor: Int64) {
    due *= factor
    barUnits *= factor
  }

  /// Whether the bar line is the one that is due: the quick way for nearly all of them.
  @inline(__always)
  mutating func accepts(_ position: Int64) -> Bool {
    guard position == due, equalBars > 0 else { return false }
    due += barUnits
    equalBars -= 1
    accepted += 1
    return true
  }

  /// Checks a bar line thoroughly, by its position in whole notes.
  mutating func check(
    _ position: Rational, isExact: Bool, place: Int, faults: inout ScriptFaults
  ) {
    if accepted > 0 {
      last = last + meters.bar(at: last).segment.barLength * Rational(accepted)
      accepted = 0
    }
    var here = position - ahead
    if !isExact { here = nearestBar(here) }
    if here >= last, meters.bar(at: here).begin == here {
      last = here
    } else {
      last = tell(here, place: place, faults: &faults)
      ahead = position - last
    }
  }

  /// On a grid that rounds, a position less than a millionth of a whole note from a bar's begin is that.
  private func nearestBar(_ here: Rational) -> Rational {
    let begin = meters.bar(at: here).begin
    let next = meters.nextBar(after: here)
    if here - begin < Rational(1, 1_000_000) { return begin }
    return next - here < Rational(1, 1_000_000) ? next : here
  }

  /// Tells a bar of the wrong length; where its bar line should stand.
  private func tell(_ here: Rational, place: Int, faults: inout ScriptFaults) -> Rational {
    var begin = last
    var end = meters.nextBar(after: begin)
    // Whole bars without a bar line go first.
    if here - begin >= (end - begin) * Rational(2) {
      begin = meters.bar(at: here).begin
      end = meters.nextBar(after: begin)
    }
    let bar = meters.bar(at: begin)
    let held = (here - begin) * Rational(bar.segment.unit)
    // Beyond such fractions as people write a decimal says more.
    let decimal = held.denominator > 64 ? " (\(held.thousandths))" : ""
    let wanted = (end - begin) * Rational(bar.segment.unit)
    let meter = "\(bar.segment.beats)/\(bar.segment.unit)"
    faults.error(
      place,
      "bar \(bar.number) of \"\(label)\" holds \(held)\(decimal) beat\(held == .one ? "" : "s"), "
        + "the meter \(meter) wants \(wanted)")
    return end
  }

  /// Makes the grid fine enough for the bar lines to come.
  func makeRoom(in grid: inout ScriptGrid) {
    let next = meters.nextBar(after: last)
    _ = grid.units(of: next + ahead)
    _ = grid.units(of: next - last)
  }

  /// Gets the quick way ready from `last` on.
  mutating func prepare(_ grid: inout ScriptGrid) {
    let next = meters.nextBar(after: last)
    equalBars = 0
    guard grid.isExact, let due = grid.units(of: next + ahead),
      let units = grid.units(of: next - last)
    else { return }
    self.due = due
    barUnits = units
    // The last bar before a change of the meter may be cut short: that one goes the thorough way.
    equalBars =
      meters.change(after: last).map {
        Int(clamping: (($0 - last) / (next - last)).floor) - 1
      } ?? .max
  }
}
