/// The text of `--help`, made from the tables.
enum Help {
  /// The width of a terminal that everybody has.
  static let width = 80
  /// Where the texts of options begin.
  static let column = 26

  /// The program's own help: the commands.
  static func overview() -> String {
    var lines = [
      "klavier \(Version.number): renders piano scores to audio files, offline and exactly", "",
      "  klavier song.mid -o song.flac", "",
      "usage: klavier [COMMAND] ARGUMENTS… [OPTIONS]", "", "Commands:",
    ]
    for command in Command.table { lines += row(command.name, command.summary, at: 16) }
    lines += row("help", "this text, or that of a command: klavier help render", at: 16)
    lines += ["", "Without a command it is render. 'klavier help render' lists its options."]
    return lines.joined(separator: "\n")
  }

  /// The help of one command: an example first.
  static func text(of command: Command) -> String {
    var lines = Text.wrapped("klavier \(command.name): \(command.summary)", width: width)
    lines += [
      "", "  \(command.example)", "",
      "usage: klavier \(command.name) \(command.arguments) [OPTIONS]",
    ]
    for section in Option.Section.allCases {
      let options = command.options.filter { $0.section == section }
      if options.isEmpty { continue }
      lines += ["", "\(section.rawValue):"]
      for option in options { lines += row(form(option), option.help, at: column) }
    }
    lines += ["", "Exit status:"]
    for status in ExitStatus.all { lines += row("\(status.rawValue)", status.meaning, at: 6) }
    lines += row("130, 143", "ended by SIGINT, SIGTERM; nothing is left behind", at: 12)
    return lines.joined(separator: "\n")
  }

  /// An option as it is typed: `-o, --output PATH`.
  static func form(_ option: Option) -> String {
    let letter = option.short.map { "-\($0), " } ?? "    "
    return switch option.argument {
    case .none: "\(letter)--\(option.long)"
    case .required(let name): "\(letter)--\(option.long) \(name)"
    case .optional(let name): "\(letter)--\(option.long)[=\(name)]"
    }
  }

  /// A name and a text beside it, in lines; below it where the name is too long.
  static func row(_ name: String, _ text: String, at column: Int) -> [String] {
    let indent = String(repeating: " ", count: column)
    let filled = Text.wrapped(text, width: width - column).map { indent + $0 }
    let head = "  " + name
    if head.count + 2 > column { return [head] + filled }
    return [head + filled[0].dropFirst(head.count)] + filled.dropFirst()
  }
}
