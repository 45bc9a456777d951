import Synthesis

/// A sound's waveform: left channel above, right below, the extremes of each column filled.
struct WaveformLane {
  let sound: StereoBlock
  let rate: Int
  let theme: Theme
  let colour: Colour
  let name: String

  func draw(on canvas: Canvas, in box: Box, side: Box, axis: TimeAxis) {
    canvas.fill(box, theme.ground)
    axis.drawGrid(on: canvas, in: box, theme: theme)
    let peak = max(sound.peak, 1e-9)
    let half = box.height / 2
    for (channel, label, y) in [(sound.left, "L", box.y), (sound.right, "R", box.y + half)] {
      let middle = y + half / 2
      canvas.text(label, x: side.maxX - 4, y: middle + 3.5, size: 9, theme.faintInk, .right)
      canvas.line([(box.x, middle), (box.maxX, middle)], theme.grid, width: 0.5)
      var upper: [(x: Double, y: Double)] = []
      var lower: [(x: Double, y: Double)] = []
      for column in 0..<Int(box.width) {
        let x = box.x + Double(column)
        let from = Int(axis.seconds(x) * Double(rate))
        let to = Int(axis.seconds(x + 1) * Double(rate))
        let (low, high) = Self.extremes(channel, from..<max(from + 1, to))
        let scale = half / 2 * 0.95 / Double(peak)
        upper.append((x, middle - Double(high) * scale - 0.25))
        lower.append((x, middle - Double(low) * scale + 0.25))
      }
      canvas.clipped(to: box) { canvas.fillShape(upper + lower.reversed(), colour) }
    }
    if !name.isEmpty { drawName(on: canvas, in: box, peak: sound.peak) }
  }

  /// The name with the level to which the lane is scaled, on a ground of its own where the wave goes beneath it.
  private func drawName(on canvas: Canvas, in box: Box, peak: Float) {
    let tenths = peak > 0 ? Int((ExactMath.decibels(Double(peak)) * 10).rounded()) : 0
    let level =
      peak > 0
      ? "peak \(tenths < 0 ? "−" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) dBFS" : "silent"
    let text = "\(name), \(level)"
    let width = canvas.width(of: text, size: 9.5)
    canvas.fill(Box(x: box.x, y: box.y, width: width + 8, height: 14), theme.ground)
    canvas.text(text, x: box.x + 4, y: box.y + 10.5, size: 9.5, theme.faintInk)
  }

  private static func extremes(_ samples: [Float], _ range: Range<Int>) -> (Float, Float) {
    var (low, high): (Float, Float) = (0, 0)
    for i in range.clamped(to: 0..<samples.count) {
      let sample = samples[i]
      low = sample < low ? sample : low
      high = sample > high ? sample : high
    }
    return (low, high)
  }
}
