import Score
import Testing

@Suite struct NoteScriptFormatterTests {
  private func formatted(_ script: String) throws -> String {
    String(decoding: try NoteScriptFormatter.format(Array(script.utf8)), as: UTF8.self)
  }

  @Test func barsStandBelowEachOther() throws {
    #expect(
      try formatted(
        """
        \u{FEFF}script   1\r
        title "two  blanks | kept"   # so


        rh: C4:4 D♯ E F|G A B C5  |  D:1
          lh:  C3:1 |   [C3  E3]:2 [D3 F3]   | G2:1|   # the bass
        at   0   note C4    1
        """)
          == """
          script 1
          title "two  blanks | kept" # so

          rh: C4:4 D♯ E F | G A B C5          | D:1
          lh: C3:1        | [C3 E3]:2 [D3 F3] | G2:1 |  # the bass
          at 0 note C4 1

          """)
  }

  @Test(arguments: SampleScriptsTests.samples)
  func samplesKeepEveryNote(_ path: String) throws {
    let bytes = try #require(PackageFile.bytes(path))
    let once = try NoteScriptFormatter.format(bytes)
    let (before, after) = (try Score(noteScript: bytes), try Score(noteScript: once))
    #expect(before.tracks == after.tracks && before.title == after.title)
    #expect(try NoteScriptFormatter.format(once) == once)
  }

  /// Signs end a word, so a comment may follow them at once; it is kept as it is.
  @Test(arguments: ["rh: C4:1 |# a|b  c", "rh: C4\nrh:# a|b  c", "rh: {C4 D E}:1 |# a|b  c"])
  func commentBehindASign(_ line: String) throws {
    let once = try formatted(line)
    #expect(once.hasSuffix("# a|b  c\n"))
    #expect(try formatted(once) == once)
  }

  @Test func wrongScriptIsNotTouched() {
    #expect(throws: ScoreError.self) { try formatted("v: C4 qq") }
  }
}
