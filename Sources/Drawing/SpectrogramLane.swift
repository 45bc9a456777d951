import Measurement
import Synthesis

/// What sounds when: levels over time and pitch, the pitch axis in semitones with the octaves named.
///
/// Two windows: a long one for low pitches, which lie close together, a short one for high ones, which
/// change fast. 70 dB from the loudest to the ground's colour; what is nowhere louder than −70 dB re full scale is drawn
/// below that, so that silence is the ground and a trace of a difference is faint.
struct SpectrogramLane {
  let sound: StereoBlock
  let rate: Int
  let theme: Theme

  /// From A0 to above C8's first overtones.
  static let lowest = 21.0
  static let highest = 127.0
  /// The least level, in dB re full scale, that is given the strongest colour.
  static let faintest: Float = -70

  func draw(on canvas: Canvas, in box: Box, side: Box, axis: TimeAxis) {
    let columns = max(1, Int(box.width))
    let rows = max(1, Int(box.height))
    let shares = shares(columns: columns, rows: rows, axis: axis, left: box.x)
    canvas.image(columns: columns, rows: rows, in: box) { column, row in
      theme.heat(shares[row * columns + column])
    }
    for octave in 1...9 {
      let key = Double(12 * (octave + 1))
      let y = box.maxY - (key - Self.lowest) / (Self.highest - Self.lowest) * box.height
      guard y > box.y else { break }
      // Where octaves lie closer than a line of text, every third one is named.
      if box.height / (Self.highest - Self.lowest) * 12 < 11, octave % 3 != 1 { continue }
      canvas.line([(side.maxX - 3, y), (side.maxX, y)], theme.faintInk)
      canvas.text("C\(octave)", x: side.maxX - 5, y: y + 3, size: 9, theme.faintInk, .right)
    }
  }

  /// How far up the scale of colours each point lies: 1 the strongest, 0 and less the ground.
  func shares(columns: Int, rows: Int, axis: TimeAxis, left: Double) -> [Double] {
    let levels = Self.levels(
      sound, rate: rate, axis: axis, columns: columns, rows: rows, left: left)
    let top = max(levels.max() ?? Self.faintest, Self.faintest)
    return levels.map { Double($0 - top + 70) / 70 }
  }

  private static func levels(
    _ sound: StereoBlock, rate: Int, axis: TimeAxis, columns: Int, rows: Int, left: Double
  ) -> [Float] {
    var levels = [Float](repeating: -140, count: columns * rows)
    let mono = sound.left.indices.map { (sound.left[$0] + sound.right[$0]) * 0.5 }
    // Above E5 a window a quarter as long still tells semitones apart.
    for (size, keys) in [(Self.size(rate, 5), 0..<76.0), (Self.size(rate, 20), 76.0..<200)] {
      let transform = FourierTransform(size: size)
      let window = (0..<size).map {
        Float(0.5 - 0.5 * ExactMath.cos(6.283185307179586 * (Double($0) + 0.5) / Double(size)))
      }
      let scale = 1 / (Float(size) * Float(size) / 16)
      let spans = (0..<rows).map { row -> ClosedRange<Int>? in
        let key = highest - (Double(row) + 0.5) / Double(rows) * (highest - lowest)
        guard keys.contains(key) else { return nil }
        let half = (highest - lowest) / Double(rows) / 2
        func bin(_ key: Double) -> Double {
          440 * ExactMath.exp2((key - 69) / 12) * Double(size) / Double(rate)
        }
        let (low, high) = (Int(bin(key - half).rounded()), Int(bin(key + half).rounded()))
        guard low < size / 2 else { return nil }
        return max(1, low)...min(size / 2, max(low, high, 1))
      }
      var piece = [Float](repeating: 0, count: size)
      var real = [Float](repeating: 0, count: size / 2 + 1)
      var imaginary = real
      for column in 0..<columns {
        let at = Int(axis.seconds(left + Double(column) + 0.5) * Double(rate)) - size / 2
        guard at < mono.count, at + size > 0 else { continue }
        for i in 0..<size {
          piece[i] = mono.indices.contains(at + i) ? mono[at + i] * window[i] : 0
        }
        transform.spectrum(of: piece, real: &real, imaginary: &imaginary)
        for (row, span) in spans.enumerated() {
          guard let span else { continue }
          var power: Float = 0
          for k in span {
            let p = real[k] * real[k] + imaginary[k] * imaginary[k]
            power = p > power ? p : power
          }
          levels[row * columns + column] = Float(
            10 * ExactMath.log10(Double(max(power * scale, 1e-14))))
        }
      }
    }
    return levels
  }

  /// The power of two nearest to 1/`perSecond` of a second.
  private static func size(_ rate: Int, _ perSecond: Int) -> Int {
    var size = 256
    while size * 3 / 2 < rate / perSecond { size *= 2 }
    return size
  }
}
