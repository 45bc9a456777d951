import Synthesis

/// How much later the same begin comes in another recording.
enum OnsetShift {
  /// Steps, to a fraction, at which the growth of the common envelopes agrees best; nil where that lies at the
  /// edge of what was looked at, or where they grow in another way.
  static func steps(_ a: [PartialEnvelope], _ b: [PartialEnvelope], reach: Int) -> Double? {
    let (risesA, risesB) = (rises(a), rises(b))
    guard risesA.count == risesB.count, risesA.count > 2 * reach else { return nil }
    var scores = [Double](repeating: 0, count: 2 * reach + 1)
    for lag in -reach...reach {
      var sum = 0.0
      for i in max(0, -lag)..<min(risesA.count, risesA.count - lag) {
        sum += risesA[i] * risesB[i + lag]
      }
      scores[lag + reach] = sum
    }
    guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0,
      best > 0, best < 2 * reach
    else { return nil }
    let energies = [risesA, risesB].map { $0.reduce(0) { $0 + $1 * $1 } }
    guard scores[best] > 0.9 * (energies[0] * energies[1]).squareRoot() else { return nil }
    let (y0, y1, y2) = (scores[best - 1], scores[best], scores[best + 1])
    let curve = y0 - 2 * y1 + y2
    return Double(best - reach) + (curve < 0 ? 0.5 * (y0 - y2) / curve : 0)
  }

  /// The growth of the partials' common envelope from step to step, falls left out.
  private static func rises(_ partials: [PartialEnvelope]) -> [Double] {
    guard let count = partials.first?.real.count else { return [] }
    let envelope = (0..<count).map { k in
      partials.reduce(0) { $0 + $1.power(at: k) }.squareRoot()
    }
    return (2..<max(2, count)).map { max(0, envelope[$0] - envelope[$0 - 2]) }
  }
}
