import AudioFile
import Drawing
import Measurement
import Score
import Synthesis

/// Tells whether two sounds are the same, and where they differ.
enum Compare {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    try refuseIdleOptions(options)
    var warnings = Warnings()
    let (first, second) = try sides(options, &warnings)
    let rate = first.rate
    var comparison = Comparison(
      of: second.sound, with: first.sound, rate: rate, notes: first.notes,
      searchSeconds: searchSeconds(options), jobs: options.jobs ?? Cores.count)
    if let written = second.written { comparison.apply(first.notes, written, rate: rate) }
    let tolerance = options.comparing.tolerance
    let violations = comparison.violations(of: tolerance)
    let unchecked = comparison.unchecked(of: tolerance)
    // A profile limits what can be told; a limit that somebody asked for is missed.
    for limit in comparison.unchecked(of: options.comparing.asked) {
      warnings.add("there is nothing to check the limit of the \(limit) on", file: second.name)
    }
    try warnings.check(options)
    let files = first.files + second.files
    var isOutputTaken = false
    if options.comparing.difference != nil || options.comparing.picture != nil {
      let difference = comparison.difference()
      if let path = options.comparing.difference {
        isOutputTaken = try write(difference, rate: rate, inputs: files, to: path, options)
      }
      if let path = options.comparing.picture {
        try draw(first, second, difference, inputs: files, to: path, options)
      }
    }
    let answer =
      options.json
      ? [
        comparison.json(
          isWithin: violations.isEmpty, (first.name, second.name), unchecked, warnings.lines
        ).text
      ]
      : options.quiet
        ? []
        : comparison.lines(
          first.name, second.name, isNamed: options.inputs.count == 1, violations, unchecked)
    for line in answer { if isOutputTaken { Messages.say(line) } else { Messages.answer(line) } }
    return violations.isEmpty ? .done : .different
  }

  /// Options that would change nothing are mistakes.
  private static func refuseIdleOptions(_ options: Options) throws(Failure) {
    let comparing = options.comparing
    try options.refuse(["encoding"], without: "difference", comparing.difference != nil)
    try options.refuse(["size", "theme"], without: "picture", comparing.picture != nil)
    if !comparing.backends.isEmpty, options.given.contains("backend") {
      throw Failure(
        .usage, "--backends names both backends, and --backend a third", hint: "leave it out")
    }
    if !comparing.backends.isEmpty, options.inputs.count == 2 {
      throw Failure(
        .usage, "--backends renders one score in two ways, and there are two inputs",
        hint: "-b chooses the backend for scores among them")
    }
  }

  /// Two renders of one score begin together, give or take a synthesizer's grid of events (FluidSynth:
  /// 64 frames); a wider search would take a period of the music for a lag.
  private static func searchSeconds(_ options: Options) -> Double {
    options.inputs.count == 1 ? 0.003 : 1
  }

  /// A sound to be compared.
  struct Side {
    let name: String
    let sound: StereoBlock
    let rate: Int
    /// The score's notes, where it is known.
    var notes: [ExpectedNote] = []
    /// The notes of a second score, to be held against the first one's; nil unless both are scores.
    var written: [ExpectedNote]?
    /// The channels of a file of sound.
    var channels: Int?
    /// The files that it comes from.
    let files: [String]
  }

  /// Two files, or one score rendered in two ways.
  private static func sides(
    _ options: Options, _ warnings: inout Warnings
  ) throws(Failure) -> (Side, Side) {
    switch options.inputs.count {
    case 1: return try renders(of: options.inputs[0], options, &warnings)
    case 2:
      let subjects = try Subject.both(options.inputs[0], options.inputs[1])
      let options = try options.rendered(beside: subjects)
      var first = try side(subjects.0, options.inputs[0], options, &warnings)
      var second = try side(subjects.1, options.inputs[1], options, &warnings)
      if first.rate != second.rate {
        warnings.add(
          "\(second.rate) Hz against \(first.rate) Hz: it is resampled for the comparison",
          file: second.name)
        guard let sound = second.sound.resampled(from: second.rate, to: first.rate) else {
          throw Failure(.badInput, file: second.name, "\(second.rate) Hz cannot be resampled")
        }
        second = Side(
          name: second.name, sound: sound, rate: first.rate,
          notes: second.notes.map { $0.at(first.rate, from: second.rate) },
          channels: second.channels, files: second.files)
      }
      if case (.score, .score) = subjects {
        second.written = second.notes
      } else if first.notes.isEmpty {
        first.notes = second.notes
      }
      if let one = first.channels, let other = second.channels, one != other {
        warnings.add(
          "\(Text.count(other, "channel")) against \(one): one is compared with both",
          file: second.name)
      }
      if first.sound.frames != second.sound.frames {
        warnings.add(
          "\(Text.count(second.sound.frames, "frame")) against \(first.sound.frames)",
          file: second.name)
      }
      return (first, second)
    default:
      throw Failure(
        .usage, "compare wants two files, or one score with --backends or two -i",
        hint: "klavier compare a.wav b.wav")
    }
  }

  /// An audio file, or a score with the instrument of the options.
  private static func side(
    _ subject: Subject, _ path: String, _ options: Options, _ warnings: inout Warnings
  ) throws(Failure) -> Side {
    switch subject {
    case .audio(let sound, let rate, let channels):
      warnings.addOfSound(path, channels: channels, "compared")
      guard sound.isFinite else {
        throw Failure(.badInput, file: path, "it holds samples that are no numbers")
      }
      return Side(
        name: path, sound: sound, rate: rate, channels: min(channels, 2), files: [path])
    case .score:
      return try render(path, options, named: path, &warnings)
    }
  }

  /// One score, two backends or two instruments.
  private static func renders(
    of path: String, _ options: Options, _ warnings: inout Warnings
  ) throws(Failure) -> (Side, Side) {
    var ways = [options, options]
    if options.comparing.backends.count == 2 {
      for index in ways.indices { ways[index].backend = options.comparing.backends[index] }
    } else if options.instruments.count == 2 {
      if !options.instruments.contains(where: Instrument.isGrand) {
        try Instrument.refuseGrandOnly(options)
      }
      ways = options.instruments.map(options.playing)
    } else {
      throw Failure(
        .usage, "one score is compared by two backends or two instruments",
        hint: "klavier compare song.mid --backends native,fluidsynth -i font.sf2")
    }
    // Backends do not say what they play where nobody named an instrument.
    func name(_ way: Options) -> String? {
      options.comparing.backends.isEmpty ? way.instruments[0] : nil
    }
    return (
      try render(path, ways[0], named: name(ways[0]), &warnings),
      try render(path, ways[1], named: name(ways[1]), &warnings)
    )
  }

  private static func render(
    _ path: String, _ options: Options, named given: String?, _ warnings: inout Warnings
  ) throws(Failure) -> Side {
    let instrument = try Instrument(options, &warnings)
    let name = given ?? "\(options.backend.rawValue) (\(instrument.name))"
    let made = try MemoryRender(path, with: instrument, label: name, options, &warnings)
    return Side(
      name: name, sound: made.sound, rate: made.rate, notes: made.piece.expectedNotes,
      files: [path] + instrument.files)
  }

  /// Whether standard output was written to.
  private static func write(
    _ difference: StereoBlock, rate: Int, inputs: [String], to path: String, _ options: Options
  ) throws(Failure) -> Bool {
    var saving = options
    saving.output = path
    saving.rate = rate
    saving.encoding = options.encoding ?? (path.hasSuffix(".flac") ? .s24 : .f32)
    let target = try Target(for: path, saving)
    try target.refuseInputs(inputs)
    do throws(AudioFileError) {
      var writer = try AudioFileWriter(
        target.destination, format: target.format, dither: .none, seed: 0)
      try writer.write(difference)
      _ = try writer.finish()
    } catch { throw Failure(error) }
    return target.isStandardOutput
  }

  private static func draw(
    _ first: Side, _ second: Side, _ difference: StereoBlock, inputs: [String], to path: String,
    _ options: Options
  ) throws(Failure) {
    let seconds = Double(max(first.sound.frames, second.sound.frames)) / Double(first.rate)
    let picture = Picture(
      [
        .waveform(first.sound, rate: first.rate, name: first.name),
        .waveform(second.sound, rate: first.rate, name: second.name),
        .difference(difference, rate: first.rate),
        .spectrogram(difference, rate: first.rate),
      ], title: "\(second.name) against \(first.name)", size: options.picture.size,
      theme: options.picture.theme, range: 0...max(seconds, 0.001))
    try options.picture.save(picture, to: path, inputs: inputs)
  }
}

