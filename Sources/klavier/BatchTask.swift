import AudioFile
import Glibc
import Score

/// One score of a batch and the file that it becomes.
struct BatchTask: Sendable {
  /// The path of the score.
  let input: String
  /// The path of the file.
  let output: String

  /// How it ended.
  enum Outcome: Sendable {
    case done(Summary, warnings: [String])
    case skipped
    case failed(Failure)
  }

  /// All scores with their files, those of this shard.
  ///
  /// Two scores that would become one file are an error.
  static func list(
    _ scores: [BatchInputs.Found], _ options: Options, into folder: String
  ) throws(Failure) -> [BatchTask] {
    let ending = "." + (options.format ?? .wav).pathExtension
    // A file that is named twice, or by its folder too, is one.
    var seen: Set<[UInt8]> = []
    let tasks = scores.filter { seen.insert($0.path.fileNameBytes).inserted }.map { score in
      BatchTask(
        input: score.path,
        output:
          "\(folder)/\(score.place.isEmpty ? "" : score.place + "/")\(Target.stem(of: score.path))\(ending)"
      )
    }
    try Failure.refuseShared(tasks.map { ($0.input, $0.output) }, hint: "rename one")
    guard let shard = options.shard else { return tasks }
    return tasks.enumerated().filter { $0.offset % shard.of == shard.number - 1 }.map(\.element)
  }

  /// Renders it, unless its file is there and no older than the score.
  func run(with instrument: Instrument, _ options: Options) -> Outcome {
    do throws(Failure) {
      let options = own(options)
      var warnings = Warnings()
      let target = try Target(for: input, options)
      if !options.force, isUpToDate(target.format, options) { return .skipped }
      try Folders.make(Folders.of(output))
      let summary = try Render.render(input, to: target, with: instrument, options, &warnings)
      return .done(summary, warnings: warnings.lines)
    } catch {
      return .failed(error)
    }
  }

  /// The options for this score alone: what is beside the sound is named like the sound.
  private func own(_ options: Options) -> Options {
    let stem = Folders.of(output) + "/" + Target.stem(of: output) + "."
    var options = options
    options.output = output
    options.labels = options.labels.map { stem + $0 }
    options.lyrics = options.lyrics.map { stem + $0 }
    return options
  }

  /// Whether the files are there, no older than the score, and of the form that is asked for.
  ///
  /// What it was played with they do not tell: `--force` makes all anew.
  private func isUpToDate(_ format: AudioFormat, _ options: Options) -> Bool {
    let beside = [options.labels, options.lyrics].compactMap { $0 }
    guard beside.allSatisfy({ isNew($0) }), isNew(output) else { return false }
    if format.container == .raw { return true }
    guard CutFile.missingBytes(output) == 0,
      let file = try? AudioFileReader(path: output), file.rate == format.rate,
      file.channels == format.channels
    else { return false }
    return format.encoding == .compressed || file.encoding == format.encoding.rawValue
  }

  /// Whether a file is there and no older than the score.
  private func isNew(_ output: String) -> Bool {
    var (old, new) = (stat(), stat())
    guard unsafe stat(output.fileName, &new) == 0, new.st_mode & S_IFMT == S_IFREG,
      unsafe stat(input.fileName, &old) == 0
    else { return false }
    return (new.st_mtim.tv_sec, new.st_mtim.tv_nsec) >= (old.st_mtim.tv_sec, old.st_mtim.tv_nsec)
  }
}

extension BatchTask.Outcome {
  /// Says how an input ended; one that could not be looked into has no output.
  func tell(_ input: String, to output: String?, _ options: Options) {
    if case .failed(let failure) = self { for line in failure.lines { Messages.say(line) } }
    if options.json {
      Messages.answer(json(input, output).text)
    } else if !options.quiet {
      switch self {
      case .done(let summary, _): Messages.say(summary.line)
      case .skipped: Messages.say("\(output ?? input): is there already")
      case .failed: Messages.say("\(output ?? input): failed")
      }
    }
  }

  private func json(_ input: String, _ output: String?) -> JSON {
    let paths: [JSON.Member] = [.init("input", .string(input)), .init("output", JSON(output))]
    switch self {
    case .done(let summary, let warnings):
      guard case .object(let members) = summary.json(warnings) else { return nil }
      return .object(
        paths + [.init("status", "done"), .init("exit", 0), .init("message", "")]
          + members.filter { $0.key != "output" })
    case .skipped:
      return .object(
        paths + [
          .init("status", "skipped"), .init("exit", 0), .init("message", "is there already"),
        ]
      )
    case .failed(let failure):
      return .object(
        paths + [
          .init("status", "failed"), .init("exit", .integer(Int(failure.status.rawValue))),
          .init("message", .string(failure.lines.joined(separator: "\n"))),
        ])
    }
  }
}
