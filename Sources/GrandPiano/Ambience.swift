import Synthesis

/// The room's first half second: a soft short reverberation without which a close piano sounds dead.
///
/// Eight delay lines feed each other through a Householder matrix. Reverberation time 0.55 s, 90 Hz to
/// 3.5 kHz, 15 dB below the piano.
struct Ambience: Sendable {
  private let delays: SIMD8<Int32>
  private let mask: Int
  private var lines: [SIMD8<Float>]
  private var position = 0
  private let decay: SIMD8<Float>
  private let low: Float
  private let high: Float
  private var damped = SIMD8<Float>.zero
  private var lowPassed = SIMD2<Float>.zero
  private var trend = SIMD2<Float>.zero
  private let level: Float
  private let tailFrames: Int
  /// Frames since the last that was not silent.
  private var quietFrames: Int

  /// The delays in milliseconds, without common measure.
  private static let milliseconds: [Double] = [11.3, 14.9, 18.7, 22.1, 26.3, 31.7, 37.9, 43.1]
  private static let seconds = 0.55
  /// The wet signal's gain that puts its energy 15 dB below the piano's.
  private static let gain: Float = 0.11

  init(rate: Int) {
    let rate = Double(rate)
    var delays = SIMD8<Int32>.zero
    var decay = SIMD8<Float>.zero
    for (index, milliseconds) in Self.milliseconds.enumerated() {
      let frames = max(1, (milliseconds * rate / 1000).rounded())
      delays[index] = Int32(frames)
      decay[index] = Float(ExactMath.exp2(-9.965784 * frames / (Self.seconds * rate)))
    }
    self.delays = delays
    self.decay = decay
    var size = 1
    while size <= Int(delays.max()) { size *= 2 }
    mask = size - 1
    lines = [SIMD8<Float>](repeating: .zero, count: size)
    low = Float(1 - ExactMath.exp(-2 * .pi * 90 / rate))
    high = Float(1 - ExactMath.exp(-2 * .pi * min(3500, 0.45 * rate) / rate))
    level = Self.gain
    tailFrames = Int(1.5 * rate)
    quietFrames = tailFrames
  }

  /// Whether it still rings.
  var isSounding: Bool { quietFrames < tailFrames }

  /// Adds its answer to `block` to `block`.
  mutating func render(into block: inout StereoBlock) {
    for frame in 0..<block.frames {
      let x = SIMD2(block.left[frame], block.right[frame])
      if x.x == 0, x.y == 0 {
        quietFrames += 1
        if quietFrames >= tailFrames {
          if quietFrames == tailFrames { clear() }
          quietFrames = tailFrames
          continue
        }
      } else {
        quietFrames = 0
      }
      let wet = step(x)
      block.left[frame] += wet.x
      block.right[frame] += wet.y
    }
  }

  private mutating func clear() {
    for i in lines.indices { lines[i] = .zero }
    damped = .zero
    lowPassed = .zero
    trend = .zero
  }

  private mutating func step(_ x: SIMD2<Float>) -> SIMD2<Float> {
    trend += low * (x - trend)
    lowPassed += high * (x - trend - lowPassed)
    var out = SIMD8<Float>.zero
    for line in 0..<8 {
      out[line] = lines[(position &- Int(delays[line])) & mask][line]
    }
    damped += 0.7 * (out * decay - damped)
    let mixed = damped - 0.25 * damped.sum()
    let input = SIMD8(
      lowPassed.x, lowPassed.y, -lowPassed.x, lowPassed.y, lowPassed.x, -lowPassed.y,
      -lowPassed.x, -lowPassed.y)
    lines[position] = mixed + input
    position = (position + 1) & mask
    return level
      * SIMD2(
        out[0] - out[2] + out[5] + out[7] * 0.5 + out[3],
        out[1] + out[3] * 0.5 - out[4] + out[6] - out[5] * 0.5)
  }
}