extension Options {
  /// How scores are rendered beside sounds: at the sound's rate where none was asked for.
  ///
  /// Of two sounds no option of a render means anything, nor a limit of notes.
  fileprivate func rendered(beside subjects: (Subject, Subject)) throws(Failure) -> Options {
    var options = self
    switch subjects {
    case (.audio, .audio):
      try refuseScoreOptions("both are sounds")
      let limits = comparing.limits.map(\.name).filter { ["max-pitch", "max-note"].contains($0) }
      if let limit = limits.first {
        throw Failure(
          .usage, "--\(limit) is about the notes of a score, and both are sounds",
          hint: "compare the score with the sound: klavier compare song.mid song.wav")
      }
    case (.audio(_, let rate, _), .score), (.score, .audio(_, let rate, _)):
      if self.rate == nil, 8000...192_000 ~= rate { options.rate = rate }
    case (.score, .score): break
    }
    return options
  }
}

extension Piece {
  /// The notes as a comparison looks for them, in the file's own time.
  var expectedNotes: [ExpectedNote] {
    var open: [Int32: Int] = [:]
    var notes: [ExpectedNote] = []
    var drums: Set<UInt16> = []
    var cents = [[Double]](repeating: [Double](repeating: 0, count: 128), count: channels)
    for timed in timeline.events {
      let frame = timed.frame - range.start
      switch timed.event {
      case .program(let channel, let program):
        if program.isPercussion { drums.insert(channel) } else { drums.remove(channel) }
      case .keyTuning(let channel, let key, let value):
        for index in cents.indices where channel.map({ Int($0) == index }) ?? true {
          cents[index][Int(key) & 127] = value
        }
      case .noteOn(let note):
        // What a drum plays has no partials at its key's pitch.
        if note.channel % 16 == 9 || drums.contains(note.channel) { continue }
        open[note.id] = notes.count
        let tuned = cents.indices.contains(Int(note.channel)) ? cents[Int(note.channel)] : []
        notes.append(
          ExpectedNote(
            onFrame: frame, offFrame: frame, key: note.key,
            cents: tuned.isEmpty ? 0 : tuned[Int(note.key) & 127]))
      case .noteOff(let note, _):
        if let index = open.removeValue(forKey: note.id) { notes[index].offFrame = frame }
      default: break
      }
    }
    return notes.filter { $0.onFrame >= 0 }
  }
}
