/// What shells need to complete command lines, made from the tables.
enum Completions {
  /// The shells.
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    let names = Shell.allCases.map(\.rawValue)
    guard options.inputs.count == 1, let shell = Shell(rawValue: options.inputs[0]) else {
      throw Failure(.usage, "completions wants one of \(names.joined(separator: ", "))")
    }
    switch shell {
    case .bash: Messages.answer(bash)
    case .zsh: Messages.answer(zsh)
    case .fish: Messages.answer(fish)
    }
    return .done
  }

  /// A text between single quotes of a shell.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// The options of a command that can stand before a value, as a pattern of `case`.
  private static func names(_ option: Option) -> [String] {
    (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
  }
}

extension Completions {
  /// For bash: `source <(klavier completions bash)`.
  static var bash: String {
    var lines = [
      "_klavier() {", "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
      "  local command=render name",
      "  for name in \(Command.table.map(\.name).joined(separator: " ")) help; do",
      "    [[ ${COMP_WORDS[1]} == \"$name\" ]] && command=$name", "  done",
      // bash cuts words at the equals sign.
      "  [[ $word == = ]] && word=", "  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}",
      "  COMPREPLY=()", "  case $before in",
    ]
    for option in Option.table {
      guard case .required = option.argument else { continue }
      lines.append(
        "    \(names(option).joined(separator: "|"))) \(bash(merged(option))); return ;;")
    }
    lines += ["  esac", "  case $command in"]
    for command in Command.table {
      let words = command.options.flatMap(names).joined(separator: " ")
      lines += [
        "    \(command.name))",
        "      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \(quoted(words)) -- \"$word\")); return; fi",
      ]
      if command.name == "completions" {
        lines.append("      COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$word\")); return")
      }
      lines.append("      ;;")
    }
    let commands = (Command.table.map(\.name) + ["help"]).joined(separator: " ")
    lines += [
      "    help) COMPREPLY=($(compgen -W \(quoted(commands)) -- \"$word\")); return ;;", "  esac",
      "  compopt -o filenames 2>/dev/null",
      "  local IFS=$'\\n'", "  COMPREPLY=($(compgen -f -- \"$word\"))",
      "  IFS=$' \\t\\n'",
      "  [[ $COMP_CWORD == 1 ]] && COMPREPLY+=($(compgen -W \(quoted(commands)) -- \"$word\"))",
      "}", "complete -F _klavier klavier",
    ]
    return lines.joined(separator: "\n")
  }

  /// The words of all commands: bash asks for the option alone.
  private static func merged(_ option: Option) -> Option.Completion {
    guard case .words(var words) = option.completion else { return option.completion }
    for command in Command.table {
      guard case .words(let more) = command.variant(option).completion else { continue }
      words += more.filter { !words.contains($0) }
    }
    return .words(words)
  }

  private static func bash(_ completion: Option.Completion) -> String {
    switch completion {
    case .nothing: ":"
    case .files:
      "compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$word\"))"
    case .folders:
      "compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -d -- \"$word\"))"
    case .words(let words):
      "COMPREPLY=($(compgen -W \(quoted(words.joined(separator: " "))) -- \"$word\"))"
    }
  }
}

extension Completions {
  /// For zsh: a file `_klavier` in the function path.
  static var zsh: String {
    var lines = ["#compdef klavier", "_klavier() {", "  local -a commands=("]
    for command in Command.table {
      lines.append("    \(quoted("\(command.name):\(command.summary)"))")
    }
    lines += [
      "    'help:the help of a command'", "  )",
      "  local command=render",
      "  if (( CURRENT > 2 )) && [[ -n ${commands[(r)${words[2]}:*]} ]]; then",
      "    command=${words[2]}; shift words; (( CURRENT-- ))",
      "  elif (( CURRENT == 2 )) && [[ ${words[2]} != -* ]]; then",
      "    _describe -t commands command commands", "  fi", "  case $command in",
    ]
    for command in Command.table {
      lines.append("    \(command.name)) _arguments -s \\")
      for option in command.options { lines += zsh(option).map { "      \($0) \\" } }
      let operand = command.name == "completions" ? "'*:shell:(bash zsh fish)'" : "'*:file:_files'"
      lines.append("      \(operand) ;;")
    }
    lines += [
      "    help) _describe -t commands command commands ;;", "  esac", "}", "_klavier \"$@\"",
    ]
    return lines.joined(separator: "\n")
  }

  private static func zsh(_ option: Option) -> [String] {
    // A colon and brackets mean something to _arguments.
    var help = ""
    for character in option.help {
      if character == "[" || character == "]" || character == ":" { help += "\\" }
      help.append(character)
    }
    let action =
      switch option.completion {
      case .nothing: " "
      case .files: "_files"
      case .folders: "_files -/"
      case .words(let words): "(\(words.joined(separator: " ")))"
      }
    let many = option.long == "instrument" ? "*" : ""
    return switch option.argument {
    case .none: names(option).map { quoted("\($0)[\(help)]") }
    case .required(let name):
      names(option).map {
        quoted("\(many)\($0)\($0.hasPrefix("--") ? "=" : "+")[\(help)]:\(plain(name)):\(action)")
      }
    case .optional(let name):
      names(option).map { quoted("\($0)=-[\(help)]::\(plain(name)):\(action)") }
    }
  }

  private static func plain(_ name: String) -> String {
    name.split(separator: ":").joined(separator: "\\:")
  }
}

extension Completions {
  /// For fish: a file `klavier.fish` in its folder of completions.
  static var fish: String {
    let names = Command.table.map(\.name).joined(separator: " ")
    var lines: [String] = []
    for command in Command.table {
      lines.append(
        "complete -c klavier -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
      )
    }
    lines.append("complete -c klavier -n __fish_use_subcommand -a help -d 'the help of a command'")
    lines.append("complete -c klavier -n '__fish_seen_subcommand_from help' -f -a '\(names)'")
    lines.append(
      "complete -c klavier -n '__fish_seen_subcommand_from completions' -f -a 'bash zsh fish'")
    let own = Command.table.flatMap { command in command.own.map { ($0, [command.name]) } }
    let shared = Option.table.map { option in
      let takers = Command.table.filter { $0.takes(option) }
      return (option, takers.filter { $0.variant(option).help == option.help }.map(\.name))
    }
    for (option, takers) in shared + own {
      var condition = "__fish_seen_subcommand_from \(takers.joined(separator: " "))"
      // Without a command it is render.
      if takers.contains("render") {
        condition = "not __fish_seen_subcommand_from \(names); or \(condition)"
      }
      var line = "complete -c klavier -n \(quoted(condition)) -l \(option.long)"
      if let short = option.short { line += " -s \(short)" }
      if case .required = option.argument {
        switch option.completion {
        case .nothing: line += " -x"
        case .files: line += " -r -F"
        case .folders: line += " -x -a '(__fish_complete_directories)'"
        case .words(let words): line += " -x -a \(quoted(words.joined(separator: " ")))"
        }
      }
      lines.append("\(line) -d \(quoted(option.help))")
    }
    return lines.joined(separator: "\n")
  }
}
