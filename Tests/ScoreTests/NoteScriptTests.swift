import Score
import Testing

/// A note as a test names it: seconds, key, velocity.
struct Heard: Equatable, CustomStringConvertible {
  var on: Double
  var off: Double
  var key: Int
  var velocity: Int

  init(_ on: Double, _ off: Double, _ key: Int, _ velocity: Int = 90) {
    self.on = on
    self.off = off
    self.key = key
    self.velocity = velocity
  }

  var description: String { "\(key) \(on)..\(off) v\(velocity)" }

  func isNear(_ other: Heard, _ slack: Double) -> Bool {
    abs(on - other.on) < slack && abs(off - other.off) < slack && key == other.key
      && velocity == other.velocity
  }
}

func score(_ script: String) throws -> Score { try Score(noteScript: Array(script.utf8)) }

/// The notes of a score by onset, then key.
func heard(_ score: Score) -> [Heard] {
  let performance = Performance(score)
  let map = performance.tempoMap
  return performance.strokes
    .map { stroke in
      Heard(
        map.seconds(at: stroke.on).double, map.seconds(at: stroke.off).double,
        Int(stroke.note.key), Int(stroke.note.velocity))
    }
    .sorted {
      ($0.on.rounded(toPlaces: 9), $0.key, $0.off) < ($1.on.rounded(toPlaces: 9), $1.key, $1.off)
    }
}

extension Double {
  func rounded(toPlaces places: Int) -> Double {
    let power = (0..<places).reduce(1.0) { product, _ in product * 10 }
    return (self * power).rounded() / power
  }
}

/// The seconds after so many quarters of a tempo ramp over `whole` quarters: the integral of 60/tempo.
private func ramp(_ first: Double, _ last: Double, _ whole: Double, _ quarters: Double) -> Double {
  // ln by the sum of the integral, 100,000 steps of the midpoint rule.
  let steps = 100_000
  let step = quarters / Double(steps)
  return (0..<steps).reduce(0.0) { sum, index in
    let x = (Double(index) + 0.5) * step
    return sum + 60 / (first + (last - first) * x / whole) * step
  }
}

struct ScriptRow: Sendable, CustomTestStringConvertible {
  let name: String
  let script: String
  let notes: [(Double, Double, Int, Int)]
  var testDescription: String { name }

  init(_ name: String, _ script: String, _ notes: [(Double, Double, Int, Int)]) {
    self.name = name
    self.script = script
    self.notes = notes
  }

  /// Notes one after the other from 0, each of its own length; velocity 90.
  init(_ name: String, _ script: String, line: [(Double, Int)]) {
    var at = 0.0
    var notes: [(Double, Double, Int, Int)] = []
    for (length, key) in line {
      if key >= 0 { notes.append((at, at + length, key, 90)) }
      at += length
    }
    self.init(name, script, notes)
  }
}

// A quarter lasts 0.5 s where no tempo is given.
private let pitchRows = [
  ScriptRow("plain", "v: C4 D4 E4 F4", line: [(0.5, 60), (0.5, 62), (0.5, 64), (0.5, 65)]),
  ScriptRow(
    "letter case and accidentals", "v: c4 f#4 Gb bb5 C##4 Ebb B# Cb5",
    line: [
      (0.5, 60), (0.5, 66), (0.5, 66), (0.5, 82), (0.5, 62), (0.5, 62), (0.5, 72), (0.5, 71),
    ]),
  ScriptRow("signs", "v: F♯4 B♭4 G♭♭3", line: [(0.5, 66), (0.5, 70), (0.5, 53)]),
  ScriptRow(
    "a lone f is the dynamic", "v: F4 f F f:8 f4",
    [(0, 0.5, 65, 90), (0.5, 1, 65, 105), (1, 1.25, 65, 105), (1.25, 1.5, 65, 105)]),
  ScriptRow("the letter b", "v: b4 bb bbb", line: [(0.5, 71), (0.5, 70), (0.5, 69)]),
  ScriptRow(
    "key numbers leave the octave alone", "v: C5 21 D 0 127 E",
    line: [(0.5, 72), (0.5, 21), (0.5, 74), (0.5, 0), (0.5, 127), (0.5, 76)]),
  ScriptRow("octaves below 0", "v: C-1 G9", line: [(0.5, 0), (0.5, 127)]),
]

