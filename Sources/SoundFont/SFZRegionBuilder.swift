import Synthesis

/// Takes a region's opcodes one by one into the values of a `Region`.
struct SFZRegionBuilder {
  var rules = SFZRules()
  /// The keys that switch.
  var switches: ClosedRange<Int>? {
    guard let lowSwitch, let highSwitch, lowSwitch <= highSwitch else { return nil }
    return lowSwitch...highSwitch
  }
  var firstSwitch: Int?
  private var generators = Generator.facts.map { Double($0?.initial ?? 0) }
  private var modulators: [Modulator]
  private var lowKey = 0
  private var highKey = 127
  private var lowVelocity = 0
  private var highVelocity = 127
  private var center = 60
  private var decibels = 0.0
  private var filterCenter = 60.0
  private var filterTrack = 0.0
  private var lowSwitch: Int?
  private var highSwitch: Int?
  private var bendCents = 200.0
  private let noteOffset: Int

  init(noteOffset: Int) {
    self.noteOffset = noteOffset
    // Velocity has a rule of its own here.
    modulators = Modulator.defaults.filter { $0.source != 0x0502 }
    generators[Generator.volumeRelease] = -12000
  }

  /// Takes an opcode; false if it means nothing here.
  mutating func take(_ name: String, _ value: String) -> Bool {
    if SFZRegionBuilder.silent(name) { return true }
    if let key = key(value) {
      switch name {
      case "key":
        (lowKey, highKey, center) = (key, key, key)
        return true
      case "lokey":
        lowKey = key
        return true
      case "hikey":
        highKey = key
        return true
      case "pitch_keycenter":
        center = key
        return true
      case "fil_keycenter":
        filterCenter = Double(key)
        return true
      case "sw_lokey":
        lowSwitch = key
        return true
      case "sw_hikey":
        highSwitch = key
        return true
      case "sw_last":
        rules.lastSwitch = key
        return true
      case "sw_default":
        firstSwitch = key
        return true
      default: break
      }
    }
    if let number = Double(value), number.isFinite { return take(name, number) }
    return word(name, value)
  }

  /// Names that are for people only.
  private static func silent(_ name: String) -> Bool {
    name.hasSuffix("_label") || name.hasPrefix("label_") || name.hasPrefix("hint_")
      || ["sw_note_offset", "count_label", "image", "sample_quality", "phase"].contains(name)
  }

  private mutating func word(_ name: String, _ value: String) -> Bool {
    switch (name, value) {
    case ("trigger", "attack"): rules.trigger = .attack
    case ("trigger", "release"): rules.trigger = .release
    case ("trigger", "release_key"): rules.trigger = .releaseKey
    case ("trigger", "first"): rules.trigger = .first
    case ("trigger", "legato"): rules.trigger = .legato
    case ("loop_mode", _), ("loopmode", _): return loop(value)
    case ("off_mode", "fast"): rules.offIsFast = true
    case ("off_mode", "normal"): rules.offIsFast = false
    case ("fil_type", "lpf_2p"): break
    default: return false
    }
    return true
  }

  /// What follows `loop_mode`; all of what an earlier one has set is set anew.
  private mutating func loop(_ mode: String) -> Bool {
    guard ["no_loop", "one_shot", "loop_continuous", "loop_sustain"].contains(mode) else {
      return false
    }
    rules.loops = mode.hasPrefix("loop")
    rules.isOneShot = mode == "one_shot"
    generators[Generator.sampleModes] = mode == "loop_sustain" ? 3 : 0
    return true
  }

