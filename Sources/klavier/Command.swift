/// One row of the table of subcommands.
struct Command: Sendable {
  /// The word on the command line.
  let name: String
  /// What stands behind it.
  let arguments: String
  /// One line, lower case.
  let summary: String
  /// A line that can be typed, and what it does.
  let example: String
  /// The sections of options that it takes.
  let sections: [Option.Section]
  /// Options of these sections that mean nothing to it.
  let without: [String]
  /// Options of other sections that it takes as well.
  let with: [String]
  /// Options that mean something else to it than the table says, in place of those of the same names.
  let own: [Option]
  /// Whether it leaves files, so that an interrupted run has something to take away.
  var leavesFiles: Bool { !Command.onlyTelling.contains(name) }
  /// Does the work; returns the exit status.
  let run: @Sendable (Options) throws(Failure) -> ExitStatus

  init(
    _ name: String, _ arguments: String, _ summary: String, example: String,
    sections: [Option.Section] = [], with: [String] = [], without: [String] = [],
    own: [Option] = [], run: @escaping @Sendable (Options) throws(Failure) -> ExitStatus
  ) {
    self.name = name
    self.arguments = arguments
    self.summary = summary
    self.example = example
    self.sections = sections
    self.with = with
    self.without = without
    self.own = own
    self.run = run
  }

  /// Whether the option means something to it.
  func takes(_ option: Option) -> Bool {
    if option.long == "help" || option.long == "version" { return true }
    return own.contains { $0.long == option.long } || with.contains(option.long)
      || sections.contains(option.section) && !without.contains(option.long)
  }

  /// The options that it takes, in the table's order.
  var options: [Option] { Option.table.filter(takes).map(variant) }

  /// What an option of the table means to it.
  func variant(_ option: Option) -> Option { own.first { $0.long == option.long } ?? option }
}

extension Command {
  /// All subcommands, the default first.
  static let table: [Command] = [
    render, compare, info, check, convert, fmt, draw, report, batch, instruments, completions, man,
  ]

  /// Those that write to standard output and error only.
  private static let onlyTelling = ["info", "check", "instruments", "completions", "man"]

  /// The one of a name.
  static func named(_ name: String) -> Command? { table.first { $0.name == name } }

  /// A score to audio.
  static let render = Command(
    "render", "INPUT… [-o OUT]", "score to audio (the default)",
    example: "klavier render sonata.mid -o sonata.flac",
    sections: [.input, .output, .sound, .level, .range, .playing, .beside, .messages],
    run: Render.run)

  /// What is in a file.
  static let info = Command(
    "info", "FILE…", "what is in a score, a SoundFont or an audio file",
    example: "klavier info sonata.mid",
    sections: [.input, .messages], without: ["progress", "checksum", "verbose"], run: Info.run)

  /// What is wrong with a score.
  static let check = Command(
    "check", "FILE…", "every warning and error of a score, nothing rendered",
    example: "klavier check sonata.notes",
    sections: [.input, .messages], without: ["progress", "checksum", "verbose"], run: Check.run)

  /// Whether two sounds are the same.
  static let compare = Command(
    "compare", "A B", "two audio files, or one score rendered two ways: the same, and where not",
    example: "klavier compare song.mid --backends native,fluidsynth -i font.sf2",
    sections: [.input, .sound, .range, .playing, .compare, .messages],
    with: ["size", "theme"], without: ["checksum", "trim-start", "verbose"],
    own: Option.ownOfCompare, run: Compare.run)

  /// A picture.
  static let draw = Command(
    "draw", "INPUT -o OUT.svg", "piano roll with pedals, waveform and spectrogram",
    example: "klavier draw sonata.mid -o sonata.svg",
    sections: [.input, .sound, .playing, .picture, .messages],
    with: ["rate"], without: ["repeat", "checksum", "json", "verbose"],
    own: Option.ownOfDraw, run: Draw.run)

  /// A page.
  static let report = Command(
    "report", "INPUT… -o OUT.html", "one page to listen, look and compare",
    example: "klavier report sonata.mid -i grand -i font.sf2 -o sonata.html",
    sections: [.input, .sound, .playing, .messages],
    with: ["rate", "backends", "gain"], without: ["repeat", "checksum", "json", "verbose"],
    own: Option.ownOfReport, run: ReportPage.run)

  /// A score in another form.
  static let convert = Command(
    "convert", "INPUT OUTPUT",
    "score to .mid, .notes, .csv (midicsv), .tsv (a note a line) or .json",
    example: "klavier convert sonata.mid sonata.csv",
    sections: [.input, .messages], with: ["to", "overlap", "sequence"],
    without: ["progress", "checksum", "json", "verbose"], run: Convert.run)

  /// A note script laid out.
  static let fmt = Command(
    "fmt", "SCRIPT [-o OUT]", "a note script with its bars one below the other, no note changed",
    example: "klavier fmt song.notes -o song.notes", own: Option.ownOfFmt, run: Fmt.run)

  /// Many scores to audio.
  static let batch = Command(
    "batch", "INPUT… --out-dir DIR",
    "many scores to audio; what is there already is not made again",
    example: "klavier batch scores/ --out-dir sound -f flac",
    sections: [.input, .output, .sound, .level, .range, .playing, .batch, .messages],
    with: ["labels", "lyrics", "title", "artist", "comment"], without: ["output", "stream", "to"],
    own: Option.ownOfBatch, run: Batch.run)

  /// What can be played.
  static let instruments = Command(
    "instruments", "[FILE…]", "what can be played: the grand, SoundFonts, their presets",
    example: "klavier instruments /usr/share/sounds/sf2/TimGM6mb.sf2",
    with: ["instrument", "json", "verbose"], run: Instruments.run)

  /// What shells need.
  static let completions = Command(
    "completions", "bash/zsh/fish", "print what a shell needs to complete command lines",
    example: "klavier completions fish | source",
    run: Completions.run)

  /// The manual page.
  static let man = Command(
    "man", "", "print the manual page", example: "klavier man | man -l -", run: ManualPage.run)
}