private let lengthRows = [
  ScriptRow(
    "lengths last", "v: C4:8 D E:2. F G:2..",
    line: [(0.25, 60), (0.25, 62), (1.5, 64), (1.5, 65), (1.75, 67)]),
  ScriptRow(
    "any part of a whole", "v: C4:12 D:5 E:3/16 F:350ms G:1.5s",
    line: [(2.0 / 12, 60), (0.4, 62), (0.375, 64), (0.35, 65), (1.5, 67)]),
  ScriptRow("sums", "v: C4:4~8 D:8~100ms~2.", line: [(0.75, 60), (0.25 + 0.1 + 1.5, 62)]),
  ScriptRow("rests", "v: r:4 C4:8 r D", line: [(0.5, -1), (0.25, 60), (0.25, -1), (0.25, 62)]),
  ScriptRow(
    "seconds at another tempo", "tempo 72\nv: C4:250ms D:4", line: [(0.25, 60), (60.0 / 72, 62)]),
  ScriptRow(
    "seconds across a change of tempo", "tempo 60 at b2\nv: r:2.. C4:1s D:4",
    line: [(1.75, -1), (1, 60), (1, 62)]),
  ScriptRow(
    "ties over a bar line", "v: r:2. C4:4~ | C:8 D", line: [(1.5, -1), (0.75, 60), (0.25, 62)]),
  ScriptRow("a chain of ties", "v: G4:1~ | G:1~ | G:4 A", line: [(4.5, 67), (0.5, 69)]),
  ScriptRow(
    "ties in chords, each pitch for itself", "v: [C4 E4~ G4]:4 [D4 E4]:4 E4",
    [(0, 0.5, 60, 90), (0, 1, 64, 90), (0, 0.5, 67, 90), (0.5, 1, 62, 90), (1, 1.5, 64, 90)]),
  ScriptRow(
    "a chord tied to a chord", "v: [C4 E4]:2~ [C4 E4]:2 C4:4",
    [(0, 2, 60, 90), (0, 2, 64, 90), (2, 2.5, 60, 90)]),
  ScriptRow(
    "the first velocity of a tie", "v: C4@50~ C4@100", [(0, 1, 60, 50)]),
]

