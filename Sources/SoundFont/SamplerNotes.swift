import Score
import Synthesis

/// How notes become voices.
extension Sampler {
  /// The instrument that a channel plays.
  mutating func instrument(_ channel: Int) -> Instrument {
    if let known = instruments[channel] { return known }
    var program = programs[channel]
    if let fixedPreset {
      program = Program(
        bank: UInt16(clamping: fixedPreset.bank), number: UInt8(clamping: fixedPreset.program))
    }
    let found = library.instrument(program, isFixed: fixedPreset != nil)
    instruments[channel] = found
    return found
  }

  mutating func begin(_ note: Note, at frame: Int) {
    touch(note.channel)
    let instrument = instrument(Int(note.channel))
    var note = note
    note.key = min(note.key, 127)
    var started = 0
    var isFound = false
    if let sfz = library.sfz(instrument.bank) {
      let chosen = performer.begin(
        note, at: blockStart + frame, instrument, sfz, channels[Int(note.channel)], seed: seed)
      isFound = !chosen.isEmpty || sfz.switches?.contains(Int(note.key)) == true
      for index in chosen {
        started += start(instrument.regions[index], instrument, note, at: frame)
      }
    } else {
      for index in instrument.regionsByKey[Int(note.key)] {
        let region = instrument.regions[index]
        if region.velocities.contains(Int(note.velocity)) {
          isFound = true
          started += start(region, instrument, note, at: frame)
        }
      }
    }
    if !isFound { unplayed.count(note, instrument) }
    if started > 0 { makeRoom(for: note.id, at: frame) }
  }

  /// Starts the voices of a region; answers how many.
  private mutating func start(
    _ region: Region, _ instrument: Instrument, _ note: Note, at frame: Int, gain: Double = 1
  ) -> Int {
    let channel = Int(note.channel)
    let lane = Sampler.lane(of: note.id)
    func fixed(_ number: Int, _ own: UInt8) -> UInt8 {
      let value = Int(region.generators[number])
      return value >= 0 && value < 128 ? UInt8(value) : own
    }
    let sounds = library.sounds(region, bank: instrument.bank)
    if sounds.isEmpty { return 0 }
    let exclusive = Int(region.generators[Generator.exclusiveClass])
    if exclusive > 0 {
      command(frame, .choke(channel: note.channel, exclusiveClass: exclusive, except: note.id))
    }
    if let rules = region.rules { makeWay(for: rules, note, at: frame) }
    for sound in sounds {
      let sources = NoteSources(
        key: fixed(Generator.fixedKey, note.key),
        velocity: fixed(Generator.fixedVelocity, note.velocity), keyStruck: note.key,
        tuningCents: channels[channel].keyTunings[note.key] ?? 0, side: sound.side, gain: gain)
      let settings = VoiceSettings(
        region, sound.header, note: sources, channel: channels[channel], sends: context.sends)
      let layer = Layer(
        note, serial: serial, region: region, header: sound.header, sources: sources, settings,
        releaseTape: sound.releaseTape, interpolation, rate: rate)
      staged[lane].append(
        SamplerVoice(
          layer, settings, tape: sound.tape, begin: frame, firstCommand: commands[lane].count))
      serial += 1
    }
    return sounds.count
  }

  /// Silences what an SFZ region turns off.
  private mutating func makeWay(for rules: SFZRules, _ note: Note, at frame: Int) {
    let isRelease = rules.trigger == .release || rules.trigger == .releaseKey
    if rules.group != 0 {
      command(frame, .turnOff(channel: note.channel, group: rules.group, except: note.id))
    }
    if rules.isMonophonic || rules.isMonophonicByKey {
      command(
        frame,
        .alone(
          channel: note.channel, group: rules.group, key: rules.isMonophonic ? nil : note.key,
          isRelease: isRelease, except: note.id))
    }
  }

  /// Starts what an SFZ plays besides its notes: at a key-off, a pedal-up, a controller.
  mutating func start(_ cues: [Performer.Cue], _ instrument: Instrument, at frame: Int) {
    for cue in cues {
      let region = instrument.regions[cue.region]
      if start(region, instrument, cue.note, at: frame, gain: cue.gain) > 0 {
        makeRoom(for: cue.note.id, at: frame)
      }
    }
  }
}
