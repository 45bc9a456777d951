import Score

/// Lists every error and warning of scores; nothing is rendered.
enum Check {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    if options.inputs.isEmpty { throw Failure(.usage, "check wants a file") }
    var status = ExitStatus.done
    for path in options.inputs {
      let found = try diagnostics(of: path, options)
      if options.json {
        Messages.answer(json(found, file: Input.name(of: path)).text)
      }
      for diagnostic in found { Messages.say(diagnostic.text(file: Input.name(of: path))) }
      if found.contains(where: { $0.severity == .error }) {
        status = .badInput
      } else if options.warningsAreErrors, !found.isEmpty, status == .done {
        status = .different
      }
      if found.isEmpty, !options.json, !options.quiet {
        Messages.say("\(Input.name(of: path)): nothing wrong")
      }
    }
    return status
  }

  private static func diagnostics(
    of path: String, _ options: Options
  ) throws(Failure) -> [Diagnostic] {
    let bytes = try FileBytes.read(path)
    do throws(ScoreError) {
      let score = try Input.score(bytes, options)
      return score.warnings + Performance(score).warnings
    } catch {
      return error.diagnostics
    }
  }

  private static func json(_ found: [Diagnostic], file: String) -> JSON {
    func list(_ severity: Diagnostic.Severity) -> JSON {
      .array(found.filter { $0.severity == severity }.map(json))
    }
    return ["file": .string(file), "errors": list(.error), "warnings": list(.warning)]
  }

  private static func json(_ diagnostic: Diagnostic) -> JSON {
    var members: [JSON.Member] = []
    switch diagnostic.place {
    case .whole: break
    case .byte(let byte, let track):
      members.append(.init("byte", .integer(byte)))
      if let track { members.append(.init("track", .integer(track))) }
    case .text(let line, let column, _):
      members += [.init("line", .integer(line)), .init("column", .integer(column))]
    }
    members.append(.init("message", .string(diagnostic.message)))
    if let hint = diagnostic.hint { members.append(.init("hint", .string(hint))) }
    return .object(members)
  }
}
