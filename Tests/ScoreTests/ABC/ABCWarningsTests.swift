import Score
import Testing

/// What a tune that is not right is told, and that nothing in it grows without bounds.
@Suite struct ABCWarningsTests {
  /// `line:column message` of every warning.
  private func warnings(_ text: String, chords: Bool = false) throws -> [String] {
    try Score(abc: Array(text.utf8), chords: chords).warnings.map {
      guard case .text(let line, let column, _) = $0.place else { return $0.message }
      return "\(line):\(column) \($0.message)"
    }
  }

  private func told(_ body: String, chords: Bool = false) throws -> String {
    try warnings("X:1\nL:1/4\nK:C\n" + body + "\n", chords: chords).joined(separator: "\n")
  }

  static let rows: [(String, String)] = [
    ("C ? D", "4:3 '?' is not understood in music and is skipped"),
    ("é C", "4:1 'é' is not understood in music and is skipped"),
    (
      "Cé?D",
      "4:2 'é' is not understood in music and is skipped\n4:3 '?' is not understood in music and is skipped"
    ),
    ("!wobble!C", "4:1 the decoration 'wobble' is not known and not played"),
    ("[CE|D", "4:1 this chord is not closed before the bar line"),
    ("C/0", "4:2 a length over 0 has no meaning; 1 is played"),
    (">C", "4:1 there is no note before this >"),
    ("{cd", "4:1 these grace notes are not closed with }"),
    ("\"Am", "4:1 this quotation mark is not closed on its line"),
    ("C]", "4:2 this ] closes nothing"),
    ("WC", "4:1 the sign 'W' stands for nothing"),
    ("%%MIDI wobble 3", "4:8 '%%MIDI wobble' is not played"),
    ("%%MIDI program 300", "4:8 %%MIDI program needs other numbers than these"),
    ("[K:Cxyz]C", "4:4 the mode 'xyz' is not known; major is played"),
    ("Q:quickly\nC", "4:3 'quickly' is not a tempo"),
    ("M:x\nC", "4:3 'x' is not a meter"),
    ("L:0\nC", "4:3 '0' is not a length"),
    ("C'''''''", "4:1 a note at key 144 is outside of 0…127 and is not played"),
    ("[K:C sound=D]C", "4:6 'sound=' is not played; use transpose= in semitones"),
    (
      "%%abc-include x.abh",
      "4:3 a file to be included is not read; what it would add is not played"
    ),
    ("%comment\nC % more \\% and \\\"", ""),
    ("%%scale 0.7\nI:linebreak $\nN:note\nW:words\n\"^text\"C$\"_more\"D`E!\n", ""),
  ]

  @Test(arguments: rows) func `what is not understood is told where it stands`(
    body: String, expected: String
  ) throws {
    #expect(try told(body) == expected)
  }

  static let bars: [(String, String)] = [
    ("CDEF|CDEFG|CDEF|", "5:11 this bar holds 5 beats, the meter 4/4 wants 4"),
    ("CDEF|CDEFG/|", "5:12 this bar holds more, the meter 4/4 wants 4"),
    ("C|CDEF|CDE:|C|CDEF|CDE|]", ""),
    ("CDEF|Z2|(3CDE(3CDE|C>DE<F|CDEF&CDEF|", ""),
    ("CDEF|CDEFGABc|", ""),
    ("CDEF|[M:2/4 3/4]CD|CDE|", ""),
    ("CDEF|[M:5/4]CDEFG|CDEFG|", ""),
    ("CDEF|[M:none]CDEFG|CDEFGAB|", ""),
  ]

