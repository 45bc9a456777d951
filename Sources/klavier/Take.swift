import AudioFile
import Score
import Synthesis

/// A piece played to its end: all is written, but nothing stands in its place before `finish()`.
struct Take: ~Copyable {
  private let writer: AudioFileWriter
  private let stems: StemFiles?
  /// The frame of the piece with which the file begins.
  let start: Int
  /// What was measured on the way.
  let measures: FileSink.Measures
  /// What the player and the format have to say.
  let warnings: [String]
  /// The most voices at once.
  let voicesPeak: Int
  /// The voices that a limit cut short.
  let voicesStolen: Int

  /// Plain values only: with the player itself as an argument Swift 6.3.1 crashes when optimising.
  private init(
    _ writer: consuming AudioFileWriter, _ stems: StemFiles?, start: Int,
    _ measures: FileSink.Measures, _ warnings: [String], voicesPeak: Int, voicesStolen: Int
  ) {
    self.writer = writer
    self.stems = stems
    self.start = start
    self.measures = measures
    self.warnings = warnings
    self.voicesPeak = voicesPeak
    self.voicesStolen = voicesStolen
  }

  /// Plays a piece into the files that the options ask for.
  static func of(
    _ piece: Piece, to target: Target, with instrument: Instrument, _ options: Options,
    inputs: [String], _ account: inout Account
  ) throws(Failure) -> Take {
    let gain = Float(ExactMath.gain(decibels: options.gainDecibels))
    var parts: [StemPart] = []
    if options.stems != nil {
      for track in piece.heardTracks {
        parts.append(StemPart(track: track, player: try instrument.player(for: piece, options)))
      }
    }
    let writing = AudioFileWriter.Options(piece, target, options)
    let stems: StemFiles? =
      if let folder = options.stems {
        try StemFiles(
          parts, of: piece.score, folder: folder, name: target.stemName(piece), target: target,
          writing, options.level, gain: gain, inputs: inputs)
      } else { nil }
    var player =
      options.stems == nil
      ? try instrument.player(for: piece, options) : .stems(StemPlayers(parts))
    var sink = try Failure.of { () throws(AudioFileError) in
      try OutputSink.to(
        target, piece, writing, options.level, stems: stems,
        overlaps: (options.jobs ?? Cores.count) > 1)
    }
    let rate = target.format.rate
    var progress = Progress(
      Target.stem(of: piece.path), total: piece.range.playedFrames(of: piece.timeline), rate: rate,
      options)
    defer { Progress.clearLine() }
    do throws(AudioFileError) {
      let renderer = Renderer(tail: piece.range.tail, gain: gain)
      let played = try renderer.render(
        piece.timeline, with: &player, to: &sink
      ) { frames in
        progress.update(frames)
        return true
      }
      let start = sink.start
      let warnings = player.warnings + sink.warnings
      let (voicesPeak, voicesStolen) = (player.voicesPeak, player.voicesStolen)
      account.havePlayed(
        played.frames, blockFrames: renderer.blockFrames, voicesPeak: voicesPeak)
      var measures = FileSink.Measures()
      let writer = try sink.settle(&measures)
      return Take(
        writer, stems, start: start, measures, warnings + (stems?.remarks ?? []),
        voicesPeak: voicesPeak,
        voicesStolen: voicesStolen)
    } catch {
      throw Failure(error)
    }
  }

  /// What was written.
  var written: AudioFileWriter.Summary { writer.written }

  /// Puts all files in their places.
  consuming func finish() throws(Failure) -> AudioFileWriter.Summary {
    do throws(AudioFileError) {
      try stems?.finish()
      return try writer.finish()
    } catch {
      throw Failure(error)
    }
  }
}

extension Piece {
  /// The tracks with notes that are heard, by their index.
  var heardTracks: [Int] {
    var tracks: Set<Int> = []
    for event in timeline.events {
      if case .noteOn(let note) = event.event { tracks.insert(Int(note.track)) }
    }
    return tracks.sorted()
  }
}

extension Target {
  /// What the names of stems begin with.
  fileprivate func stemName(_ piece: Piece) -> String {
    Self.stem(of: path == "-" ? piece.path : path)
  }
}
