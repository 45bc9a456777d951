// What controllers mean: banks, parameters, channel modes.
extension Player {
  mutating func control(_ channel: UInt16, _ number: UInt8, _ value: UInt8) {
    let index = Int(channel)
    switch number {
    case 0: channels[index].bankMSB = value
    case 32: channels[index].bankLSB = value
    case 6: dataEntry(channel, msb: value)
    case 38: dataEntry(channel, lsb: value)
    case 96: step(channel, by: 1)
    case 97: step(channel, by: -1)
    case 98, 99: chooseUnregistered(channel, number, value)
    case 100, 101:
      if number == 101 { channels[index].parameterMSB = value }
      if number == 100 { channels[index].parameterLSB = value }
      let isNull = channels[index].parameterMSB == 127 && channels[index].parameterLSB == 127
      channels[index].parameter = isNull ? .none : .registered
    case 120:
      tell(.controller(channel: channel, number: 120, value: value))
      releaseAll(channel)
    case 121: resetControllers(channel)
    case 122: break  // local control: there is no keyboard here
    case 123, 124, 125: releaseAll(channel)
    case 126, 127:
      releaseAll(channel)
      tell(.controller(channel: channel, number: number, value: value))
    default:
      if [64, 66, 69].contains(number) { pedal(channel, number, value) }
      if controllersToReset.contains(where: { $0.number == number }) {
        channels[index].touched.insert(number)
      }
      tell(.controller(channel: channel, number: number, value: value))
    }
  }

  /// CC 121 as RP-015 has it: bank, program, volume, pan and the sound controllers stay.
  private mutating func resetControllers(_ channel: UInt16) {
    let index = Int(channel)
    for (number, value) in controllersToReset where channels[index].touched.contains(number) {
      if [64, 66, 69].contains(number) { pedal(channel, number, value) }
      tell(.controller(channel: channel, number: number, value: value))
    }
    channels[index].touched = SevenBitSet()
    if channels[index].isBent { tell(.pitchBend(channel: channel, value: 8192)) }
    if channels[index].isPressed { tell(.channelPressure(channel: channel, value: 0)) }
    for key in channels[index].pressedKeys.members {
      tell(.keyPressure(channel: channel, key: key, value: 0))
    }
    channels[index].isBent = false
    channels[index].isPressed = false
    channels[index].pressedKeys = SevenBitSet()
    channels[index].parameter = .none
    channels[index].parameterMSB = 127
    channels[index].parameterLSB = 127
  }

  // MARK: Programs

  mutating func select(_ channel: UInt16, program number: UInt8) {
    let index = Int(channel)
    let msb = channels[index].bankMSB
    let lsb = channels[index].bankLSB
    var bank: UInt16
    var isPercussion = channels[index].isPercussion
    switch bankMode {
    case .gm: bank = 0
    case .gm2:
      if msb == 120 { isPercussion = true }
      if msb == 121 { isPercussion = false }
      bank = UInt16(lsb)
    case .gs: bank = UInt16(msb)
    case .xg:
      if msb == 126 || msb == 127 { isPercussion = true }
      if msb == 0 || msb == 64, channel & 15 != 9 { isPercussion = false }
      bank = msb == 64 ? 64 : UInt16(lsb)
    case .mma: bank = UInt16(msb) << 7 | UInt16(lsb)
    }
    // Kits are told apart by their program alone.
    if isPercussion { bank = 0 }
    channels[index].isPercussion = isPercussion
    channels[index].program = Program(bank: bank, number: number, isPercussion: isPercussion)
    tell(.program(channel: channel, channels[index].program))
  }

  /// Makes a channel a drum part or an instrument again (GS, XG).
  mutating func setPercussion(_ channel: UInt16, _ isPercussion: Bool) {
    open(channel)
    guard channels[Int(channel)].isPercussion != isPercussion else { return }
    channels[Int(channel)].isPercussion = isPercussion
    channels[Int(channel)].program.isPercussion = isPercussion
    tell(.program(channel: channel, channels[Int(channel)].program))
  }
}
