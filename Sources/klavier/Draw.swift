import AudioFile
import Drawing
import Score
import Synthesis

/// Draws a score or a sound.
enum Draw {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    guard options.inputs.count == 1, let path = options.inputs.first else {
      throw Failure(
        .usage, "draw wants one score or audio file", hint: "klavier draw song.mid -o song.svg")
    }
    guard let output = options.output else {
      throw Failure(.usage, "draw wants an output", hint: "-o song.svg, .png or .pdf")
    }
    _ = try options.picture.format(of: output)
    var warnings = Warnings()
    let picture = try picture(of: path, options, &warnings)
    try warnings.check(options)
    try options.picture.save(picture, to: output, inputs: options.inputs + options.instruments)
    return .done
  }

  private static func picture(
    of path: String, _ options: Options, _ warnings: inout Warnings
  ) throws(Failure) -> Picture {
    switch try Subject(path) {
    case .audio(let sound, let rate, let channels):
      warnings.addOfSound(path, channels: channels, "drawn")
      try options.refuseScoreOptions("\(path) is a sound")
      return try picture(of: sound, rate, path, options)
    case .score: return try picture(ofScore: path, options, &warnings)
    }
  }

  private static func picture(
    of sound: StereoBlock, _ rate: Int, _ path: String, _ options: Options
  ) throws(Failure) -> Picture {
    guard !options.picture.lanes.contains(.roll) else {
      throw Failure(.usage, "an audio file has no piano roll", hint: "--lanes waveform,spectrogram")
    }
    guard sound.isFinite else {
      throw Failure(.badInput, file: path, "it holds samples that are no numbers")
    }
    let lanes = options.picture.lanes.isEmpty ? [.waveform, .spectrogram] : options.picture.lanes
    let all = 0...max(0.001, Double(sound.frames) / Double(rate))
    var range = all
    if let wanted = options.picture.range {
      guard case .seconds(let from) = wanted.from, case .seconds(let to) = wanted.to else {
        throw Failure(.usage, "an audio file has no bars", hint: "--range in seconds")
      }
      range = try Self.range(from.double, to.double)
    }
    return Picture(
      lanes.map { lane($0, sound, rate, nil) }.compactMap { $0 }, title: path,
      size: options.picture.size, theme: options.picture.theme, range: range)
  }

  private static func picture(
    ofScore path: String, _ options: Options, _ warnings: inout Warnings
  ) throws(Failure) -> Picture {
    let lanes = options.picture.lanes.isEmpty ? PictureOptions.Lane.allCases : options.picture.lanes
    let score: Score
    var sound = StereoBlock(frames: 0)
    let rate = options.rate ?? 44_100
    if lanes == [.roll] {
      let input = try Input(path, options)
      score = input.score.changed(by: options).score
      warnings.add(score.warnings, file: input.name)
    } else {
      let made = try MemoryRender(
        path, with: try Instrument(options, &warnings), label: path, options, &warnings)
      score = made.piece.score
      sound = made.sound
    }
    let performance = Performance(score, options: options.performance)
    let roll = Roll(performance, score)
    var range = 0...max(roll.end, Double(sound.frames) / Double(rate), 0.001)
    if let wanted = options.picture.range {
      func seconds(_ point: TimePoint) -> Double {
        Double(point.frame(in: score, performance.tempoMap, rate: 1000)) / 1000
      }
      range = try Self.range(seconds(wanted.from), seconds(wanted.to))
    }
    return Picture(
      lanes.compactMap { lane($0, sound, rate, roll) }, title: score.title ?? path,
      size: options.picture.size, theme: options.picture.theme, range: range)
  }

  private static func lane(
    _ lane: PictureOptions.Lane, _ sound: StereoBlock, _ rate: Int, _ roll: Roll?
  ) -> Picture.Lane? {
    switch lane {
    case .roll: roll.map(Picture.Lane.roll)
    case .waveform: .waveform(sound, rate: rate, name: "")
    case .spectrogram: .spectrogram(sound, rate: rate)
    }
  }

  private static func range(_ from: Double, _ to: Double) throws(Failure) -> ClosedRange<Double> {
    guard to > from else { throw Failure(.usage, "the range ends before it begins") }
    return from...to
  }
}

extension Roll {
  /// The roll of a score's performance, with its bars and the names of its tracks.
  init(_ performance: Performance, _ score: Score) {
    let meters = MeterMap(score)
    let map = performance.tempoMap
    var bars: [Double] = []
    // More bars than a picture can show are of no use.
    for bar in 1...20_000 {
      guard let tick = meters.tick(bar: bar), tick.rounded <= Int128(performance.endTick) else {
        break
      }
      bars.append(map.seconds(at: Int64(clamping: tick.rounded)).double)
    }
    let names = score.tracks.enumerated().map { $0.element.name ?? "track \($0.offset + 1)" }
    self.init(performance, voices: names, barSeconds: bars)
  }
}
