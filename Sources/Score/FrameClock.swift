/// Ticks to samples for ticks that mostly rise: each a product, a sum and a quotient of whole numbers.
///
/// The answers are those of `TempoMap.frame(at:rate:)`, exactly; a tempo's fractions are brought over one
/// denominator once.
public struct FrameClock: Sendable {
  private let map: TempoMap
  private let rate: Int
  private var last: (tick: Int64, frame: Int)?
  private var line = Line(from: 0, to: 0, offset: 0, slope: 0, divisor: 1)

  /// The frames of a stretch of constant tempo: ⌊(offset + slope · (tick − from)) / divisor⌋.
  private struct Line {
    var from: Int64
    var to: Int64
    var offset: Int64
    var slope: Int64
    var divisor: Int64
  }

  /// A clock for a map at `rate` samples a second.
  public init(_ map: TempoMap, rate: Int) {
    self.map = map
    self.rate = rate
  }

  /// The sample nearest to a tick's exact time.
  public mutating func frame(at tick: Int64) -> Int {
    if let last, last.tick == tick { return last.frame }
    let frame = find(tick)
    last = (tick, frame)
    return frame
  }

  private mutating func find(_ tick: Int64) -> Int {
    if tick < line.from || tick >= line.to { line = makeLine(at: tick) }
    // An empty line: a ramp, or fractions that need more than 64 bits.
    if tick >= line.from, tick < line.to {
      let (product, overflow) = line.slope.multipliedReportingOverflow(by: tick - line.from)
      let (sum, overflowSum) = product.addingReportingOverflow(line.offset)
      if !overflow, !overflowSum { return Int(sum / line.divisor) }
    }
    return map.frame(at: tick, rate: rate)
  }

  private func makeLine(at tick: Int64) -> Line {
    let index = map.index(of: tick)
    let segment = map.segments[index]
    let none = Line(from: 0, to: 0, offset: 0, slope: 0, divisor: 1)
    guard segment.ramp == nil, tick >= segment.tick else { return none }
    // Half a sample is added, so that the floor rounds.
    let begin = segment.seconds * Rational(rate) + Rational(1, 2)
    let step = segment.secondsPerTick * Rational(rate)
    let common = Rational.greatestCommonDivisor(
      begin.denominator.magnitude, step.denominator.magnitude)
    let (divisor, overflow) = begin.denominator.multipliedReportingOverflow(
      by: step.denominator / Int128(common))
    guard !overflow else { return none }
    let (offset, overflowOffset) = begin.numerator.multipliedReportingOverflow(
      by: divisor / begin.denominator)
    let (slope, overflowSlope) = step.numerator.multipliedReportingOverflow(
      by: divisor / step.denominator)
    guard !overflowOffset, !overflowSlope, let offset = Int64(exactly: offset),
      let slope = Int64(exactly: slope), let divisor = Int64(exactly: divisor)
    else { return none }
    let end = index + 1 < map.segments.count ? map.segments[index + 1].tick : Int64.max
    return Line(from: segment.tick, to: end, offset: offset, slope: slope, divisor: divisor)
  }
}
