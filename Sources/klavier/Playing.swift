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
    var pass = Pass(self)
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

/// One way of all events through a `Playing`.
private struct Pass {
  let playing: Playing
  let velocities: [UInt8]
  var events: [TimedEvent] = []
  var omissions = Playing.Omissions()
  private var isPercussion: [Bool] = []
  /// Whether a note is heard, by its id.
  private var isHeard: [Bool] = []
  private var channels = 16

  init(_ playing: Playing) {
    self.playing = playing
    velocities = (0..<128).map { velocity in
      if playing.velocityPower == 1 || velocity == 0 { return UInt8(velocity) }
      let raised = ExactMath.pow(Double(velocity) / 127, playing.velocityPower) * 127
      return UInt8(min(max(raised.rounded(), 1), 127))
    }
  }

  mutating func begin(channels: Int) {
    self.channels = channels
    setUp(at: 0)
  }

  /// What holds from the start, and again after a reset.
  private mutating func setUp(at frame: Int) {
    isPercussion = (0..<channels).map { $0 % 16 == 9 }
    if let preset = playing.preset {
      for channel in 0..<channels {
        add(.program(channel: UInt16(channel), preset), at: frame)
      }
    }
    guard let tuning = playing.tuning else { return }
    for (key, cents) in tuning.cents.enumerated() {
      if let cents { add(.keyTuning(channel: nil, key: UInt8(key), cents: cents), at: frame) }
    }
  }

  private mutating func add(_ event: Event, at frame: Int) {
    events.append(TimedEvent(frame: frame, event: event))
  }

  mutating func take(_ timed: TimedEvent) {
    let frame = timed.frame
    switch timed.event {
    case .noteOn(let note):
      let isHeard = isToBeHeard(note)
      if isHeard { add(.noteOn(played(note)), at: frame) }
      self.isHeard.append(
        contentsOf: repeatElement(false, count: max(0, Int(note.id) + 1 - self.isHeard.count)))
      self.isHeard[Int(note.id)] = isHeard
    case .noteOff(let note, let velocity):
      if isHeard.indices.contains(Int(note.id)), isHeard[Int(note.id)] {
        add(.noteOff(played(note), releaseVelocity: velocity), at: frame)
      }
    case .program(let channel, let program):
      if isPercussion.indices.contains(Int(channel)) {
        isPercussion[Int(channel)] = program.isPercussion
      }
      if playing.preset == nil { events.append(timed) }
    case .controller(let channel, 64, let value) where !playing.halfPedal:
      add(.controller(channel: channel, number: 64, value: value < 64 ? 0 : 127), at: frame)
    case .keyTuning(let channel, let key, let cents):
      let own = playing.tuning?.cents[Int(key) & 127] ?? 0
      add(.keyTuning(channel: channel, key: key, cents: cents + own), at: frame)
    case .reset:
      events.append(timed)
      setUp(at: frame)
    default:
      events.append(timed)
    }
  }

  private func isDrum(_ note: Note) -> Bool {
    isPercussion.indices.contains(Int(note.channel)) && isPercussion[Int(note.channel)]
  }

  private mutating func isToBeHeard(_ note: Note) -> Bool {
    if let tracks = playing.tracks, !tracks.contains(Int(note.track)) {
      omissions.muted += 1
      return false
    }
    if isDrum(note), playing.preset == nil {
      if !playing.percussion { omissions.percussion += 1 }
      return playing.percussion
    }
    let key = Int(note.key) + playing.transpose
    if !(0...127).contains(key) {
      omissions.offKeyboard += 1
      return false
    }
    if let tuning = playing.tuning, tuning.cents[key] == nil {
      omissions.silentKeys += 1
      return false
    }
    return true
  }

  private func played(_ note: Note) -> Note {
    var note = note
    if playing.preset != nil || !isDrum(note) {
      note.key = UInt8(clamping: Int(note.key) + playing.transpose)
    }
    note.velocity = velocities[Int(note.velocity) & 127]
    return note
  }
}

extension Tuning {
  /// The tuning that the options ask for; nil for equal temperament at 440 Hz.
  init?(_ options: Options) throws(Failure) {
    guard let temperament = options.temperament else {
      guard let a4 = options.a4 else { return nil }
      self.init(a4: a4)
      return
    }
    if temperament.keyboard != nil, options.a4 != nil {
      throw Failure(
        .usage, "--a4 and a keyboard mapping both say how high the scale is", hint: "leave out one")
    }
    let scale = try Self.read(temperament.scale) { bytes throws(ScoreError) in
      try ScalaScale(scl: bytes)
    }
    var keyboard = ScalaKeyboard(a4: options.a4 ?? 440)
    if let path = temperament.keyboard {
      keyboard = try Self.read(path) { bytes throws(ScoreError) in try ScalaKeyboard(kbm: bytes) }
    }
    do throws(ScoreError) {
      try self.init(scale, on: keyboard)
    } catch {
      throw Failure(error, file: temperament.keyboard ?? temperament.scale)
    }
  }

  private static func read<Content>(
    _ path: String, _ reader: ([UInt8]) throws(ScoreError) -> Content
  ) throws(Failure) -> Content {
    let bytes = try FileBytes.read(path)
    do throws(ScoreError) { return try reader(bytes) } catch { throw Failure(error, file: path) }
  }
}
