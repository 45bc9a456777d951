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

  @Test func `a row is filled beside its name, or below it`() {
    #expect(Help.row("-x", "what it does", at: 8) == ["  -x    what it does"])
    #expect(Help.row("--long-name", "what", at: 8) == ["  --long-name", "        what"])
  }
}
