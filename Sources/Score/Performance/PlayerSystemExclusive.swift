extension Player {
  /// Does what a system exclusive asks for; parts are the channels of the first port.
  mutating func apply(_ message: SystemExclusive) {
    switch message {
    case .other: break
    case .reset(let mode):
      if options.bankMode == nil { bankMode = mode }
      // The channels find out when they are told something: there may be 4096 of them.
      resets += 1
      tunings.removeAll()
      masterFine = 0
      masterCoarse = 0
      if !isFresh { tell(.reset) }
      isFresh = true
    case .masterVolume(let level): tell(.masterVolume(level))
    case .masterFine(let cents): masterFine = cents
    case .masterCoarse(let cents): masterCoarse = cents
    case .percussion(let channel, let isOn): setPercussion(UInt16(channel), isOn)
    case .controller(let channel, let number, let value):
      open(UInt16(channel))
      control(UInt16(channel), number, value)
    case .bendRange(let channel, let semitones):
      open(UInt16(channel))
      channels[Int(channel)].bendRange = (semitones, 0)
      tell(.pitchBendRange(channel: UInt16(channel), cents: Double(semitones) * 100))
    case .octave(let list, let cents):
      for channel in list { setOctaveTuning(UInt16(channel), cents) }
    case .keys(let bank, let program, let keys):
      for (key, cents) in keys {
        tunings.set(bank: bank, program: program, key: key, cents: cents)
      }
    }
  }
}
