import Synthesis

/// The largest difference of two samples in a stretch, and where it is.
struct LargestDifference: Sendable {
  var value: Float = 0
  var frame = 0

  /// The larger one; of equals this one.
  mutating func merge(_ other: LargestDifference) {
    if other.value > value { self = other }
  }

  /// Of B times `sign` less A, over a range of both; `first` is the frame of index 0.
  init(_ a: StereoBlock, _ b: StereoBlock, sign: Float, _ range: Range<Int>, first: Int) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.run) {
      let part = start..<min(start + Self.run, range.upperBound)
      let most = max(
        Self.largest(a.left, b.left, sign, part), Self.largest(a.right, b.right, sign, part))
      guard most > value else { continue }
      value = most
      for i in part
      where max(abs(sign * b.left[i] - a.left[i]), abs(sign * b.right[i] - a.right[i])) == most {
        frame = first + i
        break
      }
    }
  }

  init() {}

  private static let run = 4096
  private static let width = 256

  private static func largest(
    _ a: [Float], _ b: [Float], _ sign: Float, _ range: Range<Int>
  ) -> Float {
    var most = [Float](repeating: 0, count: width)
    raise(&most, a, b, sign, range)
    return most.reduce(0) { $1 > $0 ? $1 : $0 }
  }

  /// Maxima that run side by side.
  private static func raise(
    _ most: inout [Float], _ a: [Float], _ b: [Float], _ sign: Float, _ range: Range<Int>
  ) {
    let (x, y) = (a.span, b.span)
    var m = most.mutableSpan
    var start = range.lowerBound
    while start < range.upperBound {
      for i in 0..<min(width, range.upperBound - start) {
        let distance = abs(sign * y[start &+ i] - x[start &+ i])
        m[i] = distance > m[i] ? distance : m[i]
      }
      start += width
    }
  }
}
