import Foundation
import Testing

@testable import klavier

@Suite struct ManualPageTests {
  static let man = "/usr/bin/man"

  @Test func `every option and command stands there`() {
    let page = ManualPage.text
    for option in Option.table {
      #expect(page.contains(ManualPage.escaped("--\(option.long)")))
    }
    for command in Command.table { #expect(page.contains(".B klavier \(command.name)")) }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: man), "needs man-db and groff"))
  func `the page is set without a warning`() throws {
    let folder = try BuiltCommand.Folder()
    let page = try folder.file("klavier.1", Array((ManualPage.text + "\n").utf8))
    let result = try BuiltCommand.run(Self.man, ["--warnings", "-l", page], in: folder)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.text.contains("klavier song.mid"))
  }

  @Test(arguments: [("-o", "\\-o"), ("a\\b", "a\\eb"), (".x", "\\&.x"), ("'x", "\\&'x")])
  func `what roff would misread is escaped`(text: String, escaped: String) {
    #expect(ManualPage.escaped(text) == escaped)
  }
}
