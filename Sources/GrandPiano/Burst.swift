import Synthesis

/// A short noise of wood and felt, worked out once and played with a gain.
final class Burst: Sendable {
  let left: [Float]
  let right: [Float]

  /// What a noise is made of.
  struct Recipe: Sendable {
    /// The soundboard's modes: how many, between which frequencies in hertz.
    var count = 110
    var lowest = 60.0
    var highest = 5000.0
    /// Amplitude falls by 6 dB an octave above this and below `rumble`.
    var corner = 400.0
    var rumble = 90.0
    /// A factor on the loss, and what is added to it in 1/s.
    var loss = 1.0
    var extra = 9.0
    /// The seconds in which it swells.
    var swell = 0.0015
    /// Tells apart the draws of different noises.
    var number = 0
  }

  /// A noise whose first 100 ms have an RMS of 1 over both channels.
  init(_ recipe: Recipe, rate: Int, scatter: Scatter) {
    let rate = Double(rate)
    var bank = ModeBank()
    var energy = 0.0
    for index in 0..<recipe.count {
      // Spaced evenly in pitch, each somewhere in its own place.
      let place =
        (Double(index) + scatter.uniform(.burst, recipe.number, index)) / Double(recipe.count)
      let octaves = ExactMath.log2(recipe.highest / recipe.lowest)
      let frequency = recipe.lowest * ExactMath.exp2(octaves * place)
      if frequency > 0.45 * rate { continue }
      // A loss factor of 2 % (Ege & Boutillon 2012).
      let decay = recipe.extra + recipe.loss * .pi * 0.02 * frequency
      let up = frequency / recipe.corner
      let down = recipe.rumble / frequency
      let size =
        ExactMath.gain(decibels: 4 * scatter.normal(.burst, recipe.number + 100, index))
        / (1 + up * up).squareRoot() / (1 + down * down)
      let ratio = ExactMath.gain(
        decibels: 12 * (scatter.uniform(.pan, recipe.number + 200, index) - 0.5))
      let sign = scatter.uniform(.flip, recipe.number + 200, index) < 0.4 ? -1.0 : 1.0
      let phase = 2 * .pi * scatter.uniform(.phase, recipe.number + 200, index)
      bank.append(
        real: 0.5 * size * ExactMath.cos(phase), imaginary: 0.5 * size * ExactMath.sin(phase),
        radians: 2 * .pi * frequency / rate, nepers: decay / rate, ratio: Float(sign * ratio),
        weight: 1)
      energy +=
        0.25 * size * size * (1 + ratio * ratio) * (1 - ExactMath.exp(-0.2 * decay)) / (4 * decay)
    }
    let scale = 1 / (energy / 0.2).squareRoot()
    (left, right) = Self.sound(bank, scale: Float(scale), swell: recipe.swell, rate: rate)
  }

  /// The longest burst, in seconds.
  private static let longest = 0.8

  private static func sound(
    _ start: ModeBank, scale: Float, swell: Double, rate: Double
  ) -> ([Float], [Float]) {
    var bank = start
    let frames = Int(longest * rate)
    let swellFrames = max(1, Int(swell * rate))
    let fadeFrames = Int(0.1 * rate)
    var block = StereoBlock(frames: frames)
    var page = Page()
    var left = [Float](repeating: 0, count: ModeBank.pageFrames)
    var right = left
    let chunks = ModeBank.pageFrames / ModeBank.chunkFrames
    var now = 0
    while now < frames {
      // The short waves are over long before the long ones.
      _ = bank.cull()
      if bank.isEmpty { break }
      bank.render(chunks: chunks, into: &page)
      page.store(chunks: chunks, left: &left, right: &right)
      let count = min(ModeBank.pageFrames, frames - now)
      Plane.add(left, from: 0, count: count, gain: 1, to: &block.left, at: now)
      Plane.add(right, from: 0, count: count, gain: 1, to: &block.right, at: now)
      bank.advance(ModeBank.pageFrames)
      now += ModeBank.pageFrames
    }
    for i in 0..<frames {
      var gain = scale
      if i < swellFrames {
        gain *= Float(0.5 - 0.5 * ExactMath.cos(.pi * Double(i) / Double(swellFrames)))
      }
      if i >= frames - fadeFrames { gain *= Float(frames - 1 - i) / Float(fadeFrames) }
      block.left[i] *= gain
      block.right[i] *= gain
    }
    return (block.left, block.right)
  }
}

/// A burst that plays.
struct BurstVoice: Sendable {
  private let burst: Burst
  private let gain: Float
  private let start: Int
  private(set) var isOver = false

  init(_ burst: Burst, gain: Float, at frame: Int) {
    self.burst = burst
    self.gain = gain
    start = frame
  }

  /// Adds what falls into the block that begins at `blockStart`.
  mutating func render(from blockStart: Int, into block: inout StereoBlock) {
    let end = min(blockStart + block.frames, start + burst.left.count)
    let begin = max(blockStart, start)
    if begin < end {
      Plane.add(
        burst.left, from: begin - start, count: end - begin, gain: gain, to: &block.left,
        at: begin - blockStart)
      Plane.add(
        burst.right, from: begin - start, count: end - begin, gain: gain, to: &block.right,
        at: begin - blockStart)
    }
    isOver = start + burst.left.count <= blockStart + block.frames
  }
}
