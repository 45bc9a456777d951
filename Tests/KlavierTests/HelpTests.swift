import Testing

@testable import klavier

@Suite struct HelpTests {
  @Test func `no line is wider than a terminal`() {
    for command in Command.table {
      for line in Help.text(of: command).split(separator: "\n") {
        #expect(line.count <= Help.width, "\(line)")
      }
    }
    for line in Help.overview().split(separator: "\n") { #expect(line.count <= Help.width) }
  }

  @Test func `an example comes first and every option is told`() {
    for command in Command.table {
      let text = Help.text(of: command)
      let paragraphs = text.split(separator: "\n\n", omittingEmptySubsequences: false)
      #expect(paragraphs[1].hasPrefix("  klavier "))
      for option in command.options { #expect(text.contains("--\(option.long)")) }
    }
  }

  @Test(arguments: [
    (
      "rendr a.mid",
      "rendr: error: no such file, and no command of this name (did you mean klavier render?)"
    ),
    ("version", "did you mean klavier --version?"), ("hepl", "did you mean klavier help?"),
    ("song", "song: error: No such file or directory"), ("help rendr", "did you mean render?"),
  ])
  func `a word that is nearly a command`(line: String, says: String) throws {
    let result = try BuiltCommand.run(
      line.split(separator: " ").map(String.init), in: BuiltCommand.Folder())
    #expect(result.status == (line.hasPrefix("help") ? 2 : 66))
    #expect(result.errors.contains(says), "\(result.errors)")
  }

  @Test func `every option that a command words itself is in the table`() {
    #expect(Option.ownOfDraw.map(\.long) == ["output", "format"])
    #expect(Option.ownOfReport.map(\.long) == ["output"])
    #expect(Option.ownOfBatch.map(\.long) == ["format", "force"])
    #expect(Option.ownOfFmt.map(\.long) == ["output"])
    #expect(Option.ownOfCompare.map(\.long) == ["rate", "encoding"])
  }

  /// The whole text, against the tables: each option of the command once, in its section, with all of its
  /// words; and nothing that does not come from a table.
  @Test(arguments: Command.table.map(\.name))
  func `the help is the table and nothing else`(name: String) throws {
    let command = try #require(Command.named(name))
    func words(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    var rest = words(Help.text(of: command)) + " "
    func take(_ text: String) {
      let wanted = words(text) + " "
      let isNext = rest.hasPrefix(wanted)
      #expect(isNext, "expected '\(wanted)' at '\(rest.prefix(90))'")
      if isNext { rest.removeFirst(wanted.count) }
    }
    take("klavier \(name): \(command.summary)")
    take(command.example)
    take("usage: klavier \(name) \(command.arguments) [OPTIONS]")
    var told: [String] = []
    for section in Option.Section.allCases {
      let options = Option.table.filter { $0.section == section && command.takes($0) }
        .map(command.variant)
      if options.isEmpty { continue }
      take("\(section.rawValue):")
      for option in options {
        take("\(Help.form(option)) \(option.help)")
        told.append(option.long)
      }
    }
    take("Exit status:")
    for status in ExitStatus.all { take("\(status.rawValue) \(status.meaning)") }
    take("130, 143 ended by SIGINT, SIGTERM; nothing is left behind")
    #expect(rest.isEmpty)
    // What a command means by a name of its own it means by one of the table.
    for own in command.own {
      let shared = try #require(Option.named(own.long))
      #expect(shared.short == own.short && shared.section == own.section)
    }
    #expect(Set(told).count == told.count && told.contains("help"))
    #expect(command.example.hasPrefix("klavier "))
  }

  @Test func `a row is filled beside its name, or below it`() {
    #expect(Help.row("-x", "what it does", at: 8) == ["  -x    what it does"])
    #expect(Help.row("--long-name", "what", at: 8) == ["  --long-name", "        what"])
  }
}
