import AudioFile
import Dispatch
import Glibc
import Score
import Synchronization

/// Renders many scores into a folder; what is there already is not made again.
enum Batch {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    guard let folder = options.outFolder else {
      throw Failure(.usage, "batch wants a folder for its outputs", hint: "--out-dir DIR")
    }
    if options.level.isMeasured { try Failure.needLoudness() }
    if options.inputs.isEmpty { throw Failure(.usage, "batch wants scores") }
    let options = try withEndings(options)
    let inputs = BatchInputs(options.inputs)
    if inputs.scores.isEmpty, let first = inputs.unread.first { throw first.failure }
    let tasks = try BatchTask.list(inputs.scores, options, into: folder)
    try Folders.make(folder)
    var warnings = Warnings()
    let instrument = try Instrument(options, &warnings)
    let began = Clock.now
    // Of several shards the first tells them, so that the counts add up.
    let unread = options.shard?.number ?? 1 == 1 ? inputs.unread : []
    let progress = Mutex(BatchProgress(total: tasks.count + unread.count, options))
    for (path, failure) in unread {
      progress.withLock { $0.add(.failed(failure), path, to: nil, options) }
    }
    // Scores side by side keep all cores at work better than the voices of one score.
    let workers = min(options.jobs ?? Cores.count, max(1, tasks.count))
    var each = options
    each.jobs = max(1, (options.jobs ?? Cores.count) / workers)
    each.progress = .never
    let single = each
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        if index >= tasks.count { return }
        let task = tasks[index]
        let outcome = task.run(with: instrument, single)
        progress.withLock { $0.add(outcome, task.input, to: task.output, options) }
      }
    }
    let result = progress.withLock { $0.counts }
    result.tell(seconds: Clock.now - began, options)
    return result.failed > 0 ? .different : .done
  }

  private static func withEndings(_ options: Options) throws(Failure) -> Options {
    var options = options
    options.labels = try ending(options.labels, Labels.Form.self, "--labels")
    options.lyrics = try ending(options.lyrics, Lyrics.Form.self, "--lyrics")
    return options
  }

  /// The ending of the files beside the sounds, which have the sounds' names.
  private static func ending<Form: RawRepresentable & CaseIterable>(
    _ value: String?, _ type: Form.Type, _ option: String
  ) throws(Failure) -> String? where Form.RawValue == String {
    guard let value else { return nil }
    let name = value.hasPrefix(".") ? String(value.dropFirst()) : value
    if Form(rawValue: name) != nil { return name }
    let forms = Form.allCases.map(\.rawValue).joined(separator: ", ")
    throw Failure(
      .usage, "\(option) of a batch wants the ending alone, one of \(forms), not \(value)",
      hint: "each file is named like the sound beside it")
  }

  /// How many ended how.
  struct Counts: Sendable {
    var done = 0
    var skipped = 0
    var failed = 0
    var audioSeconds = 0.0

    /// How many have ended.
    var all: Int { done + skipped + failed }

    mutating func add(_ outcome: BatchTask.Outcome) {
      switch outcome {
      case .done(let summary, _):
        done += 1
        audioSeconds += summary.seconds
      case .skipped: skipped += 1
      case .failed: failed += 1
      }
    }

    func tell(seconds: Double, _ options: Options) {
      if options.json {
        let json: JSON = [
          "done": .integer(done), "skipped": .integer(skipped), "failed": .integer(failed),
          "seconds": .number(audioSeconds), "renderSeconds": .number(seconds),
        ]
        Messages.answer(json.text)
      } else if !options.quiet {
        Messages.say(
          "\(done) done, \(skipped) skipped\(skipped > 0 ? " (--force makes them anew)" : ""), \(failed) failed; \(Text.duration(seconds: audioSeconds))"
            + " of sound in \(Text.duration(seconds: seconds))")
      }
    }
  }
}
