import Score
import Synthesis

/// What is changed between the score and the instrument: which notes are played, and how.
struct Playing: Sendable {
  /// Semitones added to every note that is not percussion.
  var transpose = 0
  /// Velocities become 127 · (velocity / 127) ^ this.
  var velocityPower = 1.0
  /// Whether the sustain pedal works by degrees.
  var halfPedal = true
  /// Whether drum channels are played.
  var percussion = true
  /// What everything is played with, whatever the score says.
  var preset: Program?
  /// How far each key is from equal temperament at 440 Hz.
  var tuning: Tuning?
  /// Tracks that are heard, by their index; all where nil.
  var tracks: Set<Int>?

  /// What the options ask for, of a score and for an instrument; tunings are read from their files.
  init(_ options: Options, _ score: Score, isPiano: Bool) throws(Failure) {
    transpose = options.transpose
    velocityPower = options.velocityPower
    halfPedal = options.halfPedal
    percussion = options.percussion ?? !isPiano
    preset = options.preset
    tuning = try Tuning(options)
    // What the options say of the frequency of A4 holds in place of what a script says of it; a scale
    // alone goes on top of it.
    if options.a4 != nil || options.temperament?.keyboard != nil {
      tuning = tuning?.raised(by: -score.concertPitchCents)
    }
    tracks = try Self.tracks(options, score)
  }

  /// Everything as it is written.
  init() {}

  private static func tracks(_ options: Options, _ score: Score) throws(Failure) -> Set<Int>? {
    var heard = Set(score.tracks.indices)
    for list in [options.tracks, options.solo] {
      if let list { heard.formIntersection(try list.indices(in: score)) }
    }
    if let mute = options.mute { heard.subtract(try mute.indices(in: score)) }
    return heard.count == score.tracks.count ? nil : heard
  }

  /// What was left out.
  struct Omissions: Sendable, Hashable {
    /// Notes on drum channels.
    var percussion = 0
    /// Notes that a transposition has moved off the keyboard's 128 keys.
    var offKeyboard = 0
    /// Notes on keys that the tuning leaves silent.
    var silentKeys = 0
    /// Notes of tracks that are not heard.
    var muted = 0
  }

  /// The timeline as it is to be played, and what was left out of it.
  func apply(to timeline: Timeline) -> (timeline: Timeline, omissions: Omissions) {
    var pass = PlayingPass(self)
    pass.begin(channels: Self.channels(of: timeline))
    for event in timeline.events { pass.take(event) }
    return (
      Timeline(rate: timeline.rate, events: pass.events, endFrame: timeline.endFrame),
      pass.omissions
    )
  }

  /// How many channels there are, a multiple of 16.
  static func channels(of timeline: Timeline) -> Int {
    var last: UInt16 = 0
    for event in timeline.events {
      if case .noteOn(let note) = event.event { last = max(last, note.channel) }
    }
    return (Int(last) / 16 + 1) * 16
  }
}
