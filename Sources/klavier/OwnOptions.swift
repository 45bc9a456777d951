import Drawing

/// Options that mean something else to some commands than to `render`.
extension Option {
  /// `draw` writes a picture.
  static let ownOfDraw: [Option] =
    saying([
      ("output", "the picture to write: .svg, .png or .pdf; - for standard output, then with -f")
    ]) + [
      Option(
        "format", "f", .required("NAME"), .output, "svg, png or pdf [by the output's name]",
        completes: Value.words(PictureFormat.self)
      ) { options, value throws(UsageError) in options.picture.format = try Value.choice(value) }
    ]

  /// `report` writes a page.
  static let ownOfReport = saying([("output", "the page to write; - for standard output")])

  /// `batch` names its files by the scores.
  static let ownOfBatch = saying([
    ("format", "wav, flac, aiff, au, caf, w64, rf64, ogg, opus, mp3 or raw [wav]"),
    (
      "force",
      "make anew what is there already [kept where it is no older than its score and has the form, rate, channels and encoding asked for, whatever it was played with]"
    ),
  ])

  /// `fmt` writes a script.
  static let ownOfFmt = saying([
    ("output", "the script to write, which may be the one that is read [-, standard output]")
  ])

  /// `compare` renders to memory and may write a difference.
  static let ownOfCompare = saying([
    (
      "rate",
      "samples a second of a score's render, 8000 to 192000 [those of the sound beside it, else 44100]"
    ),
    ("encoding", "of the --difference: s16, s24, s32, f32 or f64 [f32; s24 in FLAC]"),
  ])

  /// Options of the table that do the same, in other words.
  private static func saying(_ words: [(name: String, help: String)]) -> [Option] {
    words.compactMap { name, help in
      named(name).map {
        Option(
          $0.long, $0.short, $0.argument, $0.section, help, completes: $0.completion,
          effect: $0.effect)
      }
    }
  }
}
