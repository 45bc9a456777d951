import AudioFile
import Glibc
import Score
import Synthesis

/// Renders scores to audio files.
enum Render {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    if options.inputs.isEmpty {
      throw Failure(.usage, "render wants a score", hint: "klavier song.mid -o song.flac")
    }
    if options.output != nil, options.inputs.count > 1 {
      throw Failure(
        .usage, "one output for \(options.inputs.count) inputs",
        hint: "leave out -o, or use klavier batch")
    }
    let targets = try options.inputs.map { path throws(Failure) in try Target(for: path, options) }
    let instrument = try Instrument(options)
    for (path, target) in zip(options.inputs, targets) {
      var warnings = Warnings()
      let summary = try render(path, to: target, with: instrument, options, &warnings)
      tell(summary, warnings, target, options)
    }
    return .done
  }

  /// One score to one file.
  static func render(
    _ path: String, to target: Target, with instrument: Instrument, _ options: Options,
    _ warnings: inout Warnings
  ) throws(Failure) -> Summary {
    let began = Clock.now
    try target.refuseInputs([path] + instrument.files)
    let piece = try Piece(path, rate: target.format.rate, for: instrument, options, &warnings)
    var player = try instrument.player(
      rate: target.format.rate, channels: piece.channels, options)
    var sink = try Failure.of { () throws(AudioFileError) in
      try OutputSink(target, piece.range, seed: options.seed)
    }
    var progress = Progress(
      Target.stem(of: path), total: piece.timeline.endFrame, rate: target.format.rate, options)
    let renderer = Renderer(
      tail: piece.range.tail,
      gain: Float(ExactMath.gain(decibels: options.gainDecibels)))
    do throws(AudioFileError) {
      _ = try renderer.render(piece.timeline, with: &player, to: &sink) { frames in
        progress.update(frames)
        return true
      }
      Progress.clearLine()
    } catch {
      Progress.clearLine()
      throw Failure(error)
    }
    let written = sink.written
    warnings.add(player.warnings, file: piece.name)
    warnings.add(piece.remarks(on: written, player.voicesStolen), file: piece.name)
    try warnings.check(options)
    do throws(AudioFileError) { _ = try sink.finish() } catch { throw Failure(error) }
    return Summary(
      output: target.destination.name,
      format: target.format.text, frames: written.frames, rate: target.format.rate,
      channels: target.format.channels, notes: piece.notes, omissions: piece.omissions,
      voicesPeak: player.voicesPeak,
      peak: written.peak, clipped: written.clipped, sha256: nil,
      backend: options.backend.rawValue, instrument: instrument.name,
      renderSeconds: Clock.now - began)
  }

  /// The summary, where it belongs.
  static func tell(
    _ summary: Summary, _ warnings: Warnings, _ target: Target, _ options: Options
  ) {
    if options.json {
      let line = summary.json(warnings.lines).text
      if target.path == "-" { Messages.say(line) } else { Messages.answer(line) }
    } else if !options.quiet {
      Messages.say(summary.line)
    }
  }
}

extension AudioFormat {
  /// What a person reads: `48000 Hz stereo s24 flac`.
  var text: String {
    let form = encoding == .compressed ? "" : " \(encoding.rawValue)"
    return "\(rate) Hz \(channels == 1 ? "mono" : "stereo")\(form) \(container.rawValue)"
  }
}
