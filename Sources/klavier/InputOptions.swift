import Score

/// Options: what is read.
extension Option {
  static let inputOptions: [Option] = [
    Option(
      "input-format", nil, .required("NAME"), .input,
      "read the inputs as smf, rmid, notes, abc, musicxml, midicsv or tsv [by their content]",
      completes: Value.words(Score.Kind.self)
    ) { options, value throws(UsageError) in options.inputFormat = try Value.choice(value) }
  ]
}
