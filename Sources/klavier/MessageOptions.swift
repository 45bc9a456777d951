/// Options: what is said.
extension Option {
  static let messageOptions: [Option] = [
    Option("json", nil, .none, .messages, "answer with one JSON object on one line") {
      options, _ throws(UsageError) in options.json = true
    },
    Option("quiet", "q", .none, .messages, "say nothing but errors and warnings") {
      options, _ throws(UsageError) in options.quiet = true
    },
    Option(
      "verbose", "v", .none, .messages,
      "tell what is done and how long each part takes; of instruments, their presets"
    ) {
      options, _ throws(UsageError) in options.verbose = true
    },
    Option(
      "progress", nil, .required("WHEN"), .messages,
      "show a progress bar: auto (on a terminal), always or never [auto]",
      completes: Value.words(Options.ProgressRule.self)
    ) { options, value throws(UsageError) in options.progress = try Value.choice(value) },
    Option(
      "warnings", nil, .required("RULE"), .messages,
      "tell, or error: a warning ends with status 1 and nothing is written [tell]",
      completes: Value.words(Options.WarningRule.self)
    ) { options, value throws(UsageError) in
      options.warningsAreErrors = try Value.choice(value, of: Options.WarningRule.self) == .error
    },
    Option("checksum", nil, .none, .messages, "tell the SHA-256 of the samples") {
      options, _ throws(UsageError) in options.checksum = true
    },
    Option("help", "h", .none, .messages, "print this help") {
      options, _ throws(UsageError) in options.help = true
    },
    Option("version", "V", .none, .messages, "print the version") {
      options, _ throws(UsageError) in options.version = true
    },
  ]
}
