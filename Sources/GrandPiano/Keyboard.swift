import Score
import Synthesis

/// Keys and pedals: turns what a player does into what strings and dampers feel, and when.
///
/// Dampers fall some milliseconds after a key is let go, so gestures can lie in the future; they are
/// kept until their block comes. Pedals are in `KeyboardPedals.swift`.
struct Keyboard: Sendable {
  /// A channel is a player with pedals of their own.
  struct Player: Sendable {
    var down = [UInt8](repeating: 0, count: 128)
    /// The frame at which each key went down last.
    var pressed = [Int](repeating: 0, count: 128)
    /// How fast.
    var velocity = [UInt8](repeating: 0, count: 128)
    var sustain: UInt8 = 0
    /// When the sustain pedal's dampers fell last, and when they rise again.
    var fell: Int?
    var rises = 0
    var sostenuto = KeySet()
    var isSostenutoDown = false
    var soft: UInt8 = 0
    var volume: UInt8 = 100
    var expression: UInt8 = 127
    /// Where the pitch wheel stands, −1…1, and what that means in cents.
    var wheel = 0.0
    var bendRange = 200.0
    var bend = Bend()
    var tuning = 0.0
    var keyTuning: [UInt8: Double] = [:]
  }

  let settings: GrandPiano.Settings
  private let rate: Double
  var players: [UInt16: Player] = [:]
  private var keyTuning: [UInt8: Double] = [:]
  private var masterVolume = 1.0
  var workshop: Workshop
  var upcoming: [TimedGesture] = []

  init(settings: GrandPiano.Settings, rate: Int) {
    self.settings = settings
    self.rate = Double(rate)
    workshop = Workshop(settings: settings, rate: rate)
  }

  /// Whether something is still going to happen by itself.
  var isWaiting: Bool { !upcoming.isEmpty }

  /// The gestures before frame `end`, in order.
  mutating func gestures(
    _ events: ArraySlice<TimedEvent>, until end: Int
  ) -> [TimedGesture] {
    for timed in events { play(timed.event, at: timed.frame) }
    // Stable: gestures of one frame keep the order in which they came about.
    let order = upcoming.indices.sorted {
      (upcoming[$0].frame, $0) < (upcoming[$1].frame, $1)
    }
    var due: [TimedGesture] = []
    var later: [TimedGesture] = []
    for index in order {
      if upcoming[index].frame < end {
        due.append(upcoming[index])
      } else {
        later.append(upcoming[index])
      }
    }
    upcoming = later
    return due
  }

  private mutating func play(
    _ event: Event, at frame: Int
  ) {
    switch event {
    case .noteOn(let note) where isPercussion(note), .noteOff(let note, _) where isPercussion(note):
      break  // drums are no piano's business
    case .noteOn(let note):
      press(note, at: frame)
    case .noteOff(let note, let releaseVelocity):
      let count = player(note.channel).down[Int(note.key & 127)]
      // It has been let go with all others.
      if count == 0 { break }
      let left = count - 1
      players[note.channel]?.down[Int(note.key & 127)] = left
      if left == 0 {
        hurryRise(note.channel, note.key & 127, at: frame)
        release(note.channel, note.key, velocity: releaseVelocity, at: frame)
      }
    case .controller(let channel, let number, let value):
      control(channel, number, value, at: frame)
    case .pitchBend(let channel, let value):
      _ = player(channel)
      players[channel]?.wheel = (Double(value) - 8192) / 8192
      bend(channel, at: frame)
    case .pitchBendRange(let channel, let cents):
      _ = player(channel)
      players[channel]?.bendRange = cents
      bend(channel, at: frame)
    case .channelTuning(let channel, let cents):
      _ = player(channel)
      players[channel]?.tuning = cents
    case .keyTuning(let channel, let key, let cents):
      if let channel {
        _ = player(channel)
        players[channel]?.keyTuning[key] = cents
      } else {
        keyTuning[key] = cents
      }
    case .masterVolume(let level):
      masterVolume = level
      for channel in players.keys.sorted() { emitLevel(channel, at: frame) }
    case .reset:
      keyTuning = [:]
      masterVolume = 1
      for channel in players.keys.sorted() { reset(channel, at: frame) }
    case .program, .channelPressure, .keyPressure, .generator, .modulationRange:
      break  // a piano has one sound and no aftertouch
    }
  }

  private func isPercussion(_ note: Note) -> Bool {
    note.channel % 16 == 9 && !settings.playsPercussion
  }

  mutating func player(_ channel: UInt16) -> Player {
    if let player = players[channel] { return player }
    let player = Player()
    players[channel] = player
    return player
  }

  mutating func add(_ gesture: Gesture, at frame: Int) {
    upcoming.append(TimedGesture(frame: frame, gesture: gesture))
  }

  func frames(_ seconds: Double) -> Int { Int((seconds * rate).rounded()) }

  private mutating func press(_ note: Note, at frame: Int) {
    let player = player(note.channel)
    let key = note.key & 127
    let count = player.down[Int(key)]
    players[note.channel]?.down[Int(key)] = count == 255 ? 255 : count + 1
    players[note.channel]?.pressed[Int(key)] = frame
    players[note.channel]?.velocity[Int(key)] = note.velocity
    // A damper on its way turns back.
    upcoming.removeAll {
      if case .damper(note.channel, key, _) = $0.gesture { return $0.frame > frame }
      return false
    }
    let cents = player.tuning + (player.keyTuning[key] ?? 0) + (keyTuning[key] ?? 0)
    let (course, blow) = workshop.blow(note: note, isSoft: player.soft >= 64, cents: cents)
    add(
      .strike(
        Strike(
          note: note.id, channel: note.channel, key: key, course: course, blow: blow,
          coupling: coupling(player.sustain),
          isLatched: player.sostenuto.contains(key), bend: player.bend.factor(at: frame),
          gain: level(player))), at: frame)
    add(.hammerGone(channel: note.channel, key: key), at: frame + frames(0.03))
  }

