// Tunings: of everything, of a channel, of a key.
extension Player {
  /// Tells a channel's tuning where it has changed.
  mutating func tellTuning(_ channel: UInt16) {
    let cents = channels[Int(channel)].tuningCents + masterTuningCents
    guard cents != channels[Int(channel)].toldTuning else { return }
    channels[Int(channel)].toldTuning = cents
    tell(.channelTuning(channel: channel, cents: cents))
  }

  /// Tells, before a note begins, what has changed about its channel's and its key's tuning.
  ///
  /// Only then, so that a message that retunes 16 channels of 128 keys costs what is played of them.
  mutating func retune(_ channel: UInt16, _ key: UInt8) {
    if masterTuningCents != 0 || channels[Int(channel)].toldTuning != 0 { tellTuning(channel) }
    guard tunings.isUsed || !channels[Int(channel)].toldKeyTuning.isEmpty else { return }
    let state = channels[Int(channel)]
    // Drums have no pitch class.
    var cents =
      state.isPercussion || state.octaveTuning.isEmpty ? 0 : state.octaveTuning[Int(key) % 12]
    cents += tunings.cents(bank: state.tuningBank, program: state.tuningProgram, key: key)
    if state.toldKeyTuning.isEmpty {
      guard cents != 0 else { return }
      channels[Int(channel)].toldKeyTuning = [Double](repeating: 0, count: 128)
    }
    guard channels[Int(channel)].toldKeyTuning[Int(key)] != cents else { return }
    channels[Int(channel)].toldKeyTuning[Int(key)] = cents
    tell(.keyTuning(channel: channel, key: key, cents: cents))
  }

  /// Sets the twelve pitch classes of a channel.
  mutating func setOctaveTuning(_ channel: UInt16, _ cents: [Double]) {
    open(channel)
    tunings.isUsed = true
    channels[Int(channel)].octaveTuning = cents
  }
}

/// Tuning programs: what the MIDI Tuning Standard keeps by bank and program.
struct KeyTunings {
  /// Whether any tuning of keys has been met.
  var isUsed = false
  private var programs: [UInt16: [Double]] = [:]

  func cents(bank: UInt8, program: UInt8, key: UInt8) -> Double {
    programs[UInt16(bank) << 7 | UInt16(program)]?[Int(key)] ?? 0
  }

  mutating func set(bank: UInt8, program: UInt8, key: UInt8, cents: Double) {
    isUsed = true
    let index = UInt16(bank & 127) << 7 | UInt16(program & 127)
    programs[index, default: [Double](repeating: 0, count: 128)][Int(key & 127)] = cents
  }

  mutating func removeAll() { programs = [:] }
}