private let third = 1.0 / 6
private let bracketRows = [
  ScriptRow(
    "chords", "v: [G4 C4]:2 [C5 E]:4 D",
    [(0, 1, 60, 90), (0, 1, 67, 90), (1, 1.5, 72, 90), (1, 1.5, 76, 90), (1.5, 2, 74, 90)]),
  ScriptRow(
    "tuplets", "v: {C4 D E}:4 F {G:8 A:4}:2 B",
    line: [(third, 60), (third, 62), (third, 64), (0.5, 65), (1.0 / 3, 67), (2.0 / 3, 69), (1, 71)]
  ),
  ScriptRow(
    "a tuplet in a tuplet", "v: {C4:4 {D E F}:4}:2 G:4",
    line: [(0.5, 60), (third, 62), (third, 64), (third, 65), (0.5, 67)]),
  ScriptRow(
    "a tuplet of the voice's length", "v: C4:2 {D E:4 F} G",
    line: [(1, 60), (1.0 / 2, 62), (1.0 / 4, 64), (1.0 / 4, 65), (1, 67)]),
  ScriptRow(
    "a repeat in a tuplet", "v: {( C4:8 )*2 D}:4 E",
    line: [(third, 60), (third, 60), (third, 62), (0.5, 64)]),
  ScriptRow(
    "seconds in a tuplet", "v: {C4:100ms D:200ms}:4 E:4",
    line: [(third, 60), (2 * third, 62), (0.5, 64)]),
  ScriptRow(
    "arpeggios", "v: arp[C3 G3 E4]:2 arp=25ms[C4 E4]:4",
    [(0, 1, 48, 90), (0.04, 1, 55, 90), (0.08, 1, 64, 90), (1, 1.5, 60, 90), (1.025, 1.5, 64, 90)]),
  ScriptRow(
    "an arpeggio in a short chord", "v: arp=100ms[C4 E4 G4]:8",
    [(0, 0.25, 60, 90), (0.0625, 0.25, 64, 90), (0.125, 0.25, 67, 90)]),
  ScriptRow(
    "grace notes", "v: ^[D5]C5:4 ^[D5 E5]C5:2",
    [
      (0, 0.0625, 74, 90), (0.0625, 0.5, 72, 90), (0.5, 0.5625, 74, 90), (0.5625, 0.625, 76, 90),
      (0.625, 1.5, 72, 90),
    ]),
  ScriptRow(
    "grace notes take half at most", "v: ^[D5 E5]C5:16 C5:4",
    [
      (0, 0.03125, 74, 90), (0.03125, 0.0625, 76, 90), (0.0625, 0.125, 72, 90),
      (0.125, 0.625, 72, 90),
    ]),
  ScriptRow(
    "grace notes before a chord", "v: ^[D4][C4 E4]:4",
    [(0, 0.0625, 62, 90), (0.0625, 0.5, 60, 90), (0.0625, 0.5, 64, 90)]),
  ScriptRow(
    "repeats", "v: ( C4:4 D )*3 E",
    line: [(0.5, 60), (0.5, 62), (0.5, 60), (0.5, 62), (0.5, 60), (0.5, 62), (0.5, 64)]),
  ScriptRow(
    "endings", "v: ( C4:4 1: E ; 2: G ; )*2 B",
    line: [(0.5, 60), (0.5, 64), (0.5, 60), (0.5, 67), (0.5, 71)]),
  ScriptRow(
    "repeats in repeats", "v: ( ( C4:8 )*2 D:4 )*2",
    line: [(0.25, 60), (0.25, 60), (0.5, 62), (0.25, 60), (0.25, 60), (0.5, 62)]),
  ScriptRow(
    "what lasts, lasts through a repeat", "v: ( C:4 D5:8 )*2",
    line: [(0.5, 60), (0.25, 74), (0.5, 72), (0.25, 74)]),
  ScriptRow(
    "a repeat over two lines", "v: ( C4 D\nv: E )*2",
    line: [(0.5, 60), (0.5, 62), (0.5, 64), (0.5, 60), (0.5, 62), (0.5, 64)]),
  ScriptRow(
    "macros", "v: ( $figure )*2 $hook\nhook = C4:8 D\nfigure = $hook E:4 # not $hook",
    line: [
      (0.25, 60), (0.25, 62), (0.5, 64), (0.25, 60), (0.25, 62), (0.5, 64), (0.25, 60), (0.25, 62),
    ]),
  ScriptRow(
    "a macro in a chord", "v: [$triad]:2 D\ntriad = C4 E G",
    [(0, 1, 60, 90), (0, 1, 64, 90), (0, 1, 67, 90), (1, 2, 62, 90)]),
]

