import AudioFile
import Glibc
import Score

/// The command: reads the arguments, does what they say, tells how it went.
@main
enum Klavier {
  static func main() {
    let status = run()
    UnfinishedOutputs.removeEmptyFolders()
    exit(status.rawValue)
  }

  /// The whole program; returns its exit status.
  static func run() -> ExitStatus {
    Signals.prepare()
    let arguments = Arguments.words()
    do {
      if let status = help(arguments) { return status }
      let parsing = try Parsing(arguments)
      if parsing.options.version { return print("klavier \(Version.number)") }
      if parsing.options.help { return print(helpText(arguments, parsing.command)) }
      if parsing.command.leavesFiles { Signals.watch() }
      return try parsing.command.run(parsing.options)
    } catch let error as UsageError {
      return fail(Failure(.usage, error.message, hint: error.hint))
    } catch let failure as Failure {
      return fail(failure.asMistypedCommand(arguments))
    } catch {
      return fail(Failure(.badInput, "\(error)"))  // neither of the two: cannot happen
    }
  }

  /// `klavier help`, `klavier help render`, and nothing at all.
  private static func help(_ arguments: [String]) -> ExitStatus? {
    guard let first = arguments.first else {
      Messages.say(Help.overview())
      return .usage
    }
    if first != "help" { return nil }
    guard arguments.count > 1 else { return print(Help.overview()) }
    if arguments[1] == "help" || arguments[1].hasPrefix("-") { return print(Help.overview()) }
    guard let command = Command.named(arguments[1]) else {
      let names = Command.table.map(\.name)
      return fail(
        Failure(
          .usage, "there is no command '\(arguments[1])'",
          hint: Suggestion.nearest(to: arguments[1], in: names).map { "did you mean \($0)?" }
            ?? "the commands are \(names.joined(separator: ", "))"))
    }
    return print(Help.text(of: command))
  }

  /// `klavier --help` is about the commands, `klavier render --help` about render.
  private static func helpText(_ arguments: [String], _ command: Command) -> String {
    arguments.first == command.name ? Help.text(of: command) : Help.overview()
  }

  private static func print(_ text: String) -> ExitStatus {
    Messages.answer(text)
    return .done
  }

  private static func fail(_ failure: Failure) -> ExitStatus {
    for line in failure.lines { Messages.say(line) }
    return failure.status
  }
}

extension Failure {
  /// The failure, with the command that was perhaps meant by a first word that is no file.
  fileprivate func asMistypedCommand(_ arguments: [String]) -> Failure {
    guard status == .noInput, let word = arguments.first,
      lines.first?.hasPrefix("\(word): ") == true,
      Command.named(word) == nil, !word.contains("."), !word.contains("/")
    else { return self }
    let names = Command.table.map(\.name) + ["help"]
    let meant =
      word == "version"
      ? "klavier --version" : Suggestion.nearest(to: word, in: names).map { "klavier \($0)" }
    guard let meant else { return self }
    return Failure(
      status, file: word, "no such file, and no command of this name",
      hint: "did you mean \(meant)?")
  }
}
