import Score

/// A command line, taken apart: which command, and its options.
struct Parsing: Sendable {
  /// What to do.
  var command: Command
  /// How.
  var options = Options()

  /// Reads the arguments that follow the program's name.
  ///
  /// A first argument that is no command makes the command `render`. Nothing is opened or looked up.
  init(_ arguments: [String]) throws(UsageError) {
    command = .render
    var rest = arguments[...]
    if let first = rest.first, let named = Command.named(first) {
      command = named
      rest = rest.dropFirst()
    }
    while let word = rest.popFirst() {
      if word == "--" {
        options.inputs += rest
        break
      } else if word.hasPrefix("--") {
        try readLong(word.dropFirst(2), &rest)
      } else if word.hasPrefix("-"), word != "-" {
        try readShort(word.dropFirst(), &rest)
      } else {
        options.inputs.append(word)
      }
    }
  }

  /// `name`, `name=value`, or `name` with the value behind it.
  private mutating func readLong(
    _ word: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let name = String(word.prefix { $0 != "=" })
    let given = word.count > name.count ? String(word.dropFirst(name.count + 1)) : nil
    let option = try known(Option.named(name), as: "--\(name)")
    switch option.argument {
    case .none:
      if given != nil { throw UsageError("--\(name) takes no value") }
      try apply(option, "--\(name)", "")
    case .optional:
      try apply(option, "--\(name)", given ?? "")
    case .required:
      let value = if let given { given } else { try next(of: option, as: "--\(name)", &rest) }
      try apply(option, "--\(name)", value)
    }
  }

  /// One letter with its value behind it or in the next word, or several switches.
  private mutating func readShort(
    _ word: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = word
    if let first = word.first, first.isNumber {
      throw UsageError(
        "there is no option -\(word)",
        hint: "a value below 0 stands behind an equals sign, as --limit=-\(word)")
    }
    while let letter = letters.popFirst() {
      let option = try known(Option.lettered(letter), as: "-\(letter)")
      if case .required = option.argument {
        let given = letters.first == "=" ? letters.dropFirst() : letters
        let value = try letters.isEmpty ? next(of: option, as: "-\(letter)", &rest) : String(given)
        return try apply(option, "-\(letter)", value)
      }
      try apply(option, "-\(letter)", "")
    }
  }

  /// The word behind an option; not another option, which would be a value forgotten.
  private func next(
    of option: Option, as name: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    let wanted = option.argument.name ?? "a value"
    guard let value = rest.popFirst() else {
      throw UsageError("\(name) wants \(wanted) behind it")
    }
    if value.hasPrefix("--"), Option.named(String(value.dropFirst(2).prefix { $0 != "=" })) != nil {
      throw UsageError(
        "\(name) wants \(wanted) behind it, not the option \(value)",
        hint: "write --\(option.long)=\(value) if that is meant")
    }
    return value
  }

  private func known(_ option: Option?, as name: String) throws(UsageError) -> Option {
    guard let option else {
      let names = command.options.map { "--\($0.long)" }
      throw UsageError(
        "there is no option \(name)",
        hint: Suggestion.nearest(to: name, in: names).map { "did you mean \($0)?" }
          ?? "see klavier help \(command.name)")
    }
    guard command.takes(option) else {
      let takers = Command.table.filter { $0.takes(option) }.map(\.name)
      throw UsageError(
        "\(command.name) has no option --\(option.long)",
        hint: "it belongs to \(takers.joined(separator: ", "))")
    }
    return command.variant(option)
  }

  private mutating func apply(
    _ option: Option, _ name: String, _ value: String
  ) throws(UsageError) {
    options.given.append(option.long)
    let isName = option.completion == .files || option.completion == .folders
    if value.hasStrayBytes, !isName {
      throw UsageError(
        "\(name): '\(value.withStrayBytesTold)' is not UTF-8", hint: "only names of files may be so"
      )
    }
    do {
      try option.effect(&options, value)
    } catch {
      throw UsageError("\(name): \(error.message)", hint: error.hint)
    }
  }
}
