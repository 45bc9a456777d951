/// Two voices that follow a sound by some milliseconds, now nearer, now farther, one on each side.
///
/// All times are in seconds, so that it is the same at any rate.
public struct Chorus: Sendable {
  private static let meanSeconds = 0.0125
  private static let depthSeconds = 0.003
  private static let hertz = 0.55
  private static let level: Float = 0.7

  /// What was heard last, in a circle whose length is a power of two.
  private var line: [Float]
  private let longest: Int
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
    longest = Int(mean + depth) + 4
    line = [Float](repeating: 0, count: 1 << (Int.bitWidth - longest.leadingZeroBitCount))
    swing = LFO(hertz: Chorus.hertz, delayFrames: 0, rate: rate)
    quarter = Int(rate / Chorus.hertz / 4)
    quiet = longest
  }

  /// Whether something can still be heard of it.
  public var isSounding: Bool { quiet < longest }

  /// Adds the two voices for `input` to the block; both have the same length.
  public mutating func add(_ input: [Float], to block: inout StereoBlock) {
    Self.add(
      input, &line, frame, &quiet, longest, (mean, depth), swing, quarter, &block.left, &block.right
    )
    frame += input.count
  }

  private static func add(
    _ input: [Float], _ line: inout [Float], _ first: Int, _ quietFrames: inout Int, _ longest: Int,
    _ delay: (mean: Double, depth: Double), _ swing: LFO, _ quarter: Int, _ left: inout [Float],
    _ right: inout [Float]
  ) {
    let source = input.span
    var circle = line.mutableSpan
    var l = left.mutableSpan
    var r = right.mutableSpan
    var quiet = quietFrames
    for i in source.indices {
      let frame = first &+ i
      circle[frame & (circle.count &- 1)] = source[i]
      quiet = abs(source[i]) > 1e-6 ? 0 : (quiet < longest ? quiet &+ 1 : longest)
      if quiet == longest { continue }
      let near = delay.mean + delay.depth * swing.value(at: frame)
      let far = delay.mean + delay.depth * swing.value(at: frame &+ quarter)
      l[i] += level * sample(circle, frame, before: near)
      r[i] += level * sample(circle, frame, before: far)
    }
    quietFrames = quiet
  }

  /// The sound some frames ago, between its samples in a line.
  @inline(__always)
  private static func sample(
    _ circle: borrowing MutableSpan<Float>, _ frame: Int, before delay: Double
  ) -> Float {
    let whole = Int(truncatingIfNeeded: Int64(delay))
    let part = Float(delay - Double(whole))
    let mask = circle.count &- 1
    let newer = circle[(frame &- whole) & mask]
    let older = circle[(frame &- whole &- 1) & mask]
    return newer + part * (older - newer)
  }
}
