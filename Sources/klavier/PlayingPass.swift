import Score
import Synthesis

/// One way of all events through a `Playing`.
struct PlayingPass {
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