private let expressionRows = [
  ScriptRow(
    "dynamics",
    "v: pppp C4:8 ppp C pp C p C mp C mf C f C ff C fff C ffff C",
    [15, 30, 45, 60, 75, 90, 105, 120, 127, 127].enumerated().map { index, velocity in
      (0.25 * Double(index), 0.25 * Double(index + 1), 60, velocity)
    }),
  ScriptRow(
    "velocities", "v: mp C4 D@96 E",
    [(0, 0.5, 60, 75), (0.5, 1, 62, 96), (1, 1.5, 64, 75)]),
  ScriptRow(
    "hairpins", "v: p < C4 D E f F > G A mp B",
    [60, 75, 90, 105, 105, 90, 75].enumerated().map { index, velocity in
      (
        0.5 * Double(index), 0.5 * Double(index + 1), [60, 62, 64, 65, 67, 69, 71][index], velocity
      )
    }),
  ScriptRow(
    "a hairpin over a repeat", "v: p < ( C4 D )*2 ff E",
    [(0, 0.5, 60, 60), (0.5, 1, 62, 75), (1, 1.5, 60, 90), (1.5, 2, 62, 105), (2, 2.5, 64, 120)]),
  ScriptRow(
    "marks", "v: C4:4' D_ E! F!' ff G!",
    [
      (0, 0.25, 60, 90), (0.5, 1, 62, 90), (1, 1.5, 64, 106), (1.5, 1.75, 65, 106),
      (2, 2.5, 67, 127),
    ]),
  ScriptRow(
    "gate", "v: gate 90% C4:4 D' E_ F@50 gate 50% G:2",
    [
      (0, 0.45, 60, 90), (0.5, 0.75, 62, 90), (1, 1.5, 64, 90), (1.5, 1.95, 65, 50),
      (2, 2.5, 67, 90),
    ]),
  ScriptRow(
    "gate of a tied note, in all", "v: gate 50% C4:4~ C:4 D",
    [(0, 0.5, 60, 90), (1, 1.25, 62, 90)]),
  ScriptRow(
    "gate of a chord", "v: gate 50% [C4 E4_]:2", [(0, 0.5, 60, 90), (0, 1, 64, 90)]),
  ScriptRow(
    "each voice has its dynamics", "a: pp C4\nb: C3\na: D4",
    [(0, 0.5, 48, 90), (0, 0.5, 60, 45), (0.5, 1, 62, 45)]),
]

private let timeRows = [
  ScriptRow(
    "meter", "meter 3/4\nv: C4:4 D E | F:2. | G:4 A B |",
    line: [(0.5, 60), (0.5, 62), (0.5, 64), (1.5, 65), (0.5, 67), (0.5, 69), (0.5, 71)]),
  ScriptRow(
    "a change of meter", "meter 3/4\nmeter 2/4 at b2\nv: C4:2. | D:2 | E |",
    line: [(1.5, 60), (1, 62), (1, 64)]),
  ScriptRow(
    "bar lines may be left out", "v: C4:1 D ( E )*2 | F",
    line: [
      (2, 60), (2, 62), (2, 64), (2, 64), (2, 65),
    ]),
  ScriptRow(
    "bars of a tuplet", "meter 5/8\nv: {C4 D E}:5/8 | C:5/8 | D |",
    line: [(1.25 / 3, 60), (1.25 / 3, 62), (1.25 / 3, 64), (1.25, 60), (1.25, 62)]),
  ScriptRow("tempo", "tempo 60\nv: C4 D", line: [(1, 60), (1, 62)]),
  ScriptRow(
    "the beat of a tempo", "tempo 4.=60\nv: C4:4. D:4", line: [(1, 60), (2.0 / 3, 62)]),
  ScriptRow(
    "a tempo inside a note", "tempo 60 at b2\nv: r:2 C4:1 D:4",
    line: [(1, -1), (3, 60), (1, 62)]),
  ScriptRow(
    "two voices", "rh: C5:2\nlh: C3:1\nrh: D5:2",
    [(0, 2, 48, 90), (0, 1, 72, 90), (1, 2, 74, 90)]),
  ScriptRow(
    "line ends, tabs, a byte order mark",
    "\u{FEFF}script 1\r\ntempo\t60 # slow\r\n\r\nv:\tC#4\t# c\r\n",
    line: [(1, 61)]),
  ScriptRow("no blank behind a label", "rh:C4", line: [(0.5, 60)]),
]

