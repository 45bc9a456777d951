/// The manual page, made from the tables.
enum ManualPage {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    Messages.answer(text)
    return .done
  }

  /// The page in roff with the man macros.
  static var text: String {
    var lines = [
      ".TH KLAVIER 1 \"\" \"klavier \(Version.number)\"",
      ".SH NAME", "klavier \\- render piano scores to audio files, offline and exactly",
      ".SH SYNOPSIS",
    ]
    for command in Command.table {
      lines += [".B klavier \(escaped(command.name))", escaped(command.arguments), ".br"]
    }
    lines += [
      ".SH DESCRIPTION",
      "A first argument that is no command is an input:", ".B klavier song.mid", "is",
      ".BR \"klavier render song.mid\" .",
      "Options may stand anywhere; \\-\\- ends them; \\- is standard input or output.",
      ".SH COMMANDS",
    ]
    for command in Command.table {
      lines += [
        ".TP", ".B \(escaped(command.name))", escaped(command.summary) + ".", ".RS", ".PP",
        escaped(command.example), ".RE",
      ]
    }
    for section in Option.Section.allCases {
      let options = Option.table.filter { $0.section == section }
      if options.isEmpty { continue }
      lines.append(".SH \"\(section.rawValue.uppercased())\"")
      for option in options {
        let takers = Command.table.filter { $0.takes(option) }
        // Where a command means something else by it, that comes behind.
        let plain = takers.filter { $0.variant(option).help == option.help }.map(\.name)
        let others = takers.filter { $0.variant(option).help != option.help }.map {
          "; \($0.name): \($0.variant(option).help)"
        }
        lines += [
          ".TP", ".B \(escaped(form(option)))",
          escaped("\(option.help) (\(plain.joined(separator: ", ")))\(others.joined())"),
        ]
      }
    }
    lines.append(".SH \"EXIT STATUS\"")
    for status in ExitStatus.all {
      lines += [".TP", ".B \(status.rawValue)", escaped(status.meaning)]
    }
    lines += [".TP", ".B 130, 143", "ended by SIGINT, SIGTERM; nothing is left behind"]
    lines += [
      ".SH ENVIRONMENT", ".TP", ".B KLAVIER_SOUNDFONT",
      "the SoundFont that the fluidsynth backend plays where none is named", ".TP", ".B TMPDIR",
      "where sound waits whose length a pipe has to know first; else /tmp",
    ]
    return lines.joined(separator: "\n")
  }

  private static func form(_ option: Option) -> String {
    var form = Help.form(option)
    while form.first == " " { form.removeFirst() }
    return form
  }

  /// A text as roff wants it: dashes that can be copied, no line that begins with a control character.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
  }
}
