import AudioFile
import Score
import Synthesis

/// All options; the order within a section is that of the help.
extension Option {
  /// The whole table.
  static let table: [Option] =
    inputOptions + outputOptions + soundOptions + levelOptions + rangeOptions
    + playingOptions + compareOptions + pictureOptions + messageOptions

  /// The option of a long name.
  static func named(_ long: String) -> Option? { table.first { $0.long == long } }

  /// The option of a letter.
  static func lettered(_ short: Character) -> Option? { table.first { $0.short == short } }
}

extension Option {
  static let inputOptions: [Option] = [
    Option(
      "input-format", nil, .required("NAME"), .input,
      "read the inputs as smf, rmid, notes, abc, musicxml, midicsv or tsv [by their content]",
      completes: Value.words(Score.Kind.self)
    ) { options, value throws(UsageError) in options.inputFormat = try Value.choice(value) }
  ]

  static let outputOptions: [Option] = [
    Option(
      "output", "o", .required("PATH"), .output,
      "the file to write, - for standard output [the input's name with the format's extension, in the current folder; never over an existing file]",
      completes: .files
    ) { options, value throws(UsageError) in
      if value.isEmpty { throw UsageError("the output has no name") }
      options.output = value
    },
    Option(
      "format", "f", .required("NAME"), .output,
      "wav, flac, aiff, au, caf, w64, rf64, ogg, opus, mp3 or raw [by the output's name, else wav]",
      completes: Value.words(Container.self)
    ) { options, value throws(UsageError) in options.format = try Value.choice(value) },
    Option(
      "encoding", "e", .required("NAME"), .output,
      "s16, s24, s32, f32 or f64, where the format has it [s16]",
      completes: .words(Encoding.pcm.map(\.rawValue))
    ) { options, value throws(UsageError) in
      options.encoding = try Value.choice(value, of: Encoding.self, among: Encoding.pcm)
    },
    Option("rate", "r", .required("HZ"), .output, "samples a second, 8000 to 192000 [44100]") {
      options, value throws(UsageError) in
      options.rate = try Value.whole(value, in: 8000...192_000)
    },
    Option(
      "channels", "c", .required("N"), .output, "1 or 2; one is (left + right) / 2 [2]",
      completes: .words(["1", "2"])
    ) { options, value throws(UsageError) in
      options.channels = try Value.whole(value, in: 1...2)
    },
    Option("force", nil, .none, .output, "replace an existing file also without -o") {
      options, _ throws(UsageError) in options.force = true
    },
  ]

  static let soundOptions: [Option] = [
    Option(
      "backend", "b", .required("NAME"), .sound,
      "native (exact to the sample) or fluidsynth (a grid of 64 frames) [native]",
      completes: Value.words(Options.Backend.self)
    ) { options, value throws(UsageError) in options.backend = try Value.choice(value) },
    Option(
      "instrument", "i", .required("NAME"), .sound,
      "grand (built in), or the path of a .sf2, .sf3 or .sfz; several SoundFonts lie on top of each other, the last one uppermost [grand; with fluidsynth the first SoundFont found]",
      completes: .files
    ) { options, value throws(UsageError) in
      if value.isEmpty { throw UsageError("the instrument has no name") }
      options.instruments.append(value)
    },
    Option(
      "percussion", nil, .required("on/off"), .sound,
      "play MIDI channel 10 [on with a SoundFont, off with the grand]",
      completes: Value.words(Value.OnOff.self)
    ) { options, value throws(UsageError) in options.percussion = try Value.onOff(value) },
    Option(
      "interpolation", nil, .required("NAME"), .sound,
      "how samples are read between their points: linear, cubic or sinc [cubic]",
      completes: Value.words(Options.Interpolation.self)
    ) { options, value throws(UsageError) in options.interpolation = try Value.choice(value) },
    Option(
      "preset", nil, .required("BANK:PROGRAM"), .sound,
      "play everything with this preset of the SoundFont, as 0:4 [as the score says]"
    ) { options, value throws(UsageError) in
      let parts = value.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let bank = parts[0], let number = parts[1], 0...16383 ~= bank,
        0...127 ~= number
      else { throw UsageError("'\(value)' is no preset; expected BANK:PROGRAM, as 0:4") }
      options.preset = Program(
        bank: bank == 128 ? 0 : UInt16(bank), number: UInt8(number), isPercussion: bank == 128)
    },
    Option("polyphony", nil, .required("N"), .sound, "voices at most [unlimited]") {
      options, value throws(UsageError) in
      options.polyphony = try Value.whole(value, in: 1...65535)
    },
    Option(
      "jobs", "j", .required("N"), .sound, "threads; the sound is the same for any [all cores]"
    ) { options, value throws(UsageError) in
      options.jobs = try Value.whole(value, in: 1...1024)
    },
    Option("seed", nil, .required("N"), .sound, "for everything that is random [0]") {
      options, value throws(UsageError) in
      guard let seed = UInt64(value) else {
        throw UsageError("'\(value)' is not a whole number from 0 to \(UInt64.max)")
      }
      options.seed = seed
    },
  ]

