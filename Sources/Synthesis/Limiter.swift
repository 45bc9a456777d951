/// Keeps the true peak of sound below a ceiling by turning it down a little before each peak, both channels
/// alike.
///
/// The level needed at a sample is held for 5 ms before it and approached in a line of 5 ms, so that no
/// waveform is bent; it recovers by 63 % in 100 ms. Peaks between samples are found at four times the rate.
/// Sound that stays below the ceiling comes out bit by bit as it went in. Frames come out later by what is
/// looked ahead, and `finish` gives the last ones: as many come out as went in.
public struct Limiter: Sendable {
  /// The highest true peak that is left, full scale at 1.
  public let ceiling: Float
  /// How many frames were turned down so far.
  public private(set) var framesLimited = 0
  /// What the frames that came out last were multiplied by, for sound that goes beside this one.
  public private(set) var factors: [Float] = []

  private let window: Int
  private let recovery: Int
  private var detector = TruePeak()
  /// The frames that wait for their level, and what each needs, 2³⁰ for 1.
  private var left: [Float] = []
  private var right: [Float] = []
  private var needed: SlidingMinimum
  private var held = Self.one
  private var line: [Int]
  private var lineSum: Int
  private var linePlace = 0

  private static let one = 1 << 30

  /// A limiter for sound of a rate; the ceiling in dB of true peak below full scale.
  public init(rate: Int, ceilingDecibels: Double = -1) {
    // Four times the rate misses up to 0.1 dB between its own points.
    ceiling = Float(ExactMath.gain(decibels: ceilingDecibels - 0.1))
    window = max(8, rate / 200)
    recovery = Int(Double(Self.one) * (1 - ExactMath.exp(-10 / Double(rate))))
    needed = SlidingMinimum(count: window + 1)
    line = [Int](repeating: Self.one, count: window)
    lineSum = Self.one * window
  }

  /// Takes frames; `output` becomes those that are ready.
  public mutating func render(_ block: borrowing StereoBlock, into output: inout StereoBlock) {
    left.append(contentsOf: block.left)
    right.append(contentsOf: block.right)
    let count = block.frames
    var gains: [Float] = []
    gains.reserveCapacity(count)
    for i in 0..<count {
      let peak = detector.next(block.left[i], block.right[i], above: ceiling)
      let level =
        peak > ceiling ? Int(Double(ceiling) / Double(peak) * Double(Self.one)) : Self.one
      if let gain = gain(after: level) { gains.append(gain) }
    }
    release(gains, into: &output)
  }

  /// The frames that are still held back.
  public mutating func finish(into output: inout StereoBlock) {
    var gains: [Float] = []
    while gains.count < left.count {
      let peak = detector.next(0, 0, above: ceiling)
      let level =
        peak > ceiling ? Int(Double(ceiling) / Double(peak) * Double(Self.one)) : Self.one
      if let gain = gain(after: level) { gains.append(gain) }
    }
    release(gains, into: &output)
  }

  /// The level of the frame that is ready when a later one's need is known; nil for the first, before
  /// which none is.
  private mutating func gain(after level: Int) -> Float? {
    let least = needed.next(level)
    let recovered = held + (Self.one - held) * recovery / Self.one + (held < Self.one ? 1 : 0)
    held = least < recovered ? least : min(recovered, Self.one)
    lineSum += held - line[linePlace]
    line[linePlace] = held
    linePlace = linePlace + 1 == window ? 0 : linePlace + 1
    // What the detector and the window look ahead has not come in yet.
    if ahead < window + TruePeak.delay {
      ahead += 1
      return nil
    }
    return lineSum == Self.one * window
      ? 1 : Float(Double(lineSum) / Double(window) / Double(Self.one))
  }
  private var ahead = 0

  private mutating func release(_ gains: [Float], into output: inout StereoBlock) {
    output.clear(frames: gains.count)
    for i in gains.indices {
      let gain = gains[i]
      if gain < 1 { framesLimited += 1 }
      output.left[i] = left[i] * gain
      output.right[i] = right[i] * gain
    }
    left.removeFirst(gains.count)
    right.removeFirst(gains.count)
    factors = gains
  }
}

/// The smallest of the last numbers.
struct SlidingMinimum: Sendable {
  private let count: Int
  private var values: [Int]
  private var places: [Int]
  private var first = 0
  private var size = 0
  private var place = 0

  /// Of the last `count` numbers.
  init(count: Int) {
    self.count = count
    values = [Int](repeating: 0, count: count)
    places = values
  }

  /// The smallest of the last numbers with `value`.
  mutating func next(_ value: Int) -> Int {
    // A number that is not below a newer one will never be the smallest again.
    while size > 0, values[(first + size - 1) % count] >= value { size -= 1 }
    if size > 0, places[first] <= place - count {
      first = (first + 1) % count
      size -= 1
    }
    values[(first + size) % count] = value
    places[(first + size) % count] = place
    size += 1
    place += 1
    return values[first]
  }
}
