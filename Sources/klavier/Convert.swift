import AudioFile
import Score

/// Writes a score in another form.
enum Convert {
  /// What can be written, by the extension that asks for it.
  enum Form: String, CaseIterable, Sendable {
    case mid, notes, csv, tsv, json

    /// The form that a path's extension names.
    init(path: String) throws(Failure) {
      let name = path.split(separator: "/").last ?? ""
      let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
      switch ending?.lowercased() {
      case "mid", "midi": self = .mid
      case "notes": self = .notes
      case "csv": self = .csv
      case "tsv", "txt": self = .tsv
      case "json": self = .json
      default:
        let names = Self.allCases.map { ".\($0.rawValue)" }
        throw Failure(
          .usage, "the name \(path) does not say which form is wanted",
          hint: "end it with \(names.joined(separator: ", ")), or name a form with --to")
      }
    }
  }

  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    guard options.inputs.count == 2 else {
      throw Failure(
        .usage, "convert wants an input and an output", hint: "klavier convert song.mid song.csv")
    }
    let (source, target) = (options.inputs[0], options.inputs[1])
    let form = if let named = options.form { named } else { try Form(path: target) }
    if let input = inputThatIsOutput(target, inputs: [source]) {
      throw Failure(AudioFileError.outputIsInput(path: target, input: input))
    }
    var warnings = Warnings()
    let input = try Input(source, options)
    try options.checkSequence(of: input.score)
    let (bytes, lost): ([UInt8], [Diagnostic])
    do throws(ScoreError) {
      (bytes, lost) = try write(input.score, as: form, options.performance)
    } catch {
      throw Failure(error, file: input.name)
    }
    warnings.add(input.score.warnings + lost, file: input.name)
    try warnings.check(options)
    let destination = Destination(argument: target)
    try Failure.of { () throws(AudioFileError) in try writeWholeFile(bytes, to: destination) }
    return .done
  }

  private static func write(
    _ score: Score, as form: Form, _ options: Performance.Options
  ) throws(ScoreError) -> (bytes: [UInt8], warnings: [Diagnostic]) {
    switch form {
    case .mid: try score.midiFile()
    case .notes: score.noteScript()
    case .csv: try score.midiCSV()
    case .tsv: (score.noteList(options: options), [])
    case .json: (Array((score.json(options: options) + "\n").utf8), [])
    }
  }
}
