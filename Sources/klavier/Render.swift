import AudioFile
import Score

/// Renders scores to audio files.
enum Render {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    try options.checkRender()
    let targets = try options.inputs.map { path throws(Failure) in try Target(for: path, options) }
    try Failure.refuseShared(
      zip(options.inputs, targets).map { ($0, $1.path) }, hint: "render them one by one with -o")
    var found = Warnings()
    var account = Account(options)
    account.choices(options)
    let instrument = try Instrument(options, &found)
    account.haveInstrument(instrument)
    for (path, target) in zip(options.inputs, targets) {
      var warnings = found
      let summary = try render(path, to: target, with: instrument, options, &warnings)
      tell(summary, warnings, target, options)
    }
    return .done
  }

  /// One score to one file, with what was asked for beside it.
  static func render(
    _ path: String, to target: Target, with instrument: Instrument, _ options: Options,
    _ warnings: inout Warnings
  ) throws(Failure) -> Summary {
    let began = Clock.now
    var account = Account(options)
    let inputs = [path] + instrument.files + options.tuningFiles
    try target.refuseInputs(inputs)
    let companions = try Companions(options, inputs: inputs)
    let piece = try Piece(path, rate: target.format.rate, for: instrument, options, &warnings)
    account.haveRead(piece)
    // Before a pipe has heard anything.
    try warnings.check(options)
    let take = try Take.of(piece, to: target, with: instrument, options, inputs: inputs, &account)
    warnings.add(take.warnings, file: piece.name)
    let notesPlayed = piece.notesPlayed(start: take.start, frames: take.written.frames)
    warnings.add(
      piece.remarks(
        on: take, notesPlayed: notesPlayed, gain: options.gainDecibels, options.level),
      file: piece.name)
    try warnings.check(options)
    let (start, measures, voicesPeak) = (take.start, take.measures, take.voicesPeak)
    // All that can fail for want of room comes before the first file stands in its place.
    let beside = try companions.write(piece, start: start, frames: take.written.frames)
    let written = try take.finish()
    for file in beside { try Failure.of { () throws(AudioFileError) in try file.commit() } }
    account.haveFinished(target, written)
    let summary = Summary(
      piece, target, written, measures,
      notesPlayed: notesPlayed, voicesPeak: voicesPeak,
      backend: options.backend,
      instrument: instrument.with(piece.score.embeddedBank), renderSeconds: Clock.now - began)
    return summary
  }

  /// The summary, where it belongs.
  static func tell(
    _ summary: Summary, _ warnings: Warnings, _ target: Target, _ options: Options
  ) {
    if options.json {
      let line = summary.json(warnings.lines).text
      if target.isStandardOutput { Messages.say(line) } else { Messages.answer(line) }
    } else if !options.quiet {
      Messages.say(summary.line)
    }
  }
}
