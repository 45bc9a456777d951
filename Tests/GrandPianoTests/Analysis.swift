import Foundation
import Measurement

/// The measurements that the tests of the grand share, on one channel of samples.
enum Analysis {
  /// The amplitude of `signal` at a frequency (Hann window), by direct summation.
  static func amplitude(_ signal: ArraySlice<Double>, hertz: Double, rate: Int) -> Double {
    amplitude(windowed: windowed(signal), hertz: hertz, rate: rate)
  }

  private static func windowed(_ signal: ArraySlice<Double>) -> [Double] {
    let count = Double(signal.count)
    return signal.enumerated().map { index, sample in
      sample * (0.5 - 0.5 * cos(2 * Double.pi * (Double(index) + 0.5) / count))
    }
  }

  private static func amplitude(windowed signal: [Double], hertz: Double, rate: Int) -> Double {
    // Goertzel's recursion.
    let twice = 2 * cos(2 * Double.pi * hertz / Double(rate))
    var last = 0.0
    var before = 0.0
    var index = 0
    while index < signal.count {
      let next = signal[index] + twice * last - before
      before = last
      last = next
      index += 1
    }
    let power = last * last + before * before - twice * last * before
    return 4 / Double(signal.count) * max(0, power).squareRoot()
  }

  /// The frequency of the strongest partial within `cents` of `hertz`.
  static func peak(
    _ signal: ArraySlice<Double>, near hertz: Double, cents: Double, rate: Int
  ) -> Double {
    let samples = windowed(signal)
    var low = hertz * exp2(-cents / 1200)
    var high = hertz * exp2(cents / 1200)
    // Each round narrows the search to the neighbours of the best of nine places.
    for _ in 0..<6 {
      let places = (0...8).map { low + (high - low) * Double($0) / 8 }
      let levels = places.map { amplitude(windowed: samples, hertz: $0, rate: rate) }
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

  /// Magnitudes of a signal under a Hann window, from 0 Hz to half the rate in equal steps; a sine of
  /// amplitude 1 is about 1.
  static func spectrum(_ signal: ArraySlice<Double>) -> [Double] {
    var size = 4
    while size < signal.count { size *= 2 }
    let count = Double(signal.count)
    let samples = signal.enumerated().map { index, sample in
      Float(sample * (0.5 - 0.5 * cos(2 * Double.pi * (Double(index) + 0.5) / count)))
    }
    let (real, imaginary) = FourierTransform(size: size).spectrum(of: samples)
    return zip(real, imaginary).map { 4 / count * Double(hypot($0, $1)) }
  }

  /// The amplitude-weighted mean frequency from 20 Hz up.
  static func centroid(_ signal: ArraySlice<Double>, rate: Int) -> Double {
    let spectrum = spectrum(signal)
    let step = Double(rate) / Double(2 * (spectrum.count - 1))
    var sum = 0.0
    var weighted = 0.0
    for (index, level) in spectrum.enumerated() where Double(index) * step >= 20 {
      sum += level
      weighted += level * Double(index) * step
    }
    return weighted / sum
  }

  /// The signal through a low-pass of one pole.
  static func lowPassed(_ signal: [Double], hertz: Double, rate: Int) -> [Double] {
    let share = 1 - exp(-2 * Double.pi * hertz / Double(rate))
    var state = 0.0
    return signal.map { sample in
      state += share * (sample - state)
      return state
    }
  }
}
