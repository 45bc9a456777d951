import Foundation
import Measurement
import Synthesis

/// How far two takes of one note lie apart; differences are the first less the second.
struct Agreement: CustomStringConvertible {
  /// Frames by which the second is late; where a volume envelope begins with a delay it may be early, as
  /// FluidSynth cuts delays to whole steps of its grid.
  let lag: Int
  let levelDecibels: Double
  let cents: Double
  /// Where the levels of 25 ms differ most, from 10 ms on, as long as they lie less than 50 dB below the
  /// loudest.
  let envelopeDecibels: Double
  /// Where third octaves differ most, as long as they lie less than 50 dB below the loudest.
  let bandDecibels: Double

  var description: String {
    func short(_ x: Double) -> String { "\((x * 100).rounded() / 100)" }
    return "lag \(lag), level \(short(levelDecibels)) dB, pitch \(short(cents)) cents, "
      + "envelope \(short(envelopeDecibels)) dB, third octaves \(short(bandDecibels)) dB"
  }

  init(_ a: StereoBlock, _ b: StereoBlock, from start: Int, rate: Int) {
    lag = Agreement.lag(a, b, from: start)
    let count = min(a.frames, b.frames) - start - max(lag, 0)
    let first = [Array(a.left[start..<start + count]), Array(a.right[start..<start + count])]
    let from = start + lag
    let second = [Array(b.left[from..<from + count]), Array(b.right[from..<from + count])]
    func energy(_ planes: [[Float]], _ range: Range<Int>) -> Double {
      var sum = 1e-30
      for plane in planes { for i in range { sum += Double(plane[i]) * Double(plane[i]) } }
      return sum
    }
    func decibels(_ x: Double, _ y: Double) -> Double { 0.5 * ExactMath.decibels(x / y) }

    levelDecibels = decibels(energy(first, 0..<count), energy(second, 0..<count))

    let window = rate / 40
    let places = stride(from: rate / 100, to: count - window - 128, by: window / 2).map { $0 }
    let levels = places.map { energy(first, $0..<$0 + window) }
    let loudest = levels.max() ?? 1
    var worst = 0.0
    // FluidSynth's envelope goes in steps of 64 frames: the nearest place within a step counts. Where its start
    // was early, its release lies by as much further from the start.
    let steps = Array(stride(from: -64, through: 64 + max(0, -lag), by: 16))
    for (place, level) in zip(places, levels) where level > loudest * 1e-5 {
      let differences = steps.map { step in
        decibels(level, energy(second, place + step..<place + step + window))
      }
      let difference = differences.min { abs($0) < abs($1) } ?? 0
      if abs(difference) > abs(worst) { worst = difference }
    }
    envelopeDecibels = worst

    // The steady part: from 100 ms on, while the key is down.
    var size = 4096
    while size * 3 < count * 3 / 5 - rate / 10, size < 32768 { size *= 2 }
    let steady = rate / 10
    let transform = FourierTransform(size: size)
    func spectrum(_ plane: [Float], at place: Int) -> (real: [Float], imaginary: [Float]) {
      var windowed: [Float] = []
      for i in 0..<size {
        let turn = 2 * Double.pi * (Double(i) + 0.5) / Double(size)
        let weight = 0.5 - 0.5 * cos(turn)
        windowed.append(plane[place + i] * Float(weight))
      }
      return transform.spectrum(of: windowed)
    }
    func powers(_ planes: [[Float]]) -> [Double] {
      var sums = [Double](repeating: 0, count: size / 2)
      for plane in planes {
        let (real, imaginary) = spectrum(plane, at: steady)
        for bin in sums.indices {
          sums[bin] += Double(real[bin] * real[bin] + imaginary[bin] * imaginary[bin])
        }
      }
      return sums
    }
    let (one, two) = (powers(first), powers(second))
    func bands(_ powers: [Double]) -> [Double] {
      (-12...12).map { third in
        let middle = 1000 * ExactMath.exp2(Double(third) / 3) * Double(size) / Double(rate)
        let low = Int((middle * 0.8909).rounded(.up))
        let high = min(powers.count, Int((middle * 1.1225).rounded(.up)))
        return low < high ? powers[low..<high].reduce(1e-30, +) : 1e-30
      }
    }
    let (ourBands, theirBands) = (bands(one), bands(two))
    let top = ourBands.max() ?? 1
    worst = 0
    for (x, y) in zip(ourBands, theirBands) where x > top * 1e-5 {
      if abs(decibels(x, y)) > abs(worst) { worst = decibels(x, y) }
    }
    bandDecibels = worst

    // How the phase of the strongest partial runs against the other's gives the difference of frequencies
    // far finer than either spectrum, and no window, vibrato or beat that both have alike disturbs it.
    let bin = one.indices.dropFirst(2).max { one[$0] < one[$1] } ?? 1
    let hop = size / 8
    let angles = (0...4).map { step in
      let (x, y) = (
        spectrum(first[0], at: steady + step * hop), spectrum(second[0], at: steady + step * hop)
      )
      let real = Double(x.real[bin] * y.real[bin] + x.imaginary[bin] * y.imaginary[bin])
      let imaginary = Double(x.imaginary[bin] * y.real[bin] - x.real[bin] * y.imaginary[bin])
      return atan2(imaginary, real) / (2 * Double.pi)
    }
    let turns = zip(angles, angles.dropFirst()).reduce(0.0) { sum, pair in
      let moved = pair.1 - pair.0
      return sum + moved - moved.rounded()
    }
    let seconds = Double(4 * hop) / Double(rate)
    let hertz = Double(bin) * Double(rate) / Double(size)
    cents = 1200 * ExactMath.log2(1 + turns / seconds / hertz)
  }

  /// The frames by which `b` is late: the ones from −63 to 128 at which both starts have most in common.
  private static func lag(_ a: StereoBlock, _ b: StereoBlock, from start: Int) -> Int {
    var best = (lag: 0, sum: -Double.infinity)
    for lag in -63...128 {
      var (sum, power) = (0.0, 1e-30)
      for i in start..<start + 3000 {
        let (x, y) = (Double(a.left[i] + a.right[i]), Double(b.left[i + lag] + b.right[i + lag]))
        sum += x * y
        power += y * y
      }
      let alike = sum / power.squareRoot()
      if alike > best.sum { best = (lag, alike) }
    }
    return best.lag
  }
}
