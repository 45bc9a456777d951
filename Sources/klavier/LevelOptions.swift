import Synthesis

/// Options: how loud.
extension Option {
  static let levelOptions: [Option] = [
    Option("gain", nil, .required("DB"), .level, "decibels added to everything, -200 to 100 [0]") {
      options, value throws(UsageError) in
      options.gainDecibels = try Value.number(value, in: -200...100)
    },
    Option(
      "normalize", nil, .optional("peak:DBFS or lufs:LUFS"), .level,
      "bring the highest sample (peak:-1) or the loudness (lufs:-16) there [not; alone peak:-1]"
    ) { options, value throws(UsageError) in
      options.level.goal = try LevelPlan.Goal(value)
      if case .loudness = options.level.goal { options.level.isMeasured = true }
    },
    Option(
      "limit", nil, .optional("DBTP"), .level,
      "turn peaks down before they pass this true peak, looking ahead [not; alone -1]"
    ) { options, value throws(UsageError) in
      options.level.ceiling = value.isEmpty ? -1 : try Value.number(value, in: -60...0)
      options.level.isMeasured = true
    },
    Option(
      "loudness", nil, .none, .level,
      "measure and tell the integrated loudness and the true peak (EBU R 128), before samples are clipped"
    ) { options, _ throws(UsageError) in options.level.isMeasured = true },
    Option(
      "dither", nil, .required("NAME"), .level,
      "none, tpdf or shaped; digital silence stays silent [tpdf for s16, none for the others]",
      completes: Value.words(Dither.self)
    ) { options, value throws(UsageError) in options.dither = try Value.choice(value) },
  ]
}
