import Score
import Synthesis

/// What an SFZ chooses by more than key and velocity: which regions a note starts, and what its end, the
/// pedal and other controllers start.
struct Performer: Sendable {
  /// A region to start, and as what.
  struct Cue: Sendable {
    var region: Int
    var note: Note
    var gain: Double
  }

  private struct Held: Sendable {
    var note: Note
    var frame: Int
  }

  private struct Channel: Sendable {
    /// Keys that are down, and notes whose key is up under the pedal.
    var down: [Held] = []
    var pedalled: [Held] = []
    var turns: [Int: Int] = [:]
    var lastSwitch: Int?
  }

  private var channels: [UInt16: Channel] = [:]
  /// The ids of what is not started by a note: their key never goes up.
  private var nextID: Int32 = -2

  /// The regions that a note starts.
  mutating func begin(
    _ note: Note, at frame: Int, _ instrument: Instrument, _ sfz: SFZFile, _ state: ChannelState,
    seed: UInt64
  ) -> [Int] {
    var channel = channels[note.channel] ?? Channel(lastSwitch: sfz.firstSwitch)
    let isFirst = channel.down.isEmpty
    if sfz.switches?.contains(Int(note.key)) == true { channel.lastSwitch = Int(note.key) }
    let chance = Performer.chance(note.id, seed)
    var chosen: [Int] = []
    for index in instrument.regionsByKey[Int(note.key)] {
      let region = instrument.regions[index]
      guard let rules = region.rules, region.velocities.contains(Int(note.velocity)),
        rules.starters.isEmpty, Performer.isOpen(rules, state),
        rules.lastSwitch == nil || rules.lastSwitch == channel.lastSwitch,
        rules.trigger == .attack || rules.trigger == (isFirst ? .first : .legato),
        chance >= rules.randomLow, chance < rules.randomHigh
      else { continue }
      if rules.sequenceLength > 1 {
        let turn = channel.turns[index, default: 0]
        channel.turns[index] = turn + 1
        if turn % rules.sequenceLength + 1 != rules.sequencePosition { continue }
      }
      chosen.append(index)
    }
    channel.down.append(Held(note: note, frame: frame))
    channels[note.channel] = channel
    return chosen
  }

  /// What the end of a note starts: release samples, unless the pedal holds it.
  mutating func end(
    _ note: Note, at frame: Int, _ instrument: Instrument, _ sfz: SFZFile, _ state: ChannelState,
    rate: Int
  ) -> [Cue] {
    guard var channel = channels[note.channel],
      let place = channel.down.firstIndex(where: { $0.note.id == note.id })
    else { return [] }
    let held = channel.down.remove(at: place)
    if state.sustains { channel.pedalled.append(held) }
    channels[note.channel] = channel
    var cues = releases(of: held, .releaseKey, at: frame, instrument, state, rate)
    if !state.sustains { cues += releases(of: held, .release, at: frame, instrument, state, rate) }
    return cues
  }

  /// What a controller starts: the regions whose range it enters, and, where the pedal goes up, the
  /// release samples of the notes that it held.
  mutating func control(
    _ number: UInt16, _ controller: Int, from before: ChannelState, to after: ChannelState,
    at frame: Int, _ instrument: Instrument, _ sfz: SFZFile, rate: Int
  ) -> [Cue] {
    var cues: [Cue] = []
    if before.sustains, !after.sustains, let held = channels[number]?.pedalled {
      channels[number]?.pedalled = []
      for note in held { cues += releases(of: note, .release, at: frame, instrument, after, rate) }
    }
    guard controller < 128 else { return cues }
    for index in instrument.started {
      guard let rules = instrument.regions[index].rules, Performer.isOpen(rules, after) else {
        continue
      }
      let enters = rules.starters.contains {
        $0.controller == controller && $0.holds(after.value(controller))
          && !$0.holds(before.value(controller))
      }
      if enters {
        let key = UInt8(
          clamping: Int(instrument.regions[index].generators[Generator.overridingRootKey]))
        cues.append(Cue(region: index, note: cue(number, key: key, velocity: 127), gain: 1))
      }
    }
    return cues
  }

  private mutating func releases(
    of held: Held, _ trigger: SFZRules.Trigger, at frame: Int, _ instrument: Instrument,
    _ state: ChannelState, _ rate: Int
  ) -> [Cue] {
    var cues: [Cue] = []
    for index in instrument.regionsByKey[Int(min(held.note.key, 127))] {
      let region = instrument.regions[index]
      guard let rules = region.rules, rules.trigger == trigger,
        region.velocities.contains(Int(held.note.velocity)), Performer.isOpen(rules, state)
      else { continue }
      let seconds = Double(max(0, frame - held.frame)) / Double(rate)
      cues.append(
        Cue(
          region: index,
          note: cue(held.note.channel, key: held.note.key, velocity: held.note.velocity),
          gain: ExactMath.gain(decibels: -rules.releaseDecay * seconds)))
    }
    return cues
  }

  private mutating func cue(_ channel: UInt16, key: UInt8, velocity: UInt8) -> Note {
    let note = Note(id: nextID, channel: channel, key: key, velocity: velocity)
    nextID &-= 1
    return note
  }

  private static func isOpen(_ rules: SFZRules, _ state: ChannelState) -> Bool {
    rules.gates.allSatisfy { $0.holds(state.value($0.controller)) }
  }

  /// A number 0…1 that belongs to a note: what lies between `lorand` and `hirand` sounds.
  private static func chance(_ id: Int32, _ seed: UInt64) -> Double {
    Double(HashNoise(seed: seed)[Int(id)] >> 11) * 0x1p-53
  }
}
