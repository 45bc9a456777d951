/// Where the rises of level of one sound lie in another: coarse, but blind to phases.
enum RiseLag {
  /// The frames by which `b` has to be moved so that its rises agree best with those of `a`, 0 or more, to a
  /// millisecond.
  static func frames(of b: [Float], on a: [Float], rate: Int) -> Int {
    let step = max(1, rate / 1000)
    let (risesA, risesB) = (rises(a, step: step), rises(b, step: step))
    var best = (lag: 0, sum: -1.0)
    for lag in 0...max(0, risesB.count - risesA.count) {
      let sum = Double(product(risesA, risesB, lag: lag))
      if sum > best.sum { best = (lag, sum) }
    }
    return best.lag * step
  }

  /// Milliseconds that a level is smoothed over, twice, and that it grows in: below, what is heard is the swing of the
  /// notes and not their begin.
  private static let smoothing = 16

  /// How much the level of the sound's differences grows, falls left out.
  private static func rises(_ samples: [Float], step: Int) -> [Float] {
    var powers: [Float] = []
    for start in stride(from: 1, to: samples.count - step, by: step) {
      var sum: Float = 0
      for i in start..<start + step {
        let difference = samples[i] - samples[i - 1]
        sum += difference * difference
      }
      powers.append(sum)
    }
    let levels = smoothed(smoothed(powers)).map { $0.squareRoot() }
    return levels.indices.dropFirst(smoothing).map { max(0, levels[$0] - levels[$0 - smoothing]) }
  }

  /// The mean over the smoothing, half of it to each side.
  private static func smoothed(_ values: [Float]) -> [Float] {
    values.indices.map { middle in
      let near = max(0, middle - smoothing / 2)..<min(values.count, middle + smoothing / 2)
      return values[near].reduce(0, +) / Float(smoothing)
    }
  }

  private static func product(_ a: [Float], _ b: [Float], lag: Int) -> Float {
    let (x, y) = (a.span, b.span)
    var (s0, s1, s2, s3): (Float, Float, Float, Float) = (0, 0, 0, 0)
    let count = min(x.count, y.count - lag)
    var i = 0
    while i &+ 4 <= count {
      s0 += x[i] * y[lag &+ i]
      s1 += x[i &+ 1] * y[lag &+ i &+ 1]
      s2 += x[i &+ 2] * y[lag &+ i &+ 2]
      s3 += x[i &+ 3] * y[lag &+ i &+ 3]
      i &+= 4
    }
    return (s0 + s1) + (s2 + s3)
  }
}
