import AudioFile
import Synthesis

/// What a run does and how long each part of it takes, told on standard error with --verbose.
struct Account {
  private let isWanted: Bool
  private var last = Clock.now

  /// An account that begins now.
  init(_ options: Options) { isWanted = options.verbose }

  /// Tells what has been done since the last time.
  mutating func done(_ what: @autoclosure () -> String) {
    let now = Clock.now
    if isWanted {
      Progress.clearLine()
      Messages.say("  \(Text.fixed(now - last, decimals: 3)) s  \(what())")
    }
    last = now
  }

  /// The choices that were made before anything was done.
  func choices(_ options: Options) {
    guard isWanted else { return }
    var text = "klavier \(Version.number): backend \(options.backend.rawValue)"
    text += ", \(Text.count(options.jobs ?? Cores.count, "job")), seed \(options.seed)"
    if options.backend == .fluidsynth || !options.instruments.isEmpty {
      text += ", interpolation \((options.interpolation ?? .cubic).rawValue)"
    }
    Messages.say(text)
  }
}

extension Account {
  mutating func haveInstrument(_ instrument: Instrument) {
    done("instrument ready: \(instrument.name)")
  }

  mutating func haveRead(_ piece: Piece) {
    let rate = piece.timeline.rate
    let seconds = Double(piece.timeline.endFrame) / Double(rate)
    done(
      "score read: \(piece.name), \(Text.count(piece.notes, "note")), "
        + "\(Text.count(piece.timeline.events.count, "event")) for the instrument, "
        + "\(Text.count(piece.channels, "channel")), \(Text.duration(seconds: seconds)) at \(rate) Hz"
    )
  }

  mutating func havePlayed(_ frames: Int, blockFrames: Int, voicesPeak: Int) {
    done(
      "played: \(Text.count(frames, "frame")) in blocks of \(blockFrames), "
        + "\(Text.count(voicesPeak, "voice")) at once at most")
  }

  mutating func haveFinished(_ target: Target, _ written: AudioFileWriter.Summary) {
    done(
      "written: \(target.destination.name), \(Text.count(written.frames, "frame")), "
        + "\(target.format.text), dither \(target.dither.rawValue)")
  }
}
