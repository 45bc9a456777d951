import Score

/// Options: what is read.
extension Option {
  static let inputOptions: [Option] = [
    Option(
      "input-format", nil, .required("NAME"), .input,
      "read the inputs as smf, rmid, notes, abc, musicxml, midicsv or tsv [by their content]",
      completes: Value.words(Score.Kind.self)
    ) { options, value throws(UsageError) in options.inputFormat = try Value.choice(value) },
    Option(
      "tune", nil, .required("N"), .input, "of an ABC file the tune X:N alone [all, one by one]"
    ) { options, value throws(UsageError) in
      options.tune = try Value.whole(value, in: 0...1_000_000_000)
    },
    Option(
      "chords", nil, .required("on/off"), .input,
      "accompany the guitar chords of ABC [off]", completes: Value.words(Value.OnOff.self)
    ) { options, value throws(UsageError) in options.chords = try Value.onOff(value) },
  ]
}
