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

  @Test func `no words, no lines`() { #expect(lyrics(Self.score([])).lines.isEmpty) }
}
