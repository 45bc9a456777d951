import Score
import Testing

@testable import klavier

@Suite struct LyricsTests {
  static func score(_ syllables: [(Int64, String)], kind: UInt8 = 5) -> Score {
    Score(
      kind: .smf, timebase: .ticksPerQuarter(480),
      tracks: [
        Track(
          events: syllables.map {
            TimedMessage($0.0, .text(kind: kind, bytes: Array($0.1.utf8)))
          })
      ], title: "Song")
  }

  func lyrics(_ score: Score, start: Double = 0) -> Lyrics {
    Lyrics(score, TempoMap(score), start: start)
  }

  @Test func `syllables become lines with the time of their first`() {
    let score = Self.score([(480, "Hal"), (960, "lo\r"), (1440, "World")])
    let lines = lyrics(score).lines
    #expect(lines.map(\.text) == ["Hallo", "World"])
    #expect(lines.map(\.begin) == [0.5, 1.5])
    let text = String(decoding: lyrics(score).bytes(.lrc), as: UTF8.self)
    #expect(text == "[ti:Song]\n[00:00.50]Hallo\n[00:01.50]World\n")
  }

  @Test func `a karaoke file's marks break lines`() {
    let score = Self.score(
      [(0, "@TTitle"), (480, "\\One "), (960, "line"), (1920, "/Two")], kind: 1)
    #expect(lyrics(score).lines.map(\.text) == ["One line", "Two"])
  }

  @Test func `subtitles have a begin and an end`() {
    let score = Self.score([(480, "One\n"), (4800, "Two")])
    #expect(
      String(decoding: lyrics(score, start: 0.25).bytes(.srt), as: UTF8.self) == """
        1
        00:00:00,250 --> 00:00:04,250
        One

        2
        00:00:04,750 --> 00:00:05,750
        Two


        """)
  }

  @Test func `the last line ends with the score`() {
    // Words at 0.5 s; the last event 2.5 s later, or 60 s.
    for (ticks, end) in [(2880, 3.0), (57_600, 4.5)] as [(Int64, Double)] {
      var score = Self.score([(480, "One")])
      score.tracks[0].events.append(TimedMessage(ticks, .endOfTrack))
      #expect(lyrics(score).lines.map(\.end) == [end])
    }
  }

  /// Syllables a half second apart, 480 ticks at 120 quarters a minute, from 0.5 s on.
  static func song(_ syllables: [String]) -> Score {
    score(syllables.enumerated().map { (Int64($0.offset + 1) * 480, $0.element) })
  }

  struct Style: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let syllables: [String]
    let lines: [String]
  }

  @Test(arguments: [
    Style(
      testDescription: "a long line breaks before the word that is too much",
      syllables: [String](repeating: "twenty ", count: 8),
      lines: ["twenty twenty twenty twenty twenty twenty", "twenty twenty"]),
    Style(
      testDescription: "a sentence ends its line",
      syllables: ["One. ", "Two", " three!\u{201D}", " Four"],
      lines: ["One.", "Two three!\u{201D}", "Four"]),
    Style(
      testDescription: "a word is not broken for its length",
      syllables: ["a "] + [String](repeating: "abcde", count: 12),
      lines: ["a " + String(repeating: "abcde", count: 12)]),
    Style(
      testDescription: "hyphens and blanks, as of ABC",
      syllables: ["Twin-", "kle ", "lit-", "tle ", "star "], lines: ["Twinkle little star"]),
    Style(
      testDescription: "hyphens and no blanks, as of notation programs",
      syllables: ["Twin-", "kle", "lit-", "tle", "star"], lines: ["Twinkle little star"]),
    Style(
      testDescription: "a hyphen among blanks is the word's own",
      syllables: ["a ", "well-", "known", " man"], lines: ["a well-known man"]),
    Style(
      testDescription: "where lines are marked, nothing else breaks them",
      syllables: ["/One. ", "Two. ", "/Three"], lines: ["One. Two.", "Three"]),
    Style(
      testDescription: "what RP-026 says of the song is not sung",
      syllables: ["{#Title=Song}", "{@LATIN}La ", "la"], lines: ["La la"]),
  ])
  func `lines and words are found in each style`(row: Style) {
    #expect(lyrics(Self.song(row.syllables)).lines.map(\.text) == row.lines)
  }

  @Test func `a rest ends a line where none is marked`() {
    // Half a second from syllable to syllable, but two before the third.
    let score = Self.score([(480, "One "), (960, "two "), (2880, "three "), (3360, "four")])
    #expect(lyrics(score).lines.map(\.text) == ["One two", "three four"])
  }

  @Test func `no words, no lines`() { #expect(lyrics(Self.score([])).lines.isEmpty) }
}