  static let levelOptions: [Option] = [
    Option("gain", nil, .required("DB"), .level, "decibels added to everything, -200 to 100 [0]") {
      options, value throws(UsageError) in
      options.gainDecibels = try Value.number(value, in: -200...100)
    },
    Option(
      "dither", nil, .required("NAME"), .level,
      "none, tpdf or shaped; digital silence stays silent [tpdf for s16, none for the others]",
      completes: Value.words(Dither.self)
    ) { options, value throws(UsageError) in options.dither = try Value.choice(value) },
  ]

  static let rangeOptions: [Option] = [
    Option(
      "tail", nil, .required("TIME"), .range,
      "where the file ends: auto (when the sound has fallen below -90 dBFS), none (at the last event) or seconds after the last event [auto; none with --end]",
      completes: .words(["auto", "none"])
    ) { options, value throws(UsageError) in
      switch value {
      case "auto": options.tail = .auto
      case "none": options.tail = Options.Tail.none
      default: options.tail = .seconds(try Value.number(value, in: 0...86_400))
      }
    },
    Option(
      "start", nil, .required("TIME"), .range,
      "begin there: seconds (12.5), m:ss (1:02.5) or bBAR:BEAT (b3:2.5); what sounds or is set before is heard [0]"
    ) { options, value throws(UsageError) in options.start = try TimePoint(value) },
    Option(
      "end", nil, .required("TIME"), .range,
      "cut there, at a time as for --start; with --tail keys and pedals go up there and ring on"
    ) { options, value throws(UsageError) in options.end = try TimePoint(value) },
    Option(
      "until-eot", nil, .none, .range,
      "last until the last event of any kind, also where it comes long after the last note"
    ) { options, _ throws(UsageError) in options.performance.lastsUntilEndOfTrack = true },
    Option("trim-start", nil, .none, .range, "leave out the silence before the first sound") {
      options, _ throws(UsageError) in options.trimStart = true
    },
  ]

