import Measurement
import Synthesis
import Testing

/// Two scores' notes, held against each other.
@Suite struct WrittenNotesTests {
  static let rate = 44_100

  static func note(_ key: UInt8, _ frame: Int) -> ExpectedNote {
    ExpectedNote(onFrame: frame, offFrame: frame + 9000, key: key)
  }
  static let chord = [note(60, 0), note(64, 0), note(64, 22_050), note(67, 44_100)]

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let second: [ExpectedNote]
    var lag = 0
    var missing: [ExpectedNote] = []
    var added: [ExpectedNote] = []
    var shift: Int?
  }

  static let rows = [
    Row(testDescription: "the same", second: chord, shift: 0),
    Row(testDescription: "in another order", second: chord.reversed(), shift: 0),
    Row(
      testDescription: "a wrong note",
      second: [note(60, 0), note(63, 0), note(64, 22_050), note(67, 44_100)],
      missing: [note(64, 0)], added: [note(63, 0)], shift: 0),
    Row(
      testDescription: "one less", second: Array(chord.dropLast()), missing: [note(67, 44_100)],
      shift: 0),
    Row(
      testDescription: "one struck twice", second: chord + [note(60, 30_000)],
      added: [note(60, 30_000)], shift: 0),
    // 50 ms are 2205 frames.
    Row(
      testDescription: "49 ms late", second: chord.dropLast() + [note(67, 46_260)], shift: 2160),
    Row(
      testDescription: "51 ms late", second: chord.dropLast() + [note(67, 46_350)],
      missing: [note(67, 44_100)], added: [note(67, 46_350)], shift: 0),
    Row(
      testDescription: "all later by a lag", second: chord.map { note($0.key, $0.onFrame + 5000) },
      lag: 5000, shift: 0),
    Row(testDescription: "nothing", second: [], missing: chord),
  ]

  @Test(arguments: rows)
  func `what only one has is found`(row: Row) {
    let found = WrittenNotes(Self.chord, row.second, lagFrames: row.lag, rate: Self.rate)
    #expect(Set(found.missing) == Set(row.missing) && found.missing.count == row.missing.count)
    #expect(Set(found.added) == Set(row.added) && found.added.count == row.added.count)
    #expect(found.largestShiftFrames == row.shift)
  }

  @Test func `a note that only one has is outside every tolerance`() {
    // What sounds is the same but for a shade of level: by ear nothing is missing.
    var b = ToleranceTests.a
    b.scale(by: 0.99)
    var wrong = Strings.notes
    wrong[2].key -= 1
    let heard = Comparison(of: b, with: ToleranceTests.a, rate: Strings.rate, notes: Strings.notes)
    for limits in [Tolerance.backend, .listening] {
      #expect(heard.violations(of: limits).isEmpty)
      var told = heard
      told.apply(Strings.notes, wrong, rate: Strings.rate)
      #expect(told.violations(of: limits) == ["1 of 6 notes missing", "1 note added"])
      #expect(told.notes[2].isMissing && told.notes[2].onsetFrames == nil)
      var same = heard
      same.apply(Strings.notes, Strings.notes, rate: Strings.rate)
      #expect(same.violations(of: limits).isEmpty)
    }
  }

  @Test func `a note that is written 10 ms late is told where it cannot be heard`() {
    var b = ToleranceTests.a
    b.scale(by: 0.99)
    var late = Strings.notes
    late[3].onFrame += 441
    var told = Comparison(of: b, with: ToleranceTests.a, rate: Strings.rate, notes: Strings.notes)
    told.apply(Strings.notes, late, rate: Strings.rate)
    #expect(told.violations(of: .backend) == ["onset deviation 441.00 frames, allowed 160.00"])
  }

  @Test func `10 ms late is late without a score`() {
    let b = Strings.noise(Strings.render(.init(late: [3: 441])), decibels: -60)
    let found = Comparison(of: b, with: ToleranceTests.a, rate: Strings.rate)
    #expect(found.violations(of: .backend).contains { $0.hasPrefix("onset deviation") })
  }

  @Test(arguments: [(200, false), (600, true)])
  func `rises of other waves are in doubt by 5 ms`(late: Int, isTold: Bool) {
    // A fifth of a semitone higher, every wave is another one.
    let cents = Dictionary(uniqueKeysWithValues: Strings.keys.indices.map { ($0, 20.0) })
    let b = Strings.render(.init(late: [3: late], cents: cents))
    let found = Comparison(of: b, with: ToleranceTests.a, rate: Strings.rate)
    #expect(found.onsetDoubtFrames == 220)
    let isFound = found.violations(of: .backend).contains { $0.hasPrefix("onset deviation") }
    #expect(isFound == isTold, "\(found.onsetDeviationFrames ?? -1) frames")
  }
}
