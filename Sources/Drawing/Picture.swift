public import Synthesis

/// A picture of a score or a sound: lanes one below the other over one time axis.
///
/// The same code draws SVG, PNG and PDF.
public struct Picture: Sendable {
  /// One lane.
  public enum Lane: Sendable {
    /// A piano roll and its pedals.
    case roll(Roll)
    /// A waveform, with a name at its side.
    case waveform(StereoBlock, rate: Int, name: String)
    /// Levels over pitch and time.
    case spectrogram(StereoBlock, rate: Int)
    /// The difference of two sounds, as a waveform of its own scale.
    case difference(StereoBlock, rate: Int)
  }

  /// The lanes from the top.
  public var lanes: [Lane]
  /// Written above them.
  public var title: String?
  /// Width and height in points, which are pixels of a PNG.
  public var size: (width: Int, height: Int)
  /// Colours.
  public var theme: Theme
  /// What is shown, in seconds.
  public var range: ClosedRange<Double>

  /// The largest side of a picture.
  public static let sideLimit = 16_384

  /// A picture; a range without an extent is widened to a second.
  public init(
    _ lanes: [Lane], title: String? = nil, size: (width: Int, height: Int) = (1200, 640),
    theme: Theme = .light, range: ClosedRange<Double>
  ) {
    self.lanes = lanes
    self.title = title
    self.size = size
    self.theme = theme
    self.range =
      range.upperBound - range.lowerBound > 1e-6 ? range : range.lowerBound...range.lowerBound + 1
  }

  /// Draws it and answers the file's bytes.
  public func draw(_ format: PictureFormat) throws(DrawingError) -> [UInt8] {
    let (width, height) = (Double(size.width), Double(size.height))
    guard (100...Self.sideLimit).contains(size.width), (80...Self.sideLimit).contains(size.height)
    else {
      throw .failed("a picture is 100 × 80 to \(Self.sideLimit) × \(Self.sideLimit) points")
    }
    let canvas = try Canvas(format, width: width, height: height)
    canvas.fill(Box(x: 0, y: 0, width: width, height: height), theme.paper)
    let side = Box(x: 10, y: 0, width: 54, height: height)
    let axis = TimeAxis(range: range, left: side.maxX, width: width - side.maxX - 14)
    if let title {
      canvas.text(title, x: side.maxX, y: 18, size: 13, theme.ink)
    }
    var top = 36.0
    let bottom = height - 24
    for (strip, share) in strips {
      let gap = 10.0
      let available = bottom - 36 - gap * Double(strips.count - 1)
      let box = Box(x: axis.left, y: top, width: axis.width, height: max(4, available * share))
      draw(strip, on: canvas, in: box, side: side, axis: axis)
      top = box.maxY + gap
    }
    axis.draw(on: canvas, y: bottom + 2, theme: theme)
    return try canvas.finish()
  }

  private enum Strip {
    case roll(Roll)
    case pedal(Roll.PedalCurve)
    case wave(WaveformLane)
    case spectrogram(SpectrogramLane)
  }

  /// The strips with their shares of the height: a roll counts 6, a waveform 2, a spectrogram 5 and a
  /// pedal 0.5.
  private var strips: [(Strip, share: Double)] {
    var weighted: [(Strip, Double)] = []
    for lane in lanes {
      switch lane {
      case .roll(let roll):
        weighted.append((.roll(roll), 6))
        for curve in roll.pedals { weighted.append((.pedal(curve), 0.5)) }
      case .waveform(let sound, let rate, let name):
        weighted.append(
          (
            .wave(
              WaveformLane(
                sound: sound, rate: rate, theme: theme, colour: theme.wave, name: name)), 2
          ))
      case .difference(let sound, let rate):
        weighted.append(
          (
            .wave(
              WaveformLane(
                sound: sound, rate: rate, theme: theme, colour: theme.difference,
                name: "difference")), 2
          ))
      case .spectrogram(let sound, let rate):
        weighted.append(
          (.spectrogram(SpectrogramLane(sound: sound, rate: rate, theme: theme)), 5))
      }
    }
    let sum = weighted.map(\.1).reduce(0, +)
    return weighted.map { ($0.0, $0.1 / max(sum, 1e-9)) }
  }

  private func draw(_ strip: Strip, on canvas: Canvas, in box: Box, side: Box, axis: TimeAxis) {
    switch strip {
    case .roll(let roll):
      let lane = RollLane(roll: roll, theme: theme)
      lane.draw(on: canvas, in: box, side: side, axis: axis)
      lane.drawLegend(on: canvas, right: box.maxX, y: 18)
    case .pedal(let curve):
      PedalLane(curve: curve, theme: theme).draw(on: canvas, in: box, side: side, axis: axis)
    case .wave(let lane): lane.draw(on: canvas, in: box, side: side, axis: axis)
    case .spectrogram(let lane): lane.draw(on: canvas, in: box, side: side, axis: axis)
    }
  }

  /// A spectrogram alone, without margins or axes, as a PNG.
  public static func spectrogram(
    of sound: StereoBlock, rate: Int, size: (width: Int, height: Int), theme: Theme = .dark,
    range: ClosedRange<Double>
  ) throws(DrawingError) -> [UInt8] {
    let box = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let canvas = try Canvas(.png, width: box.width, height: box.height)
    let lane = SpectrogramLane(sound: sound, rate: rate, theme: theme)
    let axis = TimeAxis(range: range, left: 0, width: box.width)
    // The names of the octaves would stand to the left of the sheet.
    lane.draw(
      on: canvas, in: box, side: Box(x: -60, y: 0, width: 50, height: box.height), axis: axis)
    return try canvas.finish()
  }
}
