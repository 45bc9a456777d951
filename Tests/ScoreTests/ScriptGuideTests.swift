import Score
import Testing

/// The page that teaches the language: its examples are read, its messages are those that are given.
@Suite struct ScriptGuideTests {
  /// A block of code on the page.
  struct Block: Sendable, CustomTestStringConvertible {
    let kind: String
    let text: String
    var testDescription: String { String(text.prefix(40)) }
  }

  static let blocks: [Block] = {
    let page = String(decoding: PackageFile.bytes("Samples/SCRIPT.md") ?? [], as: UTF8.self)
    var blocks: [Block] = []
    var open: (kind: String, lines: [Substring])?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let (kind, lines) = open {
          blocks.append(Block(kind: kind, text: lines.joined(separator: "\n")))
          open = nil
        } else {
          open = (String(line.dropFirst(3)), [])
        }
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }()

  @Test func pageIsThere() { #expect(ScriptGuideTests.blocks.count > 8) }

  @Test(arguments: blocks.filter { $0.kind == "notes" })
  func exampleIsRead(_ block: Block) throws {
    let score = try score(block.text)
    #expect(score.warnings.isEmpty && !heard(score).isEmpty)
  }

  @Test(arguments: zip(blocks.filter { $0.kind == "wrong" }, blocks.filter { $0.kind == "text" }))
  func mistakeIsTold(_ wrong: Block, _ message: Block) {
    let errors = NoteScriptErrorTests.errors(Array(wrong.text.utf8))
    #expect(errors.map { $0.text(file: "tune.notes") }.joined(separator: "\n") == message.text)
  }

  @Test func everyBlockIsOfAKnownKind() {
    #expect(ScriptGuideTests.blocks.allSatisfy { ["notes", "wrong", "text"].contains($0.kind) })
  }
}
