import Foundation

/// How a level falls, from powers at equal steps.
struct Fall {
  let powers: [Double]
  let step: Double

  /// Seconds from the early maximum until the level is first so many decibels lower; infinite if never.
  func time(_ decibels: Double) -> Double {
    let early = powers.prefix(Int(0.3 / step) + 1)
    guard let top = early.indices.max(by: { early[$0] < early[$1] }) else { return .infinity }
    let goal = powers[top] * pow(10, -decibels / 10)
    guard let end = powers[top...].firstIndex(where: { $0 < goal }) else { return .infinity }
    return Double(end - top) * step
  }

  /// The reverberation time by the first 10 dB of the Schroeder integral, in seconds.
  var earlyT60: Double {
    var rest = [Double](repeating: 0, count: powers.count)
    var sum = 0.0
    for index in powers.indices.reversed() {
      sum += powers[index]
      rest[index] = sum
    }
    let end = rest.firstIndex { $0 < 0.1 * sum } ?? powers.count
    return 6 * Double(end) * step
  }
}