  /// The damper touches the string 15…40 ms after the key starts up, the sooner the faster, and lies
  /// on it with all its weight some milliseconds later.
  private mutating func release(_ channel: UInt16, _ key: UInt8, velocity: UInt8, at frame: Int) {
    let slowness = 1 - Double(min(127, velocity)) / 127
    let touch = 0.015 + 0.020 * slowness
    let settle = touch + 0.004 + 0.016 * slowness
    add(.damper(channel: channel, key: key, position: 0.5), at: frame + frames(touch))
    thump(channel, key, slowness: slowness, at: frame, delay: frames(touch))
    add(.damper(channel: channel, key: key, position: 1), at: frame + frames(settle))
  }

  /// The damper's fall: softer on strings that have rung out (3 dB a second), and where the pedal holds
  /// the damper up only the key is heard.
  ///
  /// Who strikes softly lets go softly, by half the decibels: the recorded releases of a sampled Yamaha
  /// follow the blow by more.
  private mutating func thump(
    _ channel: UInt16, _ key: UInt8, slowness: Double, at frame: Int, delay: Int
  ) {
    if settings.noise <= 0 || Decay.damper(key: Int(key)) == 0 { return }
    let player = player(channel)
    let held = Double(frame - player.pressed[Int(key)]) / rate
    let isUp = coupling(player.sustain) < 0.5
    let softness = 80 - Double(player.velocity[Int(key)])
    let decibels =
      Mechanism.thump.level + 4 - 8 * slowness - min(12, 3 * held) - (isUp ? 8 : 0)
      - 0.14 * softness
    let gain = ExactMath.gain(decibels: decibels) * settings.noise * Double(level(player))
    add(.noise(workshop.burst(.thump), gain: Float(gain)), at: frame + delay)
  }

  private mutating func control(_ channel: UInt16, _ number: UInt8, _ value: UInt8, at frame: Int) {
    let player = player(channel)
    switch number {
    case 7:
      players[channel]?.volume = value
      emitLevel(channel, at: frame)
    case 11:
      players[channel]?.expression = value
      emitLevel(channel, at: frame)
    case 64:
      moveDampers(channel, to: value, at: frame)
      if value >= 64, player.sustain < 64 { pedalNoise(channel, .pedalDown, at: frame) }
      if value < 64, player.sustain >= 64 { pedalNoise(channel, .pedalUp, at: frame) }
    case 66:
      setSostenuto(channel, isDown: value >= 64, at: frame)
    case 67:
      players[channel]?.soft = value
    case 120:
      add(.silence(channel: channel), at: frame)
      releaseAll(channel, at: frame)
    case 121:
      resetControllers(channel, at: frame)
    case 123...127:
      releaseAll(channel, at: frame)
    default:
      break
    }
  }

  private mutating func releaseAll(_ channel: UInt16, at frame: Int) {
    let player = player(channel)
    for key in UInt8(0)..<128 where player.down[Int(key)] > 0 {
      players[channel]?.down[Int(key)] = 0
      release(channel, key, velocity: 64, at: frame)
    }
  }

  /// The strings follow the pitch wheel within five milliseconds, in steps too small for a click.
  private mutating func bend(_ channel: UInt16, at frame: Int) {
    let player = player(channel)
    let goal = player.wheel * player.bendRange
    if goal == player.bend.goal { return }
    upcoming.removeAll {
      if case .bend(channel, _) = $0.gesture { return $0.frame > frame }
      return false
    }
    let bend = player.bend.turned(to: goal, at: frame, stepFrames: frames(0.00125))
    players[channel]?.bend = bend
    for stepFrame in bend.frames {
      add(.bend(channel: channel, factor: bend.factor(at: stepFrame)), at: stepFrame)
    }
  }

  private mutating func resetControllers(_ channel: UInt16, at frame: Int) {
    control(channel, 64, 0, at: frame)
    control(channel, 66, 0, at: frame)
    control(channel, 67, 0, at: frame)
    control(channel, 11, 127, at: frame)
    players[channel]?.wheel = 0
    bend(channel, at: frame)
  }

  private mutating func reset(_ channel: UInt16, at frame: Int) {
    resetControllers(channel, at: frame)
    players[channel]?.bendRange = 200
    bend(channel, at: frame)
    players[channel]?.tuning = 0
    players[channel]?.keyTuning = [:]
    players[channel]?.volume = 100
    emitLevel(channel, at: frame)
  }

  private mutating func emitLevel(_ channel: UInt16, at frame: Int) {
    add(.level(channel: channel, gain: level(player(channel))), at: frame)
  }

  /// Controllers 7 and 11 by the square law; 100 and 127 are the level of a piano alone.
  func level(_ player: Player) -> Float {
    let volume = Double(player.volume) / 100
    let expression = Double(player.expression) / 127
    return Float(volume * volume * expression * expression * masterVolume)
  }
}
