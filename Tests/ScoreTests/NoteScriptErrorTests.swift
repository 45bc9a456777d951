import Score
import Testing

/// A wrong script.
///
/// «…» marks the first word that is wrong, or a place where one is missing.
struct WrongRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let script: String
  let line: Int
  let column: Int
  let says: String
  let hint: String?

  init(_ name: String, _ marked: String, says: String, hint: String? = nil) {
    testDescription = name
    self.says = says
    self.hint = hint
    var script = ""
    var (line, column) = (1, 1)
    var place = (0, 0)
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "«": place = (line, column)
      case "»": break
      default:
        script.unicodeScalars.append(scalar)
        if scalar == "\n" { (line, column) = (line + 1, 0) }
        if scalar != "\u{FEFF}" { column += 1 }
      }
    }
    self.script = script
    (self.line, self.column) = place
  }
}

private let wordRows = [
  WrongRow(
    "a misspelt dynamic", "v: C4 «mff» D4", says: "unknown word \"mff\"",
    hint: "did you mean \"mf\"?"),
  WrongRow("a word of nothing", "tempo 60\nrh: C4 «q.» x", says: "unknown word \"q.\""),
  WrongRow("a mark that is none", "v: C4 «D4?» E", says: "unknown word \"D4?\""),
  WrongRow("an unknown length", "v: C4 «D4:x»", says: "expected a length"),
  WrongRow("a length of 0", "v: C4 «D4:0» E", says: "a length of 0"),
  WrongRow("a fraction over 0", "v: «D4:1/0»", says: "a length of 0"),
  WrongRow("no milliseconds", "v: «D4:0ms»", says: "a length of 0"),
  WrongRow("a decimal without a unit", "v: «D4:0.5»", says: "expected a length"),
  WrongRow("too many dots", "v: «D4:4....»", says: "out of range"),
  WrongRow("a length out of range", "v: «D4:9999999»", says: "out of range"),
  WrongRow("too long a time", "v: «D4:99999999s»", says: "out of range"),
  WrongRow("a velocity of 128", "v: C4 «D4@128»", says: "1 to 127"),
  WrongRow("a velocity of 0", "v: C4 «D4@0»", says: "1 to 127"),
  WrongRow("no velocity", "v: «D4@»", says: "expected a velocity"),
  WrongRow("a key too high", "v: C4 «C10»:4", says: "out of range"),
  WrongRow("a key too low", "v: «C-2»", says: "out of range"),
  WrongRow("a number too high", "v: «128»:4", says: "out of range"),
  WrongRow("a huge number", "v: «99999999999999999999999»", says: "out of range"),
  WrongRow("an octave that leads too high", "v: G9 «A»", says: "octave 9"),
  WrongRow("the order of a word", "v: «C4@90:4»", says: "PITCH:LENGTH@VELOCITY"),
  WrongRow("a tied rest", "v: «r:4~» C4", says: "a rest has a length"),
  WrongRow("a tie to another note", "v: C4 «D4:4~» E4", says: "tie of D4"),
  WrongRow("a tie to a rest", "v: «D4:4~» r D4", says: "tie of D4"),
  WrongRow("a tie to nothing", "v: «D4:4~»", says: "tie of D4"),
  WrongRow("a tie that a chord misses", "v: «[C4 E4]:2~» [C4 F4]", says: "tie of E4"),
  WrongRow(
    "a roll of nothing", "v: «arp» C4", says: "expected a chord",
    hint: "a rolled chord is arp[C4 E4 G4]"),
  WrongRow("gate of nothing", "v: gate«» ", says: "expected the sounding share"),
  WrongRow("gate without percent", "v: gate «90» C4", says: "such as 90%"),
  WrongRow("gate above all", "v: gate «120%» C4", says: "at most 100%"),
  WrongRow(
    "gate with many decimals", "v: gate «0.000000000000000001%» C4", says: "at most 100%"),
  WrongRow(
    "sharps without end", "v: «C\(String(repeating: "#", count: 40_000))4»", says: "out of range"),
  WrongRow(
    "flats without end", "v: «C\(String(repeating: "b", count: 40_000))»", says: "out of range"),
  WrongRow("a tie of two that one meets", "v: «[C4 C4]:4~» C4:4 D4:1", says: "tie of C4"),
  WrongRow("too much pedal", "v: C4 «ped=1.5» D4", says: "between 0 (up) and 1"),
  WrongRow("no number of pedal", "v: «ped=x»", says: "0 to 1"),
  WrongRow("a ramp of nothing", "v: «ped=0..»", says: "expected a length"),
  WrongRow(
    "half a sostenuto", "v: «sost=0.5»", says: "unknown word", hint: nil),
  WrongRow("a hairpin to nowhere", "v: p «<» C4 D", says: "meets no dynamic word"),
  WrongRow("a hairpin in a hairpin", "v: p < C4 «>» D f", says: "inside another"),
]

private let bracketRows = [
  WrongRow("an open chord", "v: C4 «[»C4 E4 G4", says: "never closed"),
  WrongRow("an open repeat", "v: «(» C4 D4 E4", says: "never closed"),
  WrongRow("an open repeat over lines", "v: «(» C4\nv: D4", says: "never closed"),
  WrongRow("an open tuplet", "v: C4 «{»C4 D4 E4", says: "never closed"),
  WrongRow("an open arpeggio", "v: C4 «arp[»C4 D4 E4", says: "never closed"),
  WrongRow("an open grace note", "v: «^[»C4", says: "never closed"),
  WrongRow("an open ending", "v: ( C4 «1:» D4 )*2", says: "without the ;"),
  WrongRow("a stray parenthesis", "v: C4 D4 «)»*2", says: "without its ("),
  WrongRow("a stray bracket", "v: C4 D4 «]»:2", says: "without its ["),
  WrongRow("a stray brace", "v: C4 D4 «}»:2", says: "without its {"),
  WrongRow("a stray semicolon", "v: C4 «;» D4", says: "without the ending"),
  WrongRow("an ending outside", "v: C4 «1:» D4 ;", says: "inside a repeat"),
  WrongRow("an ending never played", "v: ( C4 «3:» D4 ; )*2", says: "played 2 times"),
  WrongRow("a repeat without a number", "v: ( C4 «)» D", says: "as in )*2"),
  WrongRow("a repeat of 0", "v: ( C4 «)»*0", says: "once at least"),
  WrongRow("an empty chord", "v: «[]»:4", says: "nothing stands"),
  WrongRow("an empty repeat", "v: «( )»*2 C4", says: "nothing stands in this repeat"),
  WrongRow("a length behind a macro", "hook = C4\nv: «$hook:8»", says: "a macro takes no length"),
  WrongRow("an empty tuplet", "v: «{}»:4", says: "nothing stands"),
  WrongRow("a tuplet without a length", "v: «{p}»:4 C4", says: "nothing in this tuplet"),
  WrongRow(
    "a dynamic in a chord", "v: [C4 «f»]:4", says: "only pitches", hint: "write F for the pitch"),
  WrongRow("a length in a chord", "v: [«C4:4» E4]:4", says: "no length of its own"),
  WrongRow("a grace note of nothing", "v: «^[D5]» r C5", says: "directly before"),
  WrongRow("a grace note at the end", "v: C4 «^[D5]»", says: "directly before"),
  WrongRow(
    "no macro of this name", "v: C4 «$hook»\nhuk = C4", says: "no macro has the name \"hook\""),
  WrongRow(
    "a macro's name misspelt", "hook = C4\nv: «$hok»", says: "no macro",
    hint: "did you mean \"hook\"?"),
  WrongRow("macros in a ring", "a = $b\nb = «$a»\nv: $a", says: "contains itself"),
  WrongRow(
    "one of several names at one distance",
    "ab4 = C4\nab1 = C4\nab2 = C4\nv: «$ab3» $ab1 $ab2 $ab4",
    says: "no macro", hint: "did you mean \"ab1\"?"),
  WrongRow("a macro given twice", "a = C4\n«a» = D4\nv: $a", says: "already there"),
  WrongRow("a macro of nothing", "a =«»\nv: C4", says: "expected the words"),
  WrongRow("a mistake in a macro", "a = C4 «qq»\nv: $a $a", says: "unknown word"),
  WrongRow("a mistake in an unused macro", "a = C4 «qq»\nv: C4", says: "unknown word"),
  WrongRow("an open bracket in an unused macro", "a = C4 «[»D4\nv: C4", says: "never closed"),
  WrongRow(
    "too deep", "v: \(String(repeating: "( ", count: 64))«(» C4", says: "more than 64 deep"),
  WrongRow("too many", "v: C4 «( C4:8 )*20000000»", says: "10 million"),
  WrongRow(
    "too many in all", "v: ( ( ( C4:8 )*1000 )*1000 )*5\nv: «( ( ( C4:8 )*1000 )*1000 )*6»",
    says: "10 million"),
  WrongRow(
    "macros that double",
    (0..<40).map { "a\($0 + 1) = $a\($0) $a\($0)\n" }.joined()
      + "a0 = C4\nv: «$a40»", says: "10 million"),
]

private let directiveRows = [
  WrongRow("an open string", "title «\"»Walk\nv: C4", says: "never closed"),
  WrongRow("a title without quotes", "title «Walk»\nv: C4", says: "in quotes"),
  WrongRow("no title", "title«»\nv: C4", says: "in quotes"),
  WrongRow("an unknown escape", "title \"a«\\q»\"\nv: C4", says: "unknown escape"),
  WrongRow("a tempo of 0", "script 1\ntempo «0»\nv: C4", says: "a tempo is"),
  WrongRow("no tempo", "tempo«»\nv: C4", says: "expected a tempo"),
  WrongRow("a tempo of words", "tempo «fast»\nv: C4", says: "expected a tempo"),
  WrongRow("a ramp without its length", "tempo 72..54«»\nv: C4", says: "expected over"),
  WrongRow("a ramp to 0", "tempo «72..0» over 2/1\nv: C4", says: "a tempo is"),
  WrongRow("a meter of 0", "meter «0/4»\nv: C4", says: "a meter is"),
  WrongRow("a meter of thirds", "meter «4/3»\nv: C4", says: "a meter is"),
  WrongRow("a meter inside a bar", "meter 3/4 at «b2:2»\nv: C4", says: "where a bar begins"),
  WrongRow(
    "a directive misspelt", "«tempoo» 72\nv: C4", says: "unknown directive",
    hint: "did you mean \"tempo\"?"),
  WrongRow(
    "notes without a label", "«C4» D E", says: "unknown directive",
    hint: "notes and their words stand in a voice line, as in v: C4 D E"),
  WrongRow(
    "a chromatic note without a label", "«Bb» D E", says: "unknown directive",
    hint: "notes and their words stand in a voice line, as in v: Bb D E"),
  WrongRow(
    "a velocity without a label", "«C4@90» D", says: "at the beginning of a line",
    hint: "notes and their words stand in a voice line, as in v: C4@90 D"),
  WrongRow(
    "a gate on a line of its own", "«gate» 50%\nv: C4", says: "unknown directive",
    hint: "notes and their words stand in a voice line, as in v: gate 50%"),
  WrongRow(
    "a word that begins like a pitch", "«beat» 5\nv: C4", says: "unknown directive",
    hint: "a voice line begins with a label and a colon, as in beat: C4"),
  WrongRow(
    "a directive with =", "«tempo»=100\nv: C4", says: "cannot name a macro",
    hint: "a directive stands without =, as in tempo 100"),
  WrongRow(
    "a directive with = and blanks", "«tempo» = 100\nv: C4", says: "cannot name a macro",
    hint: "a directive stands without =, as in tempo 100"),
  WrongRow("an end with a length", "at 2 end «4»\nv: C4", says: "unexpected"),
  WrongRow("another version", "script «2»\nv: C4", says: "version 1"),
  WrongRow("a header too late", "v: C4\n«script» 1", says: "first line"),
  WrongRow("a header of other words", "script 1 «event»\nv: C4", says: "unknown word"),
  WrongRow("words behind a directive", "tempo 72 «quick»\nv: C4", says: "unexpected"),
  WrongRow("an unknown key", "key «\"H major\"»\nv: C4", says: "expected a key"),
  WrongRow("a program too high", "program «128»\nv: C4", says: "0 to 127"),
  WrongRow("a tuning of nothing", "tuning «A4=x»\nv: C4", says: "expected a tuning"),
  WrongRow("a directive at a second", "marker \"A\" at «1.5»\nv: C4", says: "a bar such as b5"),
  WrongRow(
    "a beat too many", "meter 3/4\nmarker \"A\" at «b2:4»\nv: C4", says: "bar 2 has 3 beats"),
  WrongRow("a line of nothing known", "v: C4\n«12» C4", says: "expected a label"),
]

private let lineRows = [
  WrongRow(
    "an unknown verb", "at 0 note C4 1\nat 0 «nota» C4 1", says: "unknown verb",
    hint: "did you mean \"note\"?"),
  WrongRow("no time", "at«»", says: "expected a time"),
  WrongRow("no verb", "at 0«»", says: "expected what to do"),
  WrongRow("a bad time", "at «x1» note C4 1", says: "expected a time"),
  WrongRow("a negative time", "at «-1» note C4 1", says: "expected a time"),
  WrongRow("bar 0", "at «b0» note C4 1", says: "out of range"),
  WrongRow("too many seconds", "at «1:75» note C4 1", says: "out of range"),
  WrongRow("further than all", "at «999999999999999999» note C4 1", says: "further away"),
  WrongRow("a bad pitch", "at 0 note «H4» 1", says: "expected a pitch"),
  WrongRow("a pitch without an octave", "at 0 note «C» 1", says: "lacks its octave"),
  WrongRow("no duration", "at 0 note C4«»", says: "expected a duration"),
  WrongRow("a duration of 0", "at 0 note C4 «0»", says: "no duration"),
  WrongRow("a duration in bars", "at 0 note C4 «b2»", says: "expected a duration"),
  WrongRow("a velocity", "at 0 note C4 1 «vel=128»", says: "1 to 127"),
  WrongRow("a channel", "at 0 note C4 1 «ch=17»", says: "1 to 16"),
  WrongRow("a track", "at 0 note C4 1 «track=0»", says: "1 to 65535"),
  WrongRow("an option of another verb", "at 0 cc 64 0 «vel=5»", says: "unexpected"),
  WrongRow("a controller's value", "at 0 cc 64 «128»", says: "0 to 127"),
  WrongRow("a controller's number", "at 0 cc «128» 0", says: "0 to 127"),
  WrongRow("hexadecimal", "at 0 sysex F0 «7G» F7", says: "no byte"),
  WrongRow("a system exclusive of nothing", "at 0 sysex «12»", says: "begins with F0"),
  WrongRow("too much bend", "at 0 bend «201»", says: "-200 to 200"),
]

private let placeRows = [
  WrongRow(
    "lines of CRLF behind a mark", "\u{FEFF}script 1\r\nv: C4 D4\r\n\r\nv: E4 «qq» F4\r\n",
    says: "qq"),
  WrongRow("tabs", "v:\tC4\t«zz»", says: "zz"),
  WrongRow("an option's number", "at 0 note C4 1 «vel=128»", says: "vel= is 1 to 127, not 128"),
  WrongRow("wide letters", "title \"Ä🎹\"\nv: F♯4 B♭4 «qq»", says: "qq"),
]

private let barRows = [
  WrongRow(
    "a bar too long", "meter 3/4\nrh: C4:4 D E | F G A B:8 «|» C5:2.",
    says: "bar 2 of \"rh\" holds 7/2 beats, the meter 3/4 wants 3"),
  WrongRow(
    "a bar too short", "v: C4 D4 E «|» F",
    says: "bar 1 of \"v\" holds 3 beats, the meter 4/4 wants 4"),
  WrongRow(
    "a bar of eighths", "meter 6/8\nv: C4:8 D E F «|»",
    says: "bar 1 of \"v\" holds 4 beats, the meter 6/8 wants 6"),
  WrongRow(
    "a bar behind a change", "meter 2/4 at b2\nv: C4:1 | C:4 D | C «|»",
    says: "bar 3 of \"v\" holds 1 beat, the meter 2/4 wants 2"),
  WrongRow(
    "behind bars without lines", "v: C4:1 D E:4 «|»",
    says: "bar 3 of \"v\" holds 1 beat, the meter 4/4 wants 4"),
  WrongRow(
    "a bar of an odd fraction", "v: C4:97/101 «|»", says: "holds 388/101 (3.842) beats, the meter"),
  WrongRow(
    "only in a repeat's second time", "v: ( C4:4 «|» 1: D:2. ; )*2 r:2.",
    says: "bar 1 of \"v\" holds 1 beat"),
]

@Suite struct NoteScriptErrorTests {
  static func errors(_ script: [UInt8]) -> [Diagnostic] {
    do {
      _ = try Score(noteScript: script)
      return []
    } catch {
      return error.diagnostics.filter { $0.severity == .error }
    }
  }

  @Test(
    arguments: wordRows + bracketRows + directiveRows + lineRows + placeRows + barRows)
  func pointsAtTheWord(_ row: WrongRow) throws {
    let errors = NoteScriptErrorTests.errors(Array(row.script.utf8))
    let first = try #require(errors.first)
    guard case .text(let line, let column, _) = first.place else {
      Issue.record("no place: \(first)")
      return
    }
    #expect(line == row.line && column == row.column, "\(first.text(file: "x"))")
    #expect(first.message.contains(row.says), "\(first.message)")
    if let hint = row.hint { #expect(first.hint == hint) }
  }

  /// The places of all errors, as line.column.
  private func places(_ script: String) -> [String] {
    NoteScriptErrorTests.errors(Array(script.utf8)).map { error in
      guard case .text(let line, let column, _) = error.place else { return "?" }
      return "\(line).\(column)"
    }
  }

  @Test func allMistakesAreToldOnce() {
    #expect(places("v: C4 xx D4\nv: E4 D4\nv: E4 D4 yy") == ["1.7", "3.10"])
    // One wrong bar does not make the next ones wrong.
    #expect(places("v: C4 D E | F G A B | C5 D E F | G A | B:1") == ["1.11", "1.38"])
    // A mistake inside a repeat or a macro is one mistake.
    #expect(places("m = C4 q\nv: ( $m )*9 $m") == ["1.8"])
    #expect(places("v: ( C4 | )*9") == ["1.9"])
  }

  @Test func twentyAtMost() {
    #expect(places(String(repeating: "v: C4 xx\n", count: 30)).count == 20)
    #expect(places(String(repeating: "v: C4 xx\n", count: 30_000)).count == 20)
    #expect(places(String(repeating: "v: C4 xx\n", count: 30_000)).first == "1.7")
  }

  @Test func moreVoicesThanTracksAreTooLarge() {
    let script = (0..<65_536).map { "v\($0): C4\n" }.joined()
    let error = #expect(throws: ScoreError.self) { try Score(noteScript: Array(script.utf8)) }
    #expect(error?.reason == .tooLarge)
  }

  /// A ramp reaches further than the notes do when lengths behind it make the grid finer.
  @Test func aRampFarBeyondTheNotes() throws {
    let ramp = "ped=0.5 ped=0..1000000/1~1000000/1~1000000/1~1000000/1~1000000/1"
    let score = try Score(noteScript: Array("v: \(ramp) C4:99991 C4:9973".utf8))
    guard case .ticksPerQuarter(let division) = score.timebase else { return }
    let end = try #require(score.tracks[0].events.last(where: { $0.message != .endOfTrack }))
    #expect(Rational(Int128(end.tick), 4 * Int128(division)) == Rational(5_000_000))
  }

  @Test func bytesThatAreNotUTF8() {
    for wrong in [[0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
      let script = Array("v: C4 D4\nv: C4 ".utf8) + wrong.map { UInt8($0) } + Array(" D4\n".utf8)
      let errors = NoteScriptErrorTests.errors(script)
      #expect(errors.count == 1)
      #expect(errors.first?.message.contains("not UTF-8") == true)
      guard case .text(2, 7, _)? = errors.first?.place else {
        Issue.record("\(errors)")
        continue
      }
    }
  }

  @Test func linesMayEndWithCR() throws {
    #expect(heard(try score("tempo 60\rv: C4\rv: D4\r")) == [Heard(0, 1, 60), Heard(1, 2, 62)])
    #expect(places("tempo 60\rv: C4\r\rv: xx D4\r\nv: yy") == ["4.4", "5.4"])
  }

  /// What is said twice for one place is told, where one of the two is not heard.
  @Test(arguments: [
    ("tempo 60\nv: C4\ntempo 120\nv: D4", ["3: a second tempo for one place: that of line 1"]),
    ("tempo 60\ntempo 90 at b2\nv: C4", []),
    ("tempo 60 at b1\ntempo 90 at b1:1\nv: C4", ["2: a second tempo"]),
    (
      "title \"A\"\ntitle \"B\"\nmeter 3/4\nmeter 4/4\nv: C4",
      ["2: a second title", "4: a second meter"]
    ),
    ("tuning A4=442\ntuning A4=415\nv: C4", ["2: a second tuning"]),
    ("marker \"A\"\nmarker \"B\"\nv: C4", []),
    ("at 0 note C4 1 vel=3 vel=4", ["1: said a second time"]),
  ])
  func whatDoesNotCountIsTold(script: String, says: [String]) throws {
    let told = try score(script).warnings.map { warning in
      guard case .text(let line, _, _) = warning.place else { return warning.message }
      return "\(line): \(warning.message)"
    }
    #expect(told.count == says.count)
    for (message, start) in zip(told, says) { #expect(message.hasPrefix(start)) }
  }

  @Test func caretStandsUnderTheWord() throws {
    let error = try #require(
      NoteScriptErrorTests.errors(Array("tempo 60\nv:\tC4 ♯♯ qq E4\n".utf8)).last)
    #expect(
      error.text(file: "x.notes") == """
        x.notes:2:10: error: unknown word "qq"
        v:\tC4 ♯♯ qq E4
          \t      ^
        """)
  }

  @Test(arguments: ["", "\n\n", "# only a comment", "script 1\n", "\u{FEFF}", "v:", "v: # nothing"])
  func nothingToPlay(_ script: String) {
    let errors = NoteScriptErrorTests.errors(Array(script.utf8))
    #expect(errors.count == 1 && errors.first?.message.contains("nothing to play") == true)
  }

  /// Cut anywhere, a script is read or refused with a place; it never traps.
  @Test func cutAnywhere() {
    let script = Array(
      """
      \u{FEFF}script 1 events ppq=480
      title "Ä \\xE9"
      tempo 4.=72..54 over 2/1 at b5
      hook = E5:8~16 D C:4
      rh: p < ( $hook [C4 E4]:2~ 1: [C4 E4]@90! ; 2: r:4.. ; )*2 ff {C4 D E}:4 | gate 90% ^[D5]C5
      lh: ped=0..1/2 arp=25ms[C3 G3]:350ms una* sost
      at b3:2.5 note F#4 t240 vel=90 off=12 ch=2 track=3
      at 1:02.5 sysex F0 7E F7
      """.utf8)
    for size in 0...script.count {
      for error in NoteScriptErrorTests.errors(Array(script.prefix(size))) {
        guard case .text(let line, let column, _) = error.place else {
          Issue.record("no place: \(error)")
          continue
        }
        #expect(line >= 1 && column >= 1)
      }
    }
  }
}
