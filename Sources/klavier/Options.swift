import AudioFile
import Score
import Synthesis

/// What the user asked for, with the defaults where nothing was said.
///
/// Parsing only fills this in; nothing is opened or looked up before all options are known.
struct Options: Sendable {
  /// The arguments that are no options: inputs, and the output of `convert`.
  var inputs: [String] = []
  /// The long names of the options that stood there, in their order.
  var given: [String] = []
  /// Whether `--help` stood there.
  var help = false
  /// Whether `--version` stood there.
  var version = false

  // Input.
  /// The form of the inputs, if not by their content.
  var inputFormat: Score.Kind?
  /// The tune of an ABC file by its number; all where it is nil.
  var tune: Int?
  /// Whether the guitar chords of ABC are accompanied.
  var chords = false

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
  /// Texts to be written beside the sound.
  var tags: [Tag: String] = [:]
  /// How hard a codec tries, or how good it sounds, 0…1.
  var quality: Double?
  /// Whether a pipe gets its bytes at once, with sizes that say "unknown".
  var streams = false
  /// Whether an existing file may be replaced without `-o`.
  var force = false

  // Sound.
  /// Who renders.
  var backend = Backend.native
  /// `grand` or paths of SoundFonts, the later ones on top.
  var instruments: [String] = []
  /// How samples are read between their points, if said.
  var interpolation: Interpolation?
  /// Voices at most.
  var polyphony: Int?
  /// The share that every note sends to a room, 0…1.
  var reverb = 0.0
  /// The share that every note sends to a chorus, 0…1.
  var chorus = 0.0
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
  /// How much a bare score is made a performance, 0 not at all.
  var humanize = 0.0
  /// How often the range is played.
  var times = 1
  /// Semitones added.
  var transpose = 0
  /// The frequency of A4 in Hz, if said.
  var a4: Double?
  /// The scale and the keyboard mapping to be tuned to, by their paths.
  var temperament: (scale: String, keyboard: String?)?
  /// Velocities become 127 · (velocity / 127) ^ this.
  var velocityPower = 1.0
  /// Whether the grand is as loud as General MIDI recommends, 40·log10 of the velocity.
  var followsGMVelocity = false
  /// How far the grand's octaves are stretched, if said: 0 not, 1 as tuners do.
  var stretch: Double?
  /// How loud the grand's mechanism is, if said: 0 silent, 1 as measured.
  var noise: Double?
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
  /// What is done to the level of the finished sound.
  var level = LevelPlan()
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

  // Beside the audio.
  /// The folder for a file a track, if wanted.
  var stems: String?
  /// The file for every note with its samples, if wanted.
  var labels: String?
  /// The file for the words, if wanted.
  var lyrics: String?

  // Many scores, other forms.
  /// The folder that a batch writes into.
  var outFolder: String?
  /// The part of a batch to be made: every `of`th, beginning with `number`.
  var shard: (number: Int, of: Int)?
  /// The form that `convert` writes, if not by the output's name.
  var form: Convert.Form?

  // Messages.
  /// Whether more than usual is told.
  var verbose = false
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
