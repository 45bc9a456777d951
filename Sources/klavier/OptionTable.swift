import AudioFile
import Score
import Synthesis

/// All options; the order within a section is that of the help.
extension Option {
  /// The whole table.
  static let table: [Option] =
    inputOptions + outputOptions + soundOptions + levelOptions + rangeOptions + messageOptions

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
      "where the file ends: auto (when the sound has fallen below -90 dBFS), none (at the last event) or seconds after the last event [auto]",
      completes: .words(["auto", "none"])
    ) { options, value throws(UsageError) in
      switch value {
      case "auto": options.tail = .auto
      case "none": options.tail = .none
      default: options.tail = .seconds(try Value.number(value, in: 0...86_400))
      }
    }
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
