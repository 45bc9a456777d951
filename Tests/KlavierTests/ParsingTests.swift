import Score
import Testing

@testable import klavier

@Suite struct ParsingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let holds: @Sendable (Parsing) -> Bool
    var testDescription: String { line }

    init(_ line: String, _ holds: @escaping @Sendable (Parsing) -> Bool) {
      self.line = line
      self.holds = holds
    }
  }

  @Test(arguments: [
    Row("a.mid") { $0.command.name == "render" && $0.options.inputs == ["a.mid"] },
    Row("render a.mid") { $0.command.name == "render" && $0.options.inputs == ["a.mid"] },
    Row("a.mid render") { $0.options.inputs == ["a.mid", "render"] },
    Row("-o x.wav a.mid") { $0.options.output == "x.wav" && $0.options.inputs == ["a.mid"] },
    Row("a.mid -ox.wav") { $0.options.output == "x.wav" },
    Row("a.mid -o=x.wav") { $0.options.output == "x.wav" },
    Row("a.mid --output x.wav") { $0.options.output == "x.wav" },
    Row("a.mid --output=x=y.wav") { $0.options.output == "x=y.wav" },
    Row("a.mid -o -") { $0.options.output == "-" },
    Row("- -o x.wav") { $0.options.inputs == ["-"] },
    Row("-- -o --json") { $0.options.inputs == ["-o", "--json"] && !$0.options.json },
    Row("a.mid --rate 8000") { $0.options.rate == 8000 },
    Row("a.mid -r 192000") { $0.options.rate == 192_000 },
    Row("a.mid -r 8000 -r 9000") { $0.options.rate == 9000 },
    Row("a.mid -c1") { $0.options.channels == 1 },
    Row("a.mid --gain -9.3") { $0.options.gainDecibels == -9.3 },
    Row("a.mid --gain=-9.3") { $0.options.gainDecibels == -9.3 },
    Row("a.mid -i a.sf2 -i b.sf2") { $0.options.instruments == ["a.sf2", "b.sf2"] },
    Row("a.mid -b fluidsynth") { $0.options.backend == .fluidsynth },
    Row("a.mid --tail auto") { $0.options.tail == .auto },
    Row("a.mid --tail none") { $0.options.tail == Options.Tail.none },
    Row("a.mid --tail 2.5") { $0.options.tail == .seconds(2.5) },
    Row("a.mid --start 12.5") { $0.options.start == .seconds(Rational(25, 2)) },
    Row("a.mid --start 1:02.5") { $0.options.start == .seconds(Rational(125, 2)) },
    Row("a.mid --end 1:00:01") { $0.options.end == .seconds(Rational(3601)) },
    Row("a.mid --start b3") { $0.options.start == .bar(.init(bar: 3)) },
    Row("a.mid --end b3:2.5") { $0.options.end == .bar(.init(bar: 3, beat: Rational(5, 2))) },
    Row("a.mid --tempo 1.1") { $0.options.tempo == Rational(11, 10) },
    Row("a.mid --transpose -12") { $0.options.transpose == -12 },
    Row("a.mid --preset 8:4") { $0.options.preset == Program(bank: 8, number: 4) },
    Row("a.mid --preset 128:0") { $0.options.preset?.isPercussion == true },
    Row("a.mid --temperament a.scl") { $0.options.temperament?.scale == "a.scl" },
    Row("a.mid --temperament a,b.scl,c.kbm") {
      $0.options.temperament?.scale == "a,b.scl" && $0.options.temperament?.keyboard == "c.kbm"
    },
    Row("a.mid --overlap cut --sequence 2 --until-eot") {
      $0.options.performance.overlap == .cut && $0.options.performance.sequence == 2
        && $0.options.performance.lastsUntilEndOfTrack
    },
    Row("a.mid --percussion off") { $0.options.percussion == false },
    Row("a.mid --seed 18446744073709551615") { $0.options.seed == .max },
    Row("a.mid -qj2") { $0.options.quiet && $0.options.jobs == 2 },
    Row("a.mid --input-format smf") { $0.options.inputFormat == .smf },
    Row("a.mid --warnings error") { $0.options.warningsAreErrors },
    Row("a.mid") { $0.options.channels == 2 && $0.options.gainDecibels == 0 },
    Row("a.mid") { $0.options.seed == 0 && $0.options.tail == nil && $0.options.rate == nil },
  ])
  func `a command line is understood`(row: Row) throws {
    #expect(row.holds(try Parsing(row.line.split(separator: " ").map(String.init))))
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let line: String
    let error: UsageError
    var testDescription: String { line }

    init(_ line: String, _ message: String, _ hint: String? = nil) {
      self.line = line
      error = UsageError(message, hint: hint)
    }
  }

  @Test(arguments: [
    Wrong("a.mid --zzz", "there is no option --zzz", "see klavier help render"),
    Wrong("a.mid --ouput x", "there is no option --ouput", "did you mean --output?"),
    Wrong("a.mid -Z", "there is no option -Z", "see klavier help render"),
    Wrong("a.mid -o", "-o wants PATH behind it"),
    Wrong(
      "a.mid -o --force", "-o wants PATH behind it, not the option --force",
      "write --output=--force if that is meant"),
    Wrong("a.mid --force=yes", "--force takes no value"),
    Wrong("a.mid -r 7999", "-r: '7999' is not a whole number from 8000 to 192000"),
    Wrong("a.mid -r abc", "-r: 'abc' is not a whole number from 8000 to 192000"),
    Wrong("a.mid -c seven", "-c: 'seven' is not a whole number from 1 to 2"),
    Wrong("a.mid -c 3", "-c: '3' is not a whole number from 1 to 2"),
    Wrong("a.mid --gain nan", "--gain: 'nan' is not a number from -200 to 100"),
    Wrong("a.mid --gain=", "--gain: '' is not a number from -200 to 100"),
    Wrong(
      "a.mid -b fluidsyth", "-b: 'fluidsyth' is none of native, fluidsynth",
      "did you mean 'fluidsynth'?"),
    Wrong("a.mid --percussion maybe", "--percussion: 'maybe' is none of on, off"),
    Wrong("a.mid --seed -1", "--seed: '-1' is not a whole number from 0 to 18446744073709551615"),
    Wrong("a.mid --tempo 0", "--tempo: '0' is not a number from 0.01 to 100"),
    Wrong("a.mid --preset 4", "--preset: '4' is no preset; expected BANK:PROGRAM, as 0:4"),
    Wrong(
      "a.mid --start b0",
      "--start: 'b0' is no time; expected seconds (12.5), minutes and seconds (1:02.5) or a bar and a beat (b3:2.5)"
    ),
    Wrong(
      "a.mid --tracks ,", "--tracks: ',' names no track; expected numbers or names between commas"),
    Wrong("a.mid --output=", "--output: the output has no name"),
  ])
  func `a wrong command line says what is wrong`(row: Wrong) {
    #expect(throws: row.error) {
      _ = try Parsing(row.line.split(separator: " ").map(String.init))
    }
  }

  @Test func `no two options share a name or a letter`() {
    #expect(Set(Option.table.map(\.long)).count == Option.table.count)
    let letters = Option.table.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
  }

  @Test func `every option belongs to a command`() {
    for option in Option.table {
      #expect(Command.table.contains { $0.takes(option) }, "\(option.long)")
    }
  }
}
