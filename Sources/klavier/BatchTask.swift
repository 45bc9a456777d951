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
  /// Two scores that would become one file, and a folder without scores, are errors.
  static func list(_ options: Options, into folder: String) throws(Failure) -> [BatchTask] {
    if options.inputs.isEmpty { throw Failure(.usage, "batch wants scores") }
    let ending = "." + (options.format ?? .wav).pathExtension
    var tasks: [BatchTask] = []
    for (path, place) in try BatchInputs.list(options.inputs) {
      let output = "\(folder)/\(place.isEmpty ? "" : place + "/")\(Target.stem(of: path))\(ending)"
      tasks.append(BatchTask(input: path, output: output))
    }
    try Failure.refuseShared(tasks.map { ($0.input, $0.output) }, hint: "rename one")
    guard let shard = options.shard else { return tasks }
    return tasks.enumerated().filter { $0.offset % shard.of == shard.number - 1 }.map(\.element)
  }

  /// Renders it, unless its file is there and no older than the score.
  func run(with instrument: Instrument, _ options: Options) -> Outcome {
    if !options.force, isUpToDate { return .skipped }
    do throws(Failure) {
      try Folders.make(Folders.of(output))
      var options = options
      options.output = output
      var warnings = Warnings()
      let target = try Target(for: input, options)
      let summary = try Render.render(input, to: target, with: instrument, options, &warnings)
      return .done(summary, warnings: warnings.lines)
    } catch {
      return .failed(error)
    }
  }

  private var isUpToDate: Bool {
    var (old, new) = (stat(), stat())
    guard unsafe stat(output, &new) == 0, new.st_mode & S_IFMT == S_IFREG,
      unsafe stat(input, &old) == 0
    else { return false }
    return (new.st_mtim.tv_sec, new.st_mtim.tv_nsec) >= (old.st_mtim.tv_sec, old.st_mtim.tv_nsec)
  }
}

extension BatchTask.Outcome {
  /// Says how a task ended.
  func tell(_ task: BatchTask, _ options: Options) {
    if case .failed(let failure) = self { for line in failure.lines { Messages.say(line) } }
    if options.json {
      Messages.answer(json(task).text)
    } else if !options.quiet {
      switch self {
      case .done(let summary, _): Messages.say(summary.line)
      case .skipped: Messages.say("\(task.output): is there already")
      case .failed: Messages.say("\(task.output): failed")
      }
    }
  }

  private func json(_ task: BatchTask) -> JSON {
    let paths: [JSON.Member] = [
      .init("input", .string(task.input)), .init("output", .string(task.output)),
    ]
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
