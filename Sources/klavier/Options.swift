import AudioFile
import Score
import Synthesis

/// What the user asked for, with the defaults where nothing was said.
///
/// Parsing only fills this in; nothing is opened or looked up before all options are known.
struct Options: Sendable {
  /// The arguments that are no options: inputs, and the output of `convert`.
  var inputs: [String] = []
  /// Whether `--help` stood there.
  var help = false
  /// Whether `--version` stood there.
  var version = false

  // Input.
  /// The form of the inputs, if not by their content.
  var inputFormat: Score.Kind?

  // Output.
  /// The file to write; `-` is standard output.
  var output: String?
  /// The file format, if not by the output's name.
  var format: Container?
  /// The encoding, if not the format's usual one.
  var encoding: Encoding?
  /// Samples a second, if said.
  var rate: Int?
  /// 1 or 2.
  var channels = 2
  /// Whether an existing file may be replaced without `-o`.
  var force = false

  // Sound.
  /// Who renders.
  var backend = Backend.native
  /// `grand` or paths of SoundFonts, the later ones on top.
  var instruments: [String] = []
  /// How samples are read between their points.
  var interpolation = Interpolation.cubic
  /// Voices at most.
  var polyphony: Int?
  /// Threads, if not one a core.
  var jobs: Int?
  /// What everything random grows from.
  var seed: UInt64 = 0
  /// Whether channel 10 is played, if said.
  var percussion: Bool?

  /// What everything is played with, whatever the score says.
  var preset: Program?

  // Playing.
  /// How note-offs find their notes, and what else a listener may choose about the meaning of a score.
  var performance = Performance.Options()
  /// How much faster than written.
  var tempo = Rational.one
  /// Semitones added.
  var transpose = 0
  /// The frequency of A4 in Hz, if said.
  var a4: Double?
  /// The scale and the keyboard mapping to be tuned to, by their paths.
  var temperament: (scale: String, keyboard: String?)?
  /// Velocities become 127 · (velocity / 127) ^ this.
  var velocityPower = 1.0
  /// Whether the sustain pedal works by degrees.
  var halfPedal = true
  /// The only tracks heard.
  var tracks: TrackList?
  /// Of them, the tracks heard alone.
  var solo: TrackList?
  /// Tracks not heard.
  var mute: TrackList?

  // Level.
  /// Decibels added to everything.
  var gainDecibels = 0.0
  /// The dither, if not the encoding's usual one.
  var dither: Dither?

  // Begin and end.
  /// Where the file begins, if not at the start.
  var start: TimePoint?
  /// Where it is cut, if anywhere.
  var end: TimePoint?
  /// Where the file ends, if said: by itself, or at once where it is cut.
  var tail: Tail?
  /// Whether silence before the first sound is left out.
  var trimStart = false

  /// What `compare` is asked for.
  var comparing = CompareOptions()
  /// How pictures are to look.
  var picture = PictureOptions()

  // Messages.
  /// Whether the answer is JSON.
  var json = false
  /// Whether only errors and warnings are said.
  var quiet = false
  /// When a bar shows the progress.
  var progress = ProgressRule.auto
  /// Whether a warning is as bad as an error.
  var warningsAreErrors = false
  /// Whether the SHA-256 of the samples is told.
  var checksum = false
}

extension Options {
  /// Who renders.
  enum Backend: String, CaseIterable, Sendable {
    case native, fluidsynth
  }

  /// How samples are read between their points.
  enum Interpolation: String, CaseIterable, Sendable {
    case linear, cubic, sinc

    /// The samples that FluidSynth reads for it.
    var fluidOrder: Int {
      switch self {
      case .linear: 1
      case .cubic: 4
      case .sinc: 7
      }
    }
  }

  /// Where the file ends.
  enum Tail: Sendable, Hashable {
    case auto, none
    case seconds(Double)
  }

  /// When a progress bar is shown.
  enum ProgressRule: String, CaseIterable, Sendable {
    case auto, always, never
  }

  /// What `--warnings` takes.
  enum WarningRule: String, CaseIterable, Sendable {
    case tell, error
  }
}

extension Encoding {
  /// Those that can be chosen; codecs have their own.
  static let pcm: [Encoding] = [.s16, .s24, .s32, .f32, .f64]
}