  @Test(arguments: bars) func `a bar that is too long is told`(body: String, expected: String)
    throws
  {
    #expect(
      try warnings("X:1\nM:4/4\nL:1/4\nK:C\n" + body + "\n").joined(separator: "\n") == expected)
  }

  @Test func `without a meter no bar is too long`() throws {
    #expect(try told("CDEF|CDEFG|") == "")
  }

  @Test func `a chord of an unknown kind is told only when chords are played`() throws {
    #expect(try told("\"Cfoo\"C") == "")
    #expect(
      try told("\"Cfoo\"C", chords: true)
        == "4:1 chords of the kind 'foo' are not known; the major triad is played")
  }

  @Test func `music outside of a tune is told`() throws {
    #expect(
      try warnings("X:1\nK:C\nC\n\nE F|\n") == [
        "5:1 this line stands outside of every tune and is not played"
      ])
  }

  @Test func `voices of unequal length are told`() throws {
    #expect(
      try warnings("X:1\nL:1/4\nK:C\nV:1\nCD\nV:2\nE\n") == [
        "1:1 the voices of this tune are not equally long: 1/2, 1/4 whole notes"
      ])
  }

  @Test func `a macro's warning stands at its place in the line`() throws {
    #expect(
      try warnings("X:1\nm:~g=g?g\nK:C\nC ~g\n") == [
        "4:3 '?' is not understood in music and is skipped"
      ])
  }

  @Test func `no tune is an error`() {
    #expect(throws: ScoreError.self) { try Score(abc: []) }
    #expect(throws: ScoreError.self) { try Score(abc: Array("hello\n".utf8)) }
  }

  @Test func `a tune without a header line is a fragment`() throws {
    #expect(ABCText.heard(try Score(abc: Array("L:1/4\nK:C\nC\n".utf8))) == "C4@0:1")
  }

  static let large: [(String, String)] = [
    ("parts in parts", "P:((((A99999)99999)99999)99999)99999\nK:C\nP:A\nC\n"),
    ("repeats", "K:C\n" + String(repeating: "|::::::::C::::::::|", count: 50) + "\n"),
    ("endings", "K:C\n|:C" + String(repeating: "|1-255 C:|", count: 30) + "\n"),
    ("rests", "K:C\n" + String(repeating: "Z9999999", count: 500) + "C\n"),
    ("lengths", "K:C\n" + String(repeating: "C999999999/999999999 ", count: 300) + "\n"),
    ("small parts", "K:C\n" + (1...100).map { "C\($0)/\(1_000_003 - $0)" }.joined() + "\n"),
    (
      "macros",
      "m:a=" + String(repeating: "a", count: 190) + "\nK:C\n" + String(repeating: "a", count: 100)
        + "\n"
    ),
    ("octaves", "K:C\nC" + String(repeating: "'", count: 5000) + "\n"),
    ("tuplets", "K:C\n" + String(repeating: "(3", count: 500) + "CCC\n"),
    ("tuplets that grow", "K:C\n" + String(repeating: "(1:1000000:1000", count: 8) + "C\n"),
    ("tuplets that shrink", "K:C\n" + String(repeating: "(1000000:1:1000", count: 8) + "C\n"),
    ("broken rhythms", "K:C\nA" + String(repeating: " >", count: 400) + "B\n"),
    ("broken rhythms the other way", "K:C\nA" + String(repeating: " <", count: 400) + "B\n"),
    ("slurs", "K:C\n" + String(repeating: "(", count: 5000) + "C\n"),
    ("overlays", "K:C\n" + String(repeating: "C&", count: 200) + "\n"),
    ("voices", "K:C\n" + (1...300).map { "[V:\($0)]C" }.joined() + "\n"),
    ("trills", "K:C\n" + String(repeating: "TC4096", count: 2) + "\n"),
    (
      "drums",
      "%%MIDI drum d999d999 35 36\n%%MIDI drumon\nK:C\n" + String(repeating: "Z4096|", count: 1)
        + "\n"
    ),
    ("jumps", "K:C\n" + String(repeating: "!segno!C!D.S.!!D.C.!", count: 50) + "\n"),
    ("transposing macros", "m:nn=nzznzz\nK:C\n" + String(repeating: "cC,", count: 50) + "\n"),
  ]

  @Test func `the limit holds for all tunes of a file together`() {
    // Each tune has 1.2 million directives, its part played 3000 times.
    let tune =
      "P:(A)3000\nK:C\nP:A\n" + String(repeating: "%%MIDI control 1 5\n", count: 400) + "C\n\n"
    let error = #expect(throws: ScoreError.self) {
      try Score(abc: Array("X:1\n\(tune)X:2\n\(tune)".utf8))
    }
    #expect(error?.reason == .tooLarge)
  }

  @Test(.timeLimit(.minutes(1)), arguments: large) func `nothing grows without bounds`(
    name: String, text: String
  ) {
    do throws(ScoreError) {
      let score = try Score(abc: Array(("X:1\n" + text).utf8), chords: true)
      #expect(score.warnings.count <= 1001)
    } catch {
      #expect(error.reason == .tooLarge)
    }
  }
}
