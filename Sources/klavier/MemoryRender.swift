import Score
import Synthesis

/// A score rendered into memory, for pictures, comparisons and reports.
struct MemoryRender: Sendable {
  /// The sound, as the options shape it.
  let sound: StereoBlock
  /// Samples a second.
  let rate: Int
  /// What was played.
  let piece: Piece

  /// Renders the score at `path` with an instrument; `label` stands in the progress bar.
  init(
    _ path: String, with instrument: Instrument, label: String, _ options: Options,
    _ warnings: inout Warnings
  ) throws(Failure) {
    rate = options.rate ?? 44_100
    piece = try Piece(path, rate: rate, for: instrument, options, &warnings)
    sound = try Self.render(piece, with: instrument, label: label, options, &warnings)
  }

  /// Renders a piece that has been made ready.
  static func render(
    _ piece: Piece, with instrument: Instrument, label: String, _ options: Options,
    _ warnings: inout Warnings
  ) throws(Failure) -> StereoBlock {
    let rate = piece.timeline.rate
    var player = try instrument.player(for: piece, options)
    var sink = MemorySink()
    var progress = Progress(label, total: piece.timeline.endFrame, rate: rate, options)
    let renderer = Renderer(
      tail: piece.range.tail, gain: Float(ExactMath.gain(decibels: options.gainDecibels)))
    _ = renderer.render(piece.timeline, with: &player, to: &sink) { frames in
      progress.update(frames)
      return true
    }
    Progress.clearLine()
    warnings.add(player.warnings, file: piece.name)
    return sink.sound.dropping(piece.range.start)
  }
}

extension StereoBlock {
  /// All but the first frames.
  func dropping(_ count: Int) -> StereoBlock {
    if count <= 0 { return self }
    var rest = StereoBlock(frames: 0)
    rest.left = Array(left.dropFirst(count))
    rest.right = Array(right.dropFirst(count))
    return rest
  }
}