  static let playingOptions: [Option] = [
    Option("tempo", nil, .required("FACTOR"), .playing, "how much faster, 0.01 to 100 [1]") {
      options, value throws(UsageError) in
      guard let factor = Value.decimal(value[...]), factor >= Rational(1, 100),
        factor <= Rational(100)
      else { throw UsageError("'\(value)' is not a number from 0.01 to 100") }
      options.tempo = factor
    },
    Option(
      "transpose", nil, .required("SEMITONES"), .playing,
      "semitones added to every note but percussion [0]"
    ) { options, value throws(UsageError) in
      options.transpose = try Value.whole(value, in: -127...127)
    },
    Option("a4", nil, .required("HZ"), .playing, "the frequency of A4, 200 to 1000 [440]") {
      options, value throws(UsageError) in
      options.a4 = try Value.number(value, in: 200...1000)
    },
    Option(
      "temperament", nil, .required("FILE.scl[,FILE.kbm]"), .playing,
      "tune to a Scala scale; without a mapping it stands on C and A4 is as --a4 says [equal]",
      completes: .files
    ) { options, value throws(UsageError) in
      guard let comma = value.lastIndex(of: ","), value.hasSuffix(".kbm") else {
        options.temperament = (value, nil)
        return
      }
      options.temperament = (
        String(value[..<comma]), String(value[value.index(after: comma)...])
      )
    },
    Option(
      "velocity-curve", nil, .required("POWER"), .playing,
      "velocities become 127 (v/127)^POWER: above 1 softer, below 1 louder, 0.1 to 10 [1]"
    ) { options, value throws(UsageError) in
      options.velocityPower = try Value.number(value, in: 0.1...10)
    },
    Option(
      "half-pedal", nil, .required("on/off"), .playing,
      "the sustain pedal works by degrees where the instrument can; off: it is up or down [on]",
      completes: Value.words(Value.OnOff.self)
    ) { options, value throws(UsageError) in options.halfPedal = try Value.onOff(value) },
    Option(
      "tracks", nil, .required("LIST"), .playing,
      "play only these tracks: numbers or names, as 1,3-5,rh [all]"
    ) { options, value throws(UsageError) in options.tracks = try TrackList(value) },
    Option("mute", nil, .required("LIST"), .playing, "leave out these tracks") {
      options, value throws(UsageError) in options.mute = try TrackList(value)
    },
    Option("solo", nil, .required("LIST"), .playing, "of the tracks play these alone") {
      options, value throws(UsageError) in options.solo = try TrackList(value)
    },
    Option(
      "overlap", nil, .required("NAME"), .playing,
      "of two notes of one key on a channel an off ends the older (fifo) or both (cut) [fifo]",
      completes: Value.words(Performance.Overlap.self)
    ) { options, value throws(UsageError) in
      options.performance.overlap = try Value.choice(value)
    },
    Option(
      "sequence", nil, .required("N"), .playing,
      "of a MIDI file of format 2 play this sequence [all, one after the other]"
    ) { options, value throws(UsageError) in
      options.performance.sequence = try Value.whole(value, in: 1...65_535)
    },
    Option(
      "bank-mode", nil, .required("NAME"), .playing,
      "how bank numbers are understood: gm, gm2, gs, xg or mma [by the reset messages of the score]",
      completes: Value.words(Performance.BankMode.self)
    ) { options, value throws(UsageError) in
      options.performance.bankMode = try Value.choice(value)
    },
  ]

  static let messageOptions: [Option] = [
    Option("json", nil, .none, .messages, "answer with one JSON object on one line") {
      options, _ throws(UsageError) in options.json = true
    },
    Option("quiet", "q", .none, .messages, "say nothing but errors and warnings") {
      options, _ throws(UsageError) in options.quiet = true
    },
    Option(
      "progress", nil, .required("WHEN"), .messages,
      "show a progress bar: auto (on a terminal), always or never [auto]",
      completes: Value.words(Options.ProgressRule.self)
    ) { options, value throws(UsageError) in options.progress = try Value.choice(value) },
    Option(
      "warnings", nil, .required("RULE"), .messages,
      "tell, or error: a warning ends with status 1 and nothing is written [tell]",
      completes: Value.words(Options.WarningRule.self)
    ) { options, value throws(UsageError) in
      options.warningsAreErrors = try Value.choice(value, of: Options.WarningRule.self) == .error
    },
    Option("checksum", nil, .none, .messages, "tell the SHA-256 of the samples") {
      options, _ throws(UsageError) in options.checksum = true
    },
    Option("help", "h", .none, .messages, "print this help") {
      options, _ throws(UsageError) in options.help = true
    },
    Option("version", "V", .none, .messages, "print the version") {
      options, _ throws(UsageError) in options.version = true
    },
  ]
}
