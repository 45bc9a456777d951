import Synthesis

/// One stroke: a hammer with a speed meets a string at rest.
struct Felt {
  private let string: PianoString
  private let speed: Double
  /// Newtons at a compression of one metre, for one string.
  private let stiffness: Double
  private let exponent: Double
  /// Kilograms a string.
  private let mass: Double

  init(string: PianoString, hardness: Double, speed: Double) {
    let key = Double(string.key)
    self.string = string
    self.speed = speed
    let hardening = ExactMath.pow(speed / 1.5, Self.hardening[key])
    stiffness = ExactMath.exp2(Self.stiffness[key]) * Self.correction[key] * hardening * hardness
    exponent = Self.exponent[key]
    mass = Self.mass[key] / 1000 / Double(string.count)
  }

  /// The most modes of a string that take part.
  static let modes = 120
  private static let longest = 0.010

  /// Plays the stroke until the hammer has left the string for a millisecond, 10 ms at most.
  func strike(partials: Int) -> Hammer.Force {
    // The bass is slow enough for half the rate.
    let rate = string.key < 57 ? 88_200.0 : 176_400.0
    let step = 1 / rate
    var count = 0
    while count < Self.modes, string.frequency(count + 1) < 0.35 * rate { count += 1 }
    count = max(1, count)
    let groups = (count + 3) / 4
    let zero = SIMD4<Double>.zero
    var shape = [SIMD4<Double>](repeating: zero, count: groups)
    var turn = shape
    var push = shape
    // Half the string's mass moves in each mode.
    let waveSpeed = 2 * string.length * string.base
    let modalMass = 0.5 * string.length * string.tension / (waveSpeed * waveSpeed)
    for n in 0..<count {
      let phi = ExactMath.sin(.pi * Double(n + 1) * string.strikePoint)
      shape[n / 4][n % 4] = phi
      turn[n / 4][n % 4] = 2 * ExactMath.cos(2 * .pi * string.frequency(n + 1) * step)
      push[n / 4][n % 4] = step * step * phi / modalMass
    }
    var now = [SIMD4<Double>](repeating: zero, count: groups)
    var last = now
    let contact = run(
      &now, &last, shape: shape, turn: turn, push: push, step: step)

    var amplitudes = [Float](repeating: 0, count: partials)
    for n in 0..<min(count, partials) {
      let c = turn[n / 4][n % 4] / 2
      let a = now[n / 4][n % 4]
      let b = last[n / 4][n % 4]
      let square = max(0, a * a + b * b - 2 * a * b * c) / max(1e-12, 1 - c * c)
      amplitudes[n] = Float(Double(n + 1) * square.squareRoot() / speed)
    }
    return Hammer.Force(partials: amplitudes, contact: contact)
  }

  /// Steps hammer and modes (each exact between pushes) and answers how long they touched.
  private func run(
    _ nowModes: inout [SIMD4<Double>], _ lastModes: inout [SIMD4<Double>],
    shape: [SIMD4<Double>], turn: [SIMD4<Double>], push: [SIMD4<Double>], step: Double
  ) -> Double {
    var now = nowModes.mutableSpan
    var last = lastModes.mutableSpan
    let shape = shape.span
    let turn = turn.span
    let push = push.span
    var hammer = 0.0
    var hammerLast = -speed * step
    var string = 0.0
    var touched = 0
    var apart = 0
    let patience = Int(0.001 / step)
    for index in 1...Int(Self.longest / step) {
      let compression = hammer - string
      var force = 0.0
      if compression > 0 {
        force = stiffness * ExactMath.pow(compression, exponent)
        touched = index
        apart = 0
      } else if touched > 0 {
        apart += 1
        if apart > patience { break }
      }
      let ahead = 2 * hammer - hammerLast - step * step * force / mass
      hammerLast = hammer
      hammer = ahead
      var sum = SIMD4<Double>.zero
      for g in 0..<now.count {
        let next = turn[g] * now[g] - last[g] + push[g] * force
        last[g] = now[g]
        now[g] = next
        sum += shape[g] * next
      }
      string = sum.sum()
    }
    return Double(touched) * step
  }

  private static let mass = Curve([
    (21, 11), (24, 10.8), (36, 9.8), (60, 8.9), (84, 7.4), (96, 6.6), (108, 5),
  ])
  private static let exponent = Curve([(21, 2.20), (36, 2.30), (60, 2.50), (96, 3.00), (108, 3.10)])
  /// log2 of newtons at a metre.
  private static let stiffness = Curve(
    [(21.0, 2.0e8), (36, 4.0e8), (60, 4.5e9), (96, 1.0e12), (108, 3.0e12)].map {
      ($0.0, ExactMath.log2($0.1))
    })
  private static let correction = Curve([
    (21, 2.4), (36, 1.9), (45, 1.7), (60, 0.95), (72, 0.65), (84, 0.65), (96, 0.8),
  ])
  /// The power of the speed (re 1.5 m/s) with which the felt stiffens beyond its exponent.
  private static let hardening = Curve([(21, 0.95), (45, 0.95), (66, 0.75), (78, 0.55), (90, 0.35)])
}