  private mutating func take(_ name: String, _ value: Double) -> Bool {
    let whole = Int(min(max(value, -1e9), 1e9))
    switch name {
    case "lovel": lowVelocity = whole
    case "hivel": highVelocity = whole
    case "transpose": generators[Generator.coarseTune] = value
    case "tune", "pitch": generators[Generator.fineTune] = value
    case "pitch_keytrack": generators[Generator.scaleTuning] = min(max(value, -1200), 1200)
    case "volume", "group_volume", "master_volume", "global_volume", "gain": decibels += value
    case "amplitude": rules.gain *= max(0, value) / 100
    case "pan": generators[Generator.pan] = min(max(value, -100), 100) * 5
    case "width": return value == 100
    case "amp_veltrack": rules.velocityTrack = min(max(value, -100), 100)
    case "offset": rules.start = max(0, whole)
    case "end":
      if whole < 0 { rules.gain = 0 } else { rules.end = whole + 1 }
    case "loop_start", "loopstart": rules.loopStart = whole
    case "loop_end", "loopend": rules.loopEnd = whole + 1
    case "ampeg_delay", "delay": generators[Generator.volumeDelay] = timecents(value)
    case "ampeg_attack": generators[Generator.volumeAttack] = timecents(value)
    case "ampeg_hold": generators[Generator.volumeHold] = timecents(value)
    case "ampeg_decay": generators[Generator.volumeDecay] = timecents(value)
    case "ampeg_sustain":
      let level = min(max(value / 100, 1e-6), 1)
      generators[Generator.volumeSustain] = -10 * ExactMath.decibels(level)
    case "ampeg_release": generators[Generator.volumeRelease] = timecents(value)
    case "cutoff":
      guard value > 0 else { return true }
      let cents = 1200 * ExactMath.log2(value / 8.175798915643707)
      generators[Generator.filterCutoff] = min(max(cents, 1500), 13500)
    case "resonance": generators[Generator.filterQ] = min(max(value * 10, 0), 960)
    case "fil_veltrack":
      add(Modulator(source: 2, destination: 8, amount: whole, amountSource: 0, transform: 0))
    case "fil_keytrack": filterTrack = min(max(value, -1200), 1200)
    case "bend_up": bendCents = min(max(value, -9600), 9600)
    case "bend_down", "bend_step": break  // the wheel bends as far down as up
    case "group", "polyphony_group": rules.group = whole
    case "off_by": rules.offBy = whole
    case "off_time": break  // between the two modes there is nothing to hear
    case "polyphony":
      rules.isMonophonic = whole == 1
      return whole == 1
    case "note_polyphony":
      rules.isMonophonicByKey = whole == 1
      return whole == 1
    case "note_selfmask": break
    case "rt_decay": rules.releaseDecay = max(0, value)
    case "seq_length": rules.sequenceLength = max(1, whole)
    case "seq_position": rules.sequencePosition = max(1, whole)
    case "lorand": rules.randomLow = value
    case "hirand": rules.randomHigh = value
    case "effect1": generators[Generator.reverbSend] = min(max(value, 0), 100) * 10
    case "effect2": generators[Generator.chorusSend] = min(max(value, 0), 100) * 10
    default: return numbered(name, value)
    }
    return true
  }

  /// Opcodes that end in the number of a controller or a velocity.
  private mutating func numbered(_ name: String, _ value: Double) -> Bool {
    let digits = name.reversed().prefix { $0.isNumber }
    guard !digits.isEmpty, let number = Int(String(digits.reversed())), number < 128 else {
      return false
    }
    let stem = name.dropLast(digits.count)
    func gate(_ gates: inout [SFZRules.Gate], isLow: Bool) {
      if !gates.contains(where: { $0.controller == number }) {
        gates.append(SFZRules.Gate(controller: number, low: 0, high: 127))
      }
      for index in gates.indices where gates[index].controller == number {
        if isLow { gates[index].low = value } else { gates[index].high = value }
      }
    }
    switch stem {
    case "locc": gate(&rules.gates, isLow: true)
    case "hicc": gate(&rules.gates, isLow: false)
    case "on_locc", "start_locc": gate(&rules.starters, isLow: true)
    case "on_hicc", "start_hicc": gate(&rules.starters, isLow: false)
    case "amp_velcurve_":
      rules.velocityCurve.removeAll { $0.velocity == Double(number) }
      rules.velocityCurve.append((Double(number), value))
      rules.velocityCurve.sort { $0.velocity < $1.velocity }
    default: return false
    }
    return true
  }

  private mutating func add(_ modulator: Modulator) { modulators.append(modulator) }

  /// Seconds as the cents of a SoundFont.
  private func timecents(_ seconds: Double) -> Double {
    seconds > 0.001 ? min(1200 * ExactMath.log2(seconds), 8000) : -12000
  }

  /// A key by number or name, C4 = 60; −1 for none.
  private func key(_ text: String) -> Int? {
    if let number = Int(text) {
      return number == -1 ? -1 : min(max(number, -1000), 1000) + noteOffset
    }
    let letters: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]
    var rest = Substring(text.lowercased())
    guard let first = rest.first, let step = letters[first] else { return nil }
    rest.removeFirst()
    var alter = 0
    if rest.first == "#" || rest.first == "♯" {
      alter = 1
      rest.removeFirst()
    } else if rest.first == "b" || rest.first == "♭" {
      alter = -1
      rest.removeFirst()
    }
    guard let octave = Int(rest), (-1...9).contains(octave) else { return nil }
    return 12 * (octave + 1) + step + alter + noteOffset
  }

  /// The region that all this makes.
  func region(index: Int) -> Region {
    var rules = rules
    var generators = generators
    var modulators = modulators
    rules.gain *= ExactMath.gain(decibels: min(max(decibels, -144), 48))
    generators[Generator.overridingRootKey] = Double(min(max(center, 0), 127))
    if filterTrack != 0 {
      generators[Generator.filterCutoff] -= filterTrack * filterCenter
      modulators.append(
        Modulator(
          source: 3, destination: 8, amount: Int(filterTrack * 128), amountSource: 0, transform: 0))
    }
    if bendCents != 200, let wheel = modulators.firstIndex(where: { $0.source == 0x020E }) {
      modulators[wheel].amount = Int(12700 * bendCents / 200)
    }
    // Keys below 0 are for controllers only.
    let (low, high) = (max(0, lowKey), min(highKey, 127))
    let keys = low <= high ? low...high : 255...255
    let velocities = lowVelocity <= highVelocity ? lowVelocity...highVelocity : 255...255
    return Region(
      keys: keys, velocities: velocities, generators: generators, modulators: modulators,
      sample: index, rules: rules)
  }
}
