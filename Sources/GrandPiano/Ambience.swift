import Synthesis

/// The room's first half second: a soft short reverberation without which a close piano sounds dead.
///
/// Eight delay lines feed each other through a Householder matrix. Reverberation time 0.55 s, 90 Hz to
/// 3.5 kHz, 15 dB below the piano.
struct Ambience: Sendable {
  private let delays: SIMD8<Int32>
  /// As many vectors as the power of two above the longest delay.
  private var lines: [SIMD8<Float>]
  private(set) var state = State()
  private let decay: SIMD8<Float>
  private let low: Float
  private let high: Float
  private let damping: Float
  private let tailFrames: Int
  /// Frames since the last that was not silent.
  private var quietFrames: Int

  /// Where the lines are written, and what the filters hold: twice their output less what came last.
  struct State: Sendable {
    var position = 0
    var damped = SIMD8<Float>.zero
    var lowPassed = SIMD2<Float>.zero
    var trend = SIMD2<Float>.zero
  }

  /// The delays in milliseconds, without common measure.
  private static let milliseconds: [Double] = [11.0, 15.1, 20.9, 23.4, 27.5, 31.9, 35.8, 43.7]
  /// In hertz: below, the room is not driven; above, it is driven less, and each reflection loses.
  private static let corners = (low: 90.0, high: 3500.0, damping: 8450.0)
  private static let seconds = 0.55
  /// The wet signal's gain that puts its energy 15 dB below the piano's.
  private static let gain: Float = 0.08
  /// The square below which (−300 dBFS) the driving filters are put to rest, long before single precision
  /// has no more digits for them and a step costs a hundred times as much.
  private static let floor: Float = 1e-30

  init(rate: Int) {
    // Rounded to a frame of about 22 kHz, so that a rate and its double have one room.
    let multiple = Double(max(1, rate / 22_000))
    let rate = Double(rate)
    var delays = SIMD8<Int32>.zero
    var decay = SIMD8<Float>.zero
    for (index, milliseconds) in Self.milliseconds.enumerated() {
      let frames = multiple * max(1, (milliseconds * rate / 1000 / multiple).rounded())
      delays[index] = Int32(frames)
      decay[index] = Float(ExactMath.exp2(-9.965784 * frames / (Self.seconds * rate)))
    }
    self.delays = delays
    self.decay = decay
    var size = 1
    while size <= Int(delays.max()) { size *= 2 }
    lines = [SIMD8<Float>](repeating: .zero, count: size)
    low = Self.coefficient(Self.corners.low, rate: rate)
    high = Self.coefficient(Self.corners.high, rate: rate)
    damping = Self.coefficient(Self.corners.damping, rate: rate)
    tailFrames = Int(1.5 * rate)
    quietFrames = tailFrames
  }

  /// Of a low-pass of first order by the trapezoidal rule, which delays alike at any rate.
  private static func coefficient(_ hertz: Double, rate: Double) -> Float {
    let turn = .pi * hertz / rate
    return Float(turn / (1 + turn))
  }

  /// Whether it still rings.
  var isSounding: Bool { quietFrames < tailFrames }

  /// Adds its answer to `block` to `block`.
  mutating func render(into block: inout StereoBlock) {
    var begin = 0
    while begin < block.frames {
      // Stretches of sound and of silence, which costs nothing once all has rung out.
      let isSilent = block.left[begin] == 0 && block.right[begin] == 0
      var end = begin + 1
      while end < block.frames, (block.left[end] == 0 && block.right[end] == 0) == isSilent {
        end += 1
      }
      if isSilent {
        let rest = min(end - begin, tailFrames - quietFrames)
        if rest > 0 { step(&block, begin..<begin + rest, isSilent: true) }
        quietFrames += rest
        if rest > 0, quietFrames == tailFrames { clear() }
      } else {
        step(&block, begin..<end, isSilent: false)
        quietFrames = 0
      }
      begin = end
    }
  }

  private mutating func clear() {
    for i in lines.indices { lines[i] = .zero }
    state = State(position: state.position)
  }

  private mutating func step(_ block: inout StereoBlock, _ range: Range<Int>, isSilent: Bool) {
    Self.step(
      &lines, &state, delays, decay, low: low, high: high, damping: damping, range,
      isSilent: isSilent, left: &block.left, right: &block.right)
  }

  private static func step(
    _ lines: inout [SIMD8<Float>], _ state: inout State, _ delays: SIMD8<Int32>,
    _ decay: SIMD8<Float>, low: Float, high: Float, damping: Float, _ range: Range<Int>,
    isSilent: Bool, left: inout [Float], right: inout [Float]
  ) {
    var lines = lines.mutableSpan
    var left = left.mutableSpan
    var right = right.mutableSpan
    let mask = lines.count &- 1
    // The state is in a local variable while it turns.
    var now = state
    for frame in range {
      let x = SIMD2(left[frame], right[frame])
      let rise = low * (x - now.trend)
      let driven = x - now.trend - rise
      now.trend += 2 * rise
      let change = high * (driven - now.lowPassed)
      let input = now.lowPassed + change
      now.lowPassed = input + change
      if isSilent {
        now.trend.replace(with: 0, where: now.trend * now.trend .< floor)
        now.lowPassed.replace(with: 0, where: now.lowPassed * now.lowPassed .< floor)
      }
      var out = SIMD8<Float>.zero
      for line in 0..<8 {
        out[line] = lines[(now.position &- Int(delays[line])) & mask][line]
      }
      let loss = damping * (out * decay - now.damped)
      let damped = now.damped + loss
      now.damped = damped + loss
      let mixed = damped - 0.25 * damped.sum()
      let (l, r) = (input.x, input.y)
      lines[now.position] = mixed + SIMD8(l, r, -l, r, l, -r, -l, -r)
      now.position = (now.position &+ 1) & mask
      left[frame] += gain * (out[0] - out[2] + out[5] + out[7] * 0.5 + out[3])
      right[frame] += gain * (out[1] + out[3] * 0.5 - out[4] + out[6] - out[5] * 0.5)
    }
    state = now
  }
}
