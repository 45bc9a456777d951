/// One row of the table that parsing, `--help`, the manual page and the completions are made from.
struct Option: Sendable {
  /// What follows the name.
  enum Argument: Sendable, Hashable {
    /// Nothing: a switch.
    case none
    /// A value, `--rate HZ` or `--rate=HZ`.
    case required(String)
    /// A value that may be left out; it needs the equals sign.
    case optional(String)

    /// The value's name in the help.
    var name: String? {
      switch self {
      case .none: nil
      case .required(let name), .optional(let name): name
      }
    }
  }

  /// What a shell offers for the value.
  enum Completion: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// Paths of files.
    case files
    /// Paths of folders.
    case folders
    /// These words.
    case words([String])
  }

  /// Where the option stands in the help, and by that which commands take it.
  enum Section: String, Sendable, Hashable, CaseIterable {
    case input = "Input"
    case output = "Output"
    case sound = "Sound"
    case level = "Level"
    case range = "Begin and end"
    case playing = "Playing"
    case beside = "Beside the audio"
    case batch = "Many scores"
    case compare = "Comparing"
    case picture = "Pictures"
    case messages = "Messages"
  }

  /// What the option does to the options read so far.
  typealias Effect = @Sendable (inout Options, String) throws(UsageError) -> Void

  /// The name after two dashes.
  let long: String
  /// The letter after one dash.
  let short: Character?
  /// What follows.
  let argument: Argument
  /// Where it is told.
  let section: Section
  /// One or two lines, lower case, the default in brackets.
  let help: String
  /// What a shell offers.
  let completion: Completion
  /// What it does; the value is empty for a switch and for a value left out.
  let effect: Effect

  init(
    _ long: String, _ short: Character? = nil, _ argument: Argument = .none, _ section: Section,
    _ help: String, completes completion: Completion = .nothing, effect: @escaping Effect
  ) {
    self.long = long
    self.short = short
    self.argument = argument
    self.section = section
    self.help = help
    self.completion = completion
    self.effect = effect
  }
}

/// A command line that means nothing: what is wrong with it, and what to do.
struct UsageError: Error, Sendable, Hashable {
  /// What was found and what was expected.
  var message: String
  /// What to do.
  var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
