/// The sums of squares and of products of two recordings.
struct Products: Sendable {
  var aa = 0.0
  var ab = 0.0
  var bb = 0.0

  /// The factor from A's power to B's; 1 where one is silent.
  var level: Double { aa > 0 && bb > 0 ? (bb / aa).squareRoot() : 1 }

  /// Whether all samples are numbers, of which the squares have sums.
  var areFinite: Bool { (aa + bb).isFinite }

  static func += (sum: inout Products, other: Products) {
    sum.aa += other.aa
    sum.ab += other.ab
    sum.bb += other.bb
  }

  /// The sums that run side by side, so that one need not wait for another.
  private static let width = 512
  /// Samples that are summed as `Float`: 32 in each sum.
  private static let run = 32 * width

  /// Adds the samples of a range, which both planes must hold.
  mutating func add(_ a: [Float], _ b: [Float], _ range: Range<Int>) {
    var sums = [Float](repeating: 0, count: 3 * Self.width)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.run) {
      Self.add(a, b, start..<min(start + Self.run, range.upperBound), to: &sums)
      for i in 0..<Self.width {
        aa += Double(sums[i])
        ab += Double(sums[Self.width + i])
        bb += Double(sums[2 * Self.width + i])
      }
      for i in sums.indices { sums[i] = 0 }
    }
  }

  private static func add(
    _ a: [Float], _ b: [Float], _ range: Range<Int>, to sums: inout [Float]
  ) {
    let (x, y) = (a.span, b.span)
    var s = sums.mutableSpan
    var start = range.lowerBound
    while start < range.upperBound {
      let count = min(width, range.upperBound - start)
      for i in 0..<count { s[i] += x[start &+ i] * x[start &+ i] }
      for i in 0..<count { s[width &+ i] += x[start &+ i] * y[start &+ i] }
      for i in 0..<count { s[2 &* width &+ i] += y[start &+ i] * y[start &+ i] }
      start += count
    }
  }

  /// The sum of the squares of B less A times a gain.
  static func rest(_ a: [Float], _ b: [Float], gain: Float, _ range: Range<Int>) -> Double {
    var difference = [Float](repeating: 0, count: run)
    var sum = 0.0
    for start in stride(from: range.lowerBound, to: range.upperBound, by: run) {
      let count = min(run, range.upperBound - start)
      subtract(a, b, gain: gain, from: start, count: count, into: &difference)
      sum += squares(difference, 0..<count)
    }
    return sum
  }

  private static func subtract(
    _ a: [Float], _ b: [Float], gain: Float, from start: Int, count: Int,
    into difference: inout [Float]
  ) {
    let (x, y) = (a.span, b.span)
    var d = difference.mutableSpan
    for i in 0..<count { d[i] = y[start &+ i] - gain * x[start &+ i] }
  }

  /// The sum of the squares of a range's samples.
  static func squares(_ plane: [Float], _ range: Range<Int>) -> Double {
    var sum = 0.0
    var sums = [Float](repeating: 0, count: width)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: run) {
      addSquares(plane, start..<min(start + run, range.upperBound), to: &sums)
      for i in sums.indices {
        sum += Double(sums[i])
        sums[i] = 0
      }
    }
    return sum
  }

  private static func addSquares(_ plane: [Float], _ range: Range<Int>, to sums: inout [Float]) {
    let x = plane.span
    var s = sums.mutableSpan
    var start = range.lowerBound
    while start < range.upperBound {
      let count = min(width, range.upperBound - start)
      for i in 0..<count { s[i] += x[start &+ i] * x[start &+ i] }
      start += count
    }
  }
}
