import AudioFile
import Drawing

/// Options that mean something else to some commands than to `render`.
extension Option {
  /// `draw` writes a picture.
  static let ownOfDraw: [Option] = [
    output("the picture to write: .svg, .png or .pdf; - for standard output, then with -f"),
    Option(
      "format", "f", .required("NAME"), .output, "svg, png or pdf [by the output's name]",
      completes: Value.words(PictureFormat.self)
    ) { options, value throws(UsageError) in options.picture.format = try Value.choice(value) },
  ]

  /// `report` writes a page.
  static let ownOfReport: [Option] = [
    output("the page to write; - for standard output")
  ]

  /// `batch` names its files by the scores.
  static let ownOfBatch: [Option] = [
    Option(
      "format", "f", .required("NAME"), .output,
      "wav, flac, aiff, au, caf, w64, rf64, ogg, opus, mp3 or raw [wav]",
      completes: Value.words(Container.self)
    ) { options, value throws(UsageError) in options.format = try Value.choice(value) },
    Option(
      "force", nil, .none, .output,
      "make anew what is there already [kept where it is no older than its score and has the form, rate, channels and encoding asked for, whatever it was played with]"
    ) { options, _ throws(UsageError) in options.force = true },
  ]

  /// `fmt` writes a script.
  static let ownOfFmt: [Option] = [
    output("the script to write, which may be the one that is read [-, standard output]")
  ]

  /// `compare` renders to memory and may write a difference.
  static let ownOfCompare: [Option] = [
    Option(
      "rate", "r", .required("HZ"), .output,
      "samples a second of a score's render, 8000 to 192000 [those of the sound beside it, else 44100]"
    ) { options, value throws(UsageError) in
      options.rate = try Value.whole(value, in: 8000...192_000)
    },
    Option(
      "encoding", "e", .required("NAME"), .output,
      "of the --difference: s16, s24, s32, f32 or f64 [f32; s24 in FLAC]",
      completes: .words(Encoding.pcm.map(\.rawValue))
    ) { options, value throws(UsageError) in
      options.encoding = try Value.choice(value, of: Encoding.self, among: Encoding.pcm)
    },
  ]

  private static func output(_ help: String) -> Option {
    Option("output", "o", .required("PATH"), .output, help, completes: .files) {
      options, value throws(UsageError) in
      if value.isEmpty { throw UsageError("the output has no name") }
      options.output = value
    }
  }
}
