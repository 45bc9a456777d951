import Synthesis

/// The step down to a rate of about 11 kHz and back up: open strings answer with low partials only, and
/// a quarter of the frames costs a quarter of the time.
///
/// Slow frames lie at the score's frames that divide by the factor, wherever blocks begin. Both ways a
/// windowed sine of 8 slow frames delays the sound; the resonators know by how much.
struct SlowRate: Sendable {
  /// Frames to a slow frame.
  let factor: Int
  /// What both filters delay, in seconds.
  let delay: Double
  private let taps: [Float]
  /// The taps by phase, newest slow frame first.
  private let phases: [SIMD8<Float>]
  private var history: [Float]
  private var recentLeft = SIMD8<Float>.zero
  private var recentRight = SIMD8<Float>.zero

  private static let width = 8

  init(rate: Int) {
    factor = max(1, rate / 11_000)
    let count = Self.width * factor
    delay = factor == 1 ? 0 : Double(count - 1) / Double(rate)
    var taps = [Double](repeating: 0, count: count)
    for i in 0..<count {
      let x = Double(i) - Double(count - 1) / 2
      let turn = 0.9 * x / Double(factor)
      let window = 0.5 - 0.5 * ExactMath.cos(2 * .pi * (Double(i) + 0.5) / Double(count))
      taps[i] = window * (turn == 0 ? 1 : ExactMath.sin(.pi * turn) / (.pi * turn))
    }
    if factor == 1 { taps = [1, 0, 0, 0, 0, 0, 0, 0] }
    let sum = taps.reduce(0, +)
    self.taps = taps.map { Float($0 / sum) }
    var phases = [SIMD8<Float>](repeating: .zero, count: factor)
    for (i, tap) in taps.enumerated() {
      phases[i % factor][i / factor] = Float(tap / sum * Double(factor))
    }
    self.phases = phases
    history = [Float](repeating: 0, count: count - 1)
  }

  /// The first slow frame not before a frame.
  func slowFrame(_ frame: Int) -> Int { (frame + factor - 1) / factor }

  /// The slow frames that fall into the block which begins at `start`.
  mutating func down(_ plane: [Float], from start: Int) -> [Float] {
    let padded = history + plane
    let first = slowFrame(start)
    let end = slowFrame(start + plane.count)
    var slow = [Float](repeating: 0, count: end - first)
    Self.filter(padded, taps, first: first * factor - start, step: factor, into: &slow)
    history = Array(padded.suffix(history.count))
    return slow
  }

  private static func filter(
    _ padded: [Float], _ taps: [Float], first: Int, step: Int, into slow: inout [Float]
  ) {
    let padded = padded.span
    let taps = taps.span
    for m in slow.indices {
      // The tap for the newest frame meets the end of its stretch; they are symmetric.
      let place = first + m * step
      var sum: Float = 0
      for j in 0..<taps.count { sum += taps[taps.count - 1 - j] * padded[place + j] }
      slow[m] = sum
    }
  }

  /// Adds slow frames, those of the block which begins at `start`, to the block.
  mutating func up(_ slow: StereoBlock, from start: Int, into block: inout StereoBlock) {
    var left = recentLeft
    var right = recentRight
    var next = 0
    var phase = start % factor
    let slowLeft = slow.left.span
    let slowRight = slow.right.span
    for i in 0..<block.frames {
      if phase == 0 {
        left = Self.shifted(left, slowLeft[next])
        right = Self.shifted(right, slowRight[next])
        next += 1
      }
      let taps = phases[phase]
      block.left[i] += (left * taps).sum()
      block.right[i] += (right * taps).sum()
      phase = phase + 1 == factor ? 0 : phase + 1
    }
    recentLeft = left
    recentRight = right
  }

  @inline(__always)
  private static func shifted(_ v: SIMD8<Float>, _ new: Float) -> SIMD8<Float> {
    SIMD8(new, v[0], v[1], v[2], v[3], v[4], v[5], v[6])
  }
}
