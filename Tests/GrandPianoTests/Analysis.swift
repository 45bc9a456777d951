import Foundation

/// The measurements that the tests of the grand share, on one channel of samples.
enum Analysis {
  /// The amplitude of `signal` at a frequency (Hann window), by direct summation.
  static func amplitude(_ signal: ArraySlice<Double>, hertz: Double, rate: Int) -> Double {
    let count = Double(signal.count)
    let turn = 2 * Double.pi * hertz / Double(rate)
    // Goertzel's recursion on the windowed samples.
    let twice = 2 * cos(turn)
    var last = 0.0
    var before = 0.0
    for (index, sample) in signal.enumerated() {
      let window = 0.5 - 0.5 * cos(2 * Double.pi * (Double(index) + 0.5) / count)
      let next = window * sample + twice * last - before
      before = last
      last = next
    }
    let power = last * last + before * before - twice * last * before
    return 4 / count * max(0, power).squareRoot()
  }

  /// The frequency of the strongest partial within `cents` of `hertz`.
  static func peak(
    _ signal: ArraySlice<Double>, near hertz: Double, cents: Double, rate: Int
  ) -> Double {
    var low = hertz * exp2(-cents / 1200)
    var high = hertz * exp2(cents / 1200)
    // Each round narrows the search to the neighbours of the best of nine places.
    for _ in 0..<6 {
      let places = (0...8).map { low + (high - low) * Double($0) / 8 }
      let levels = places.map { amplitude(signal, hertz: $0, rate: rate) }
      let best = levels.indices.max { levels[$0] < levels[$1] } ?? 4
      low = places[max(0, best - 1)]
      high = places[min(8, best + 1)]
    }
    return (low + high) / 2
  }

  /// Cents from one frequency to another.
  static func cents(_ hertz: Double, over reference: Double) -> Double {
    1200 * log2(hertz / reference)
  }

  /// The frequency without stiffness and the B of the string law through partials (number, hertz): a
  /// straight line of (f/n)² over n².
  static func stringLaw(_ partials: [(n: Int, hertz: Double)]) -> (base: Double, b: Double) {
    let x = partials.map { Double($0.n * $0.n) }
    let y = partials.map { ($0.hertz / Double($0.n)) * ($0.hertz / Double($0.n)) }
    let meanX = x.reduce(0, +) / Double(x.count)
    let meanY = y.reduce(0, +) / Double(y.count)
    var above = 0.0
    var below = 0.0
    for (a, b) in zip(x, y) {
      above += (a - meanX) * (b - meanY)
      below += (a - meanX) * (a - meanX)
    }
    let slope = above / below
    let start = meanY - slope * meanX
    return (start.squareRoot(), slope / start)
  }

  /// RMS of 5-ms stretches in decibels.
  static func envelope(_ signal: [Double], rate: Int) -> [Double] {
    let hop = rate / 200
    return stride(from: 0, to: signal.count - hop, by: hop).map { start in
      let power = signal[start..<(start + hop)].reduce(0) { $0 + $1 * $1 } / Double(hop)
      return 10 * log10(max(power, 1e-30))
    }
  }

  /// Seconds until the level smoothed over 25 ms is first so many decibels under its early maximum.
  static func fall(_ signal: [Double], by decibels: Double, rate: Int) -> Double? {
    let raw = envelope(signal, rate: rate)
    let level = (2..<(raw.count - 2)).map { raw[($0 - 2)...($0 + 2)].reduce(0, +) / 5 }
    guard let top = level.prefix(60).indices.max(by: { level[$0] < level[$1] }) else { return nil }
    guard let end = level[top...].firstIndex(where: { $0 < level[top] - decibels }) else {
      return nil
    }
    return Double(end - top) * 0.005
  }

  /// The amplitude-weighted mean frequency, from 20 Hz in steps of 20 Hz.
  static func centroid(_ signal: ArraySlice<Double>, rate: Int) -> Double {
    var sum = 0.0
    var weighted = 0.0
    for hertz in stride(from: 20.0, to: 0.45 * Double(rate), by: 20) {
      let level = amplitude(signal, hertz: hertz, rate: rate)
      sum += level
      weighted += level * hertz
    }
    return weighted / sum
  }
}
