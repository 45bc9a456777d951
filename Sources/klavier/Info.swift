import Score

/// Tells what is in a file.
enum Info {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    if options.inputs.isEmpty { throw Failure(.usage, "info wants a file") }
    var warnings = Warnings()
    for path in options.inputs {
      let input = try Input(path, as: options.inputFormat)
      let info = ScoreInfo(input)
      warnings.add(info.warnings, file: input.name)
      if options.json {
        Messages.answer(info.json.text)
      } else {
        for line in info.lines { Messages.answer(line) }
      }
    }
    try warnings.check(options)
    return .done
  }
}
