import AudioFile
import Drawing
import Measurement
import Score
import Synthesis

/// Makes the page to listen, look and compare.
enum ReportPage {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    guard !options.inputs.isEmpty else {
      throw Failure(
        .usage, "report wants a score, sounds, or both",
        hint: "klavier report song.mid -o song.html")
    }
    guard let output = options.output else {
      throw Failure(.usage, "report wants an output", hint: "-o song.html")
    }
    if let input = inputThatIsOutput(output, inputs: options.inputs + options.instruments) {
      throw Failure(AudioFileError.outputIsInput(path: output, input: input))
    }
    try Failure.needLoudness()
    var warnings = Warnings()
    let page = try page(options, &warnings).html()
    try warnings.check(options)
    do throws(AudioFileError) {
      try writeWholeFile(Array(page.utf8), to: Destination(argument: output))
    } catch { throw Failure(error) }
    return .done
  }

  private static func page(
    _ options: Options, _ warnings: inout Warnings
  ) throws(Failure) -> Report {
    let rate = options.rate ?? 48_000  // Opus's own rate
    let (scores, sounds) = try sorted(options.inputs, rate: rate, &warnings)
    guard scores.count <= 1 else {
      throw Failure(
        .usage, "\(scores[0]) and \(scores[1]) are two scores; a page has one",
        hint: "render one of them to a file and give that")
    }
    if scores.isEmpty { try options.refuseScoreOptions("all inputs are sounds", but: ["rate"]) }
    var heard: [HeardRender] = []
    var piece: Piece?
    var roll = Roll.empty
    for way in scores.isEmpty ? [] : try ways(options, &warnings) {
      let made = try Piece(scores[0], rate: rate, for: way.instrument, way.options, &warnings)
      heard.append(try HeardRender(of: made, way, &warnings))
      piece = piece ?? made
    }
    // Renders of one score begin together; a file may begin anywhere.
    let searchSeconds = heard.count > 1 ? 0.003 : 1
    heard += sounds
    if let piece {
      roll = Roll(Performance(piece.score, options: options.performance), piece.score)
    }
    let frames = heard.map(\.mix.frames).max() ?? 0
    let seconds = max(roll.end, Double(frames) / Double(rate), 0.1)
    let comparison =
      heard.count > 1
      ? Comparison(
        of: heard[1].mix, with: heard[0].mix, rate: rate, notes: piece?.expectedNotes ?? [],
        searchSeconds: searchSeconds, jobs: options.jobs ?? Cores.count) : nil
    let names = heard.map(\.name).joined(separator: ", ")
    let parts =
      (roll.notes.isEmpty ? [] : [Text.count(roll.notes.count, "note")])
      + [Text.duration(seconds: seconds), names]
    let loudness = heard.map { LoudnessMeter.loudness(of: $0.mix, rate: rate) }
    return Report(
      title: piece.map { $0.score.title ?? Target.stem(of: scores[0]).withStrayBytesTold }
        ?? names,
      subtitle: parts.joined(separator: ", "),
      renders: zip(heard, loudness).map { render, level in
        Report.Render(
          name: render.name, stems: render.stems,
          matchDecibels: level.flatMap { own in loudness[0].map { $0 - own } } ?? 0)
      },
      roll: roll, seconds: seconds,
      spectrogram: try spectrogram(heard[0].mix, rate: rate, seconds: seconds),
      comparison: comparison, keys: try keys(options, rate: rate, &warnings))
  }

  /// The scores among the inputs, and the sounds, at the page's rate.
  private static func sorted(
    _ inputs: [String], rate: Int, _ warnings: inout Warnings
  ) throws(Failure) -> (scores: [String], sounds: [HeardRender]) {
    var scores: [String] = []
    var sounds: [HeardRender] = []
    for path in inputs {
      switch try Subject(path) {
      case .score: scores.append(path)
      case .audio(let sound, let own, let channels):
        warnings.addOfSound(path, channels: channels, "played")
        guard sound.isFinite else {
          throw Failure(.badInput, file: path, "it holds samples that are no numbers")
        }
        guard let resampled = sound.resampled(from: own, to: rate) else {
          throw Failure(.badInput, file: path, "\(own) Hz cannot be resampled to \(rate) Hz")
        }
        sounds.append(try HeardRender(file: path, resampled, rate: rate))
      }
    }
    return (scores, sounds)
  }

  /// The instruments of `-i` one by one, or the backends of `--backends`.
  private static func ways(
    _ options: Options, _ warnings: inout Warnings
  ) throws(Failure) -> [HeardRender.Way] {
    var all: [HeardRender.Way] = []
    if options.comparing.backends.count == 2 {
      for backend in options.comparing.backends {
        var one = options
        one.backend = backend
        let instrument = try Instrument(one, &warnings)
        let played = Target.stem(of: instrument.name).withStrayBytesTold
        all.append(
          .init(
            name: "\(backend.rawValue) (\(played))", options: one, instrument: instrument))
      }
      return all
    }
    if options.instruments.isEmpty {
      let instrument = try Instrument(options, &warnings)
      return [
        .init(
          name: Target.stem(of: instrument.name).withStrayBytesTold, options: options,
          instrument: instrument)
      ]
    }
    for name in options.instruments {
      let one = options.playing(name)
      all.append(
        .init(
          name: Target.stem(of: name).withStrayBytesTold, options: one,
          instrument: try Instrument(one, &warnings))
      )
    }
    return all
  }

  /// The spectrogram alone, without axes, for the page to lay a cursor over.
  private static func spectrogram(
    _ sound: StereoBlock, rate: Int, seconds: Double
  ) throws(Failure) -> [UInt8] {
    do throws(DrawingError) {
      return try Picture.spectrogram(
        of: sound, rate: rate, size: (1100, 224), range: 0...seconds)
    } catch {
      throw Failure(.noInstrument, error.description)
    }
  }

  /// The grand's notes in tritones over the keyboard, three to five seconds each.
  private static func keys(
    _ options: Options, rate: Int, _ warnings: inout Warnings
  ) throws(Failure) -> [Report.KeySample] {
    var plain = options
    plain.backend = .native
    plain.instruments = plain.instruments.filter(Instrument.isGrand).suffix(1)
    (plain.preset, plain.polyphony, plain.interpolation) = (nil, nil, nil)
    let grand = try Instrument(plain, &warnings)
    var samples: [Report.KeySample] = []
    for key in stride(from: 24, through: 108, by: 6) {
      var player = try grand.player(rate: rate, channels: 16, plain)
      var sink = MemorySink()
      let note = Note(id: 0, key: UInt8(key), velocity: 90)
      let length = key < 72 ? 5 * rate : 3 * rate
      let timeline = Timeline(
        rate: rate, events: [TimedEvent(frame: 0, event: .noteOn(note))], endFrame: length)
      _ = Renderer(tail: .none).render(timeline, with: &player, to: &sink)
      var sound = sink.sound
      sound.fadeOut(frames: rate / 2)
      samples.append(Report.KeySample(key: key, audio: try Encoded.audio(sound, rate: rate)))
    }
    return samples
  }
}
