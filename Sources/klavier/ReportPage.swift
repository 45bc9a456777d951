import AudioFile
import Drawing
import Glibc
import Measurement
import Score
import SoundFont
import Synthesis

/// Makes the page to listen, look and compare.
enum ReportPage {
  static func run(_ options: Options) throws(Failure) -> ExitStatus {
    guard options.inputs.count == 1, let path = options.inputs.first else {
      throw Failure(
        .usage, "report wants one score", hint: "klavier report song.mid -o song.html")
    }
    guard let output = options.output else {
      throw Failure(.usage, "report wants an output", hint: "-o song.html")
    }
    if let input = inputThatIsOutput(output, inputs: [path] + options.instruments) {
      throw Failure(AudioFileError.outputIsInput(path: output, input: input))
    }
    var warnings = Warnings()
    let page = try page(of: path, options, &warnings).html()
    try warnings.check(options)
    do throws(AudioFileError) {
      try writeWholeFile(Array(page.utf8), to: .path(output))
    } catch { throw Failure(error) }
    return .done
  }

  /// One way to render: the options with one instrument, and what a listener calls it.
  private struct Way {
    let name: String
    let options: Options
    let instrument: Instrument
  }

  private static func page(
    of path: String, _ options: Options, _ warnings: inout Warnings
  ) throws(Failure) -> Report {
    let ways = try ways(options, &warnings)
    let rate = options.rate ?? 48_000  // Opus's own rate
    var renders: [Report.Render] = []
    var sounds: [StereoBlock] = []
    var piece: Piece?
    for way in ways {
      let made = try Piece(path, rate: rate, for: way.instrument, way.options, &warnings)
      let stems = try stems(of: made, way, &warnings)
      var mix = StereoBlock(frames: 0)
      var files: [Report.Stem] = []
      for stem in stems {
        mix.extend(frames: stem.sound.frames)
        mix.add(stem.sound)
        files.append(
          Report.Stem(voice: stem.track, audio: try Encoded.audio(stem.sound, rate: rate)))
      }
      renders.append(Report.Render(name: way.name, stems: files))
      sounds.append(mix)
      piece = piece ?? made
    }
    guard let piece else { throw Failure(.usage, "report wants an instrument") }
    let performance = Performance(piece.score, options: options.performance)
    let roll = Roll(performance, piece.score)
    let frames = sounds.map(\.frames).max() ?? 0
    let seconds = max(roll.end, Double(frames) / Double(rate), 0.1)
    let comparison =
      sounds.count > 1
      ? Comparison(
        of: sounds[1], with: sounds[0], rate: rate, notes: piece.expectedNotes,
        searchSeconds: 0.003) : nil
    return Report(
      title: piece.score.title ?? Target.stem(of: path),
      subtitle:
        "\(Text.count(roll.notes.count, "note")), \(Text.duration(seconds: seconds)), "
        + ways.map(\.name).joined(separator: " and "),
      renders: renders, roll: roll, seconds: seconds,
      spectrogram: try spectrogram(sounds[0], rate: rate, seconds: seconds),
      comparison: comparison, keys: try keys(ways[0], rate: rate))
  }

  /// The instruments of `-i` one by one, or the backends of `--backends`.
  private static func ways(
    _ options: Options, _ warnings: inout Warnings
  ) throws(Failure) -> [Way] {
    var all: [Way] = []
    if options.comparing.backends.count == 2 {
      for backend in options.comparing.backends {
        var one = options
        one.backend = backend
        all.append(
          Way(name: backend.rawValue, options: one, instrument: try Instrument(one, &warnings)))
      }
      return all
    }
    for name in options.instruments.isEmpty ? ["grand"] : options.instruments {
      var one = options
      one.instruments = [name]
      all.append(
        Way(name: Target.stem(of: name), options: one, instrument: try Instrument(one, &warnings)))
    }
    return all
  }

  /// The sound of each track that has notes; a piece of one such track is a single stem.
  private static func stems(
    of piece: Piece, _ way: Way, _ warnings: inout Warnings
  ) throws(Failure) -> [(track: Int, sound: StereoBlock)] {
    let tracks = Set(
      piece.timeline.events.compactMap { timed -> Int? in
        if case .noteOn(let note) = timed.event { Int(note.track) } else { nil }
      }
    ).sorted()
    var stems: [(track: Int, sound: StereoBlock)] = []
    for track in tracks.prefix(16) {
      // The last one takes the rest, so that nothing is lost from a piece of very many tracks.
      let isLast = tracks.count > 16 && track == tracks[15]
      let only = piece.with { isLast ? Int($0.track) >= track : Int($0.track) == track }
      stems.append(
        (
          track,
          try MemoryRender.render(
            only, with: way.instrument, label: "\(way.name), track \(track + 1)", way.options,
            &warnings)
        ))
    }
    return stems
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

  /// The first instrument's notes in fourths over the keyboard, five seconds each.
  private static func keys(_ way: Way, rate: Int) throws(Failure) -> [Report.KeySample] {
    var samples: [Report.KeySample] = []
    for key in stride(from: 24, through: 108, by: 6) {
      var player = try way.instrument.player(rate: rate, channels: 16, way.options)
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

extension Piece {
  /// The same with only some of the notes; all other events stay, since pedals are everybody's.
  func with(_ isKept: (Note) -> Bool) -> Piece {
    var other = self
    other.timeline = Timeline(
      rate: timeline.rate,
      events: timeline.events.filter { timed in
        switch timed.event {
        case .noteOn(let note), .noteOff(let note, _): isKept(note)
        default: true
        }
      }, endFrame: timeline.endFrame)
    return other
  }
}
