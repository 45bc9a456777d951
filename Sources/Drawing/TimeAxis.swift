/// The axis that all lanes of a picture share: seconds from left to right, bars where they are known.
struct TimeAxis: Sendable {
  /// What is shown, in seconds.
  let range: ClosedRange<Double>
  /// Where it is shown, in points.
  let left: Double
  let width: Double

  func x(_ seconds: Double) -> Double {
    left + (seconds - range.lowerBound) / (range.upperBound - range.lowerBound) * width
  }

  func seconds(_ x: Double) -> Double {
    range.lowerBound + (x - left) / width * (range.upperBound - range.lowerBound)
  }

  /// A step of 1, 2, 5 × 10ⁿ seconds, or of whole minutes, that leaves at least `points` between two.
  func step(points: Double) -> Double {
    let least = points * (range.upperBound - range.lowerBound) / width
    let steps = [
      0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600,
      1200, 1800, 3600, 7200, 18_000, 36_000,
    ]
    return steps.first { $0 >= least } ?? 86_400
  }

  /// The multiples of a step within the range.
  func ticks(every step: Double) -> [Double] {
    let first = (range.lowerBound / step).rounded(.up)
    let last = (range.upperBound / step).rounded(.down)
    guard last >= first, last - first < 10_000 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }

  /// `1:05`, or with decimals where the step is below a second.
  static func label(_ seconds: Double, step: Double) -> String {
    let decimals = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3
    let scale = [1, 10, 100, 1000][decimals]
    let units = Int((seconds * Double(scale)).rounded())
    let whole = units / scale
    let rest = units % scale
    let minutes = whole / 60
    let tail =
      decimals == 0
      ? "" : "." + String(repeating: "0", count: decimals - String(rest).count) + String(rest)
    if minutes == 0, decimals > 0 { return "\(whole)\(tail)" }
    let second = whole % 60
    return "\(minutes):\(second < 10 ? "0" : "")\(second)\(tail)"
  }

  /// The labels of seconds below the lanes.
  func draw(on canvas: Canvas, y: Double, theme: Theme) {
    let step = step(points: 56)
    for second in ticks(every: step) {
      let x = x(second)
      canvas.line([(x, y), (x, y + 4)], theme.faintInk)
      canvas.text(
        Self.label(second, step: step), x: x, y: y + 15, size: 10, theme.faintInk, .middle)
    }
  }

  /// The lines of seconds behind a lane.
  func drawGrid(on canvas: Canvas, in box: Box, theme: Theme) {
    for second in ticks(every: step(points: 56)) {
      let x = x(second)
      canvas.line([(x, box.y), (x, box.maxY)], theme.faintGrid, width: 0.75)
    }
  }
}