private let lineRows = [
  ScriptRow(
    "at seconds", "at 0 note C4 0.5 vel=90\nat 0.25 note E4 0.25 vel=72 off=40\nat 0 cc 64 127",
    [(0, 0.5, 60, 90), (0.25, 0.5, 64, 72)]),
  ScriptRow(
    "every form of time",
    """
    script 1 events ppq=480
    at 1.25 note 60 0.5
    at 1.5s note 61 0.25s
    at 1:02.5 note 62 0:00.5
    at t960 note 63 t480
    at b3:2.5 note 64 t240
    at s44100 note 65 s22050
    at b2 note 66 0.5
    """,
    [
      (1, 1.5, 63, 90), (1, 1.5, 65, 90), (1.25, 1.75, 60, 90), (1.5, 1.75, 61, 90),
      (2, 2.5, 66, 90), (4.75, 5, 64, 90), (62.5, 63, 62, 90),
    ]),
  ScriptRow("ticks", "script 1 events ppq=96\nat t96 note C4 t48", [(0.5, 0.75, 60, 90)]),
  ScriptRow(
    "samples", "script 1 events rate=48000\nat s48000 note G4 s12000", [(1, 1.25, 67, 90)]),
  ScriptRow(
    "any order", "at 2 note E4 0.5\nat 1 note D4 0.5\nat 0 note C4 0.5",
    [(0, 0.5, 60, 90), (1, 1.5, 62, 90), (2, 2.5, 64, 90)]),
  ScriptRow(
    "an off ends the oldest", "at 0 on C4 vel=80\nat 0.5 on C4 vel=70\nat 1 off C4\nat 1.5 off C4",
    [(0, 1, 60, 80), (0.5, 1.5, 60, 70)]),
  ScriptRow(
    "tempos", "at t0 tempo 120\nat t960 tempo 60\nat t480 note C4 t960\nat 3 note E4 1",
    [(0.5, 2, 60, 90), (3, 4, 64, 90)]),
  ScriptRow(
    "a tempo at a second", "at 1 tempo 60\nat t1440 note C4 t480\nat 3 note E4 1",
    [(2, 3, 60, 90), (3, 4, 64, 90)]),
  ScriptRow(
    "meters", "at b1 meter 3/4\nat b2 note C4 0.5\nat b3:3 note D4 0.5\nat b3 meter 4/4",
    [(1.5, 2, 60, 90), (4, 4.5, 62, 90)]),
  ScriptRow(
    "both kinds of lines", "tempo 60\nv: C4 D4\nat 0.5 note G4 0.25 vel=50\nat b1:2 note A4 t480",
    [(0, 1, 60, 90), (0.5, 0.75, 67, 50), (1, 2, 62, 90), (1, 2, 69, 90)]),
]

@Suite struct NoteScriptTests {
  @Test(
    arguments: pitchRows + lengthRows + bracketRows + expressionRows + timeRows + lineRows)
  func notes(_ row: ScriptRow) throws {
    let notes = heard(try score(row.script))
    let wanted = row.notes.map { Heard($0.0, $0.1, $0.2, $0.3) }
    #expect(notes.count == wanted.count, "\(notes)")
    for (note, want) in zip(notes, wanted) {
      #expect(note.isNear(want, 1e-9), "\(note) for \(want)")
    }
  }

  @Test func tempoRamps() throws {
    let notes = heard(try score("tempo 60..120 over 1/1\nv: C4:4 D E F G:2s"))
    for (index, note) in notes.enumerated() {
      #expect(abs(note.on - ramp(60, 120, 4, Double(index))) < 1e-6)
    }
    #expect(abs(notes[4].off - notes[4].on - 2) < 1e-9)
    let inside = heard(try score("tempo 60..120 over 1/1\nat 1.5 note C4 0.5"))
    // Less than a tenth of a sample.
    #expect(abs(inside[0].on - 1.5) < 2e-6 && abs(inside[0].off - 2) < 2e-6)
  }

  @Test func tenThousandLengthsAddUpExactly() throws {
    let score = try score("v: ( C4:183.486ms )*10000")
    let performance = Performance(score)
    #expect(performance.strokes.count == 10000)
    #expect(
      performance.tempoMap.seconds(at: performance.endTick) == Rational(183_486_0000, 1_000_000))
  }

  @Test(arguments: [8000, 44100, 48000, 96000, 192000])
  func samplesLandOnThemselves(_ rate: Int) throws {
    let script =
      "script 1 events rate=\(rate)\nat 1 tempo 71\nat 2 tempo 73.3\nat s48001 on C4\nat s99999 off C4"
    let performance = Performance(try score(script))
    #expect(performance.tempoMap.frame(at: performance.strokes[0].on, rate: rate) == 48001)
    #expect(performance.tempoMap.frame(at: performance.strokes[0].off, rate: rate) == 99999)
  }
}
