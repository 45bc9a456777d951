import Score
import Testing

/// Plain `at` lines are read by a walk of their own, which must say what the reader of the whole grammar says.
///
/// A second blank behind `at` sends the same words the other way.
@Suite struct PlainAtLineTests {
  private static let verbs = [
    "on C4", "on F#3 vel=1", "on G9 vel=127 ch=16 track=3", "off C-1", "off B-1 vel=0 ch=2",
    "off A#8 vel=127", "note E5 t1", "note D4 t480 vel=33", "note G#7 t999 off=0",
    "note C4 t12 vel=1 off=127 ch=10 track=2", "cc 64 127", "cc 0 0 ch=16", "cc 127 1 track=4",
    // Not plain, and right:
    "on c4", "on 60", "on Bb3", "note C4 0.5", "off C4 ch=3 vel=5", "cc 7 1 # why", "on C4 ",
    "note B#4 t10", "on E#4", "program 3", "bend 50",
    // Wrong:
    "on C4 vel=0", "on G#9", "note C4 t0", "note C4", "cc 128 0", "cc 1 128", "on C4 ch=17",
    "on C4 ch=0", "on C4 track=0", "on C4 track=65536", "on C4 vel=", "on C", "on C4x",
    "off C4 off=3", "cc 1", "on C4 vel=9 vel=8", "note C4 t1t", "on H4",
  ]
  private static let times = ["t0", "t960", "t999999999999999", "t9999999999999999999"]

  private func read(_ lines: [String], ending: String) -> Result<Score, ScoreError> {
    do throws(ScoreError) {
      let text = lines.joined(separator: ending)
      return .success(try Score(noteScript: Array(text.utf8)))
    } catch { return .failure(error) }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a plain line says what the same words say to the whole grammar`(_ ending: String) {
    for time in Self.times {
      for verb in Self.verbs {
        let plain = read(["script 1", "at \(time) \(verb)", "at t5 on D4"], ending: ending)
        let other = read(["script 1", "at  \(time) \(verb)", "at  t5 on D4"], ending: ending)
        switch (plain, other) {
        case (.success(let a), .success(let b)):
          #expect(a.tracks == b.tracks && a.warnings.count == b.warnings.count, "\(time) \(verb)")
        case (.failure(let a), .failure(let b)):
          #expect(
            a.diagnostics.map(\.message) == b.diagnostics.map(\.message), "\(time) \(verb)")
        default: Issue.record("only one of them reads \(time) \(verb)")
        }
      }
    }
  }

  @Test func `the last line needs no end`() throws {
    let score = try Score(noteScript: Array("script 1\nat t0 note C4 t48".utf8))
    #expect(score.tracks[0].events.count == 2)
  }
}
