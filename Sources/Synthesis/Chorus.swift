/// Two voices that follow a sound by some milliseconds, now nearer, now farther, one on each side.
///
/// All times are in seconds, so that it is the same at any rate.
public struct Chorus: Sendable {
  private static let meanSeconds = 0.0125
  private static let depthSeconds = 0.003
  private static let hertz = 0.55
  private static let level: Float = 0.7

  private var line: [Float]
  private var head = 0
  private var frame = 0
  private let mean: Double
  private let depth: Double
  private let swing: LFO
  private let quarter: Int
  private var quiet: Int

  /// A silent chorus at a rate.
  public init(rate: Int) {
    let rate = Double(rate)
    mean = Chorus.meanSeconds * rate
    depth = Chorus.depthSeconds * rate
    line = [Float](repeating: 0, count: Int(mean + depth) + 4)
    swing = LFO(hertz: Chorus.hertz, delayFrames: 0, rate: rate)
    quarter = Int(rate / Chorus.hertz / 4)
    quiet = line.count
  }

  /// Whether something can still be heard of it.
  public var isSounding: Bool { quiet < line.count }

  /// Adds the two voices for `input` to the block; both have the same length.
  public mutating func add(_ input: [Float], to block: inout StereoBlock) {
    for i in 0..<block.frames {
      line[head] = input[i]
      quiet = input[i].magnitude > 1e-6 ? 0 : (quiet < line.count ? quiet + 1 : line.count)
      if isSounding {
        block.left[i] += Chorus.level * tap(swing.value(at: frame))
        block.right[i] += Chorus.level * tap(swing.value(at: frame + quarter))
      }
      head = head + 1 == line.count ? 0 : head + 1
      frame += 1
    }
  }

  /// The sound some time ago, between its samples in a line.
  private func tap(_ swing: Double) -> Float {
    let delay = mean + depth * swing
    let whole = Int(delay)
    let part = Float(delay - Double(whole))
    let first = head - whole
    let newer = first < 0 ? first + line.count : first
    let older = newer == 0 ? line.count - 1 : newer - 1
    return line[newer] + part * (line[older] - line[newer])
  }
}
