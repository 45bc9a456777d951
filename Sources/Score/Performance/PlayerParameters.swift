// Registered and unregistered parameters: CC 6, 38 and 96…101.
extension Player {
  mutating func chooseUnregistered(_ channel: UInt16, _ number: UInt8, _ value: UInt8) {
    let index = Int(channel)
    channels[index].parameter = .unregistered
    if number == 99 {
      channels[index].parameterMSB = value
      channels[index].generator = 0
      return
    }
    channels[index].parameterLSB = value
    channels[index].generatorLSB = 0
    // A generator above 99 is spelt by hundreds, thousands first (SoundFont 2.04, section 9.6.2).
    switch value {
    case 100: channels[index].generator += 100
    case 101: channels[index].generator += 1000
    case 102: channels[index].generator += 10000
    default: channels[index].generator += Int(value)
    }
  }

  mutating func dataEntry(_ channel: UInt16, msb: UInt8) {
    let index = Int(channel)
    switch channels[index].parameter {
    case .none: break
    case .unregistered: unregistered(channel, msb: msb)
    case .registered:
      guard channels[index].parameterMSB == 0 else { return }
      switch channels[index].parameterLSB {
      case 0:
        channels[index].bendRange.msb = msb
        tellBendRange(channel)
      case 1:
        channels[index].fineTuning = UInt16(msb) << 7 | channels[index].fineTuning & 127
        tellTuning(channel)
      case 2:
        channels[index].coarseTuning = msb
        tellTuning(channel)
      case 3: channels[index].tuningProgram = msb
      case 4: channels[index].tuningBank = msb
      case 5:
        channels[index].modulationRange.msb = msb
        tellModulationRange(channel)
      default: break
      }
    }
  }

  mutating func dataEntry(_ channel: UInt16, lsb: UInt8) {
    let index = Int(channel)
    switch channels[index].parameter {
    case .none: break
    case .unregistered: channels[index].generatorLSB = lsb
    case .registered:
      guard channels[index].parameterMSB == 0 else { return }
      switch channels[index].parameterLSB {
      case 0:
        channels[index].bendRange.lsb = lsb
        tellBendRange(channel)
      case 1:
        channels[index].fineTuning = channels[index].fineTuning & ~127 | UInt16(lsb)
        tellTuning(channel)
      case 5:
        channels[index].modulationRange.lsb = lsb
        tellModulationRange(channel)
      default: break
      }
    }
  }

  /// Data increment and decrement (RP-018: of the finer byte where there is one).
  mutating func step(_ channel: UInt16, by step: Int) {
    let index = Int(channel)
    guard channels[index].parameter == .registered, channels[index].parameterMSB == 0 else {
      return
    }
    func moved(_ value: Int, to most: Int) -> Int { min(max(value + step, 0), most) }
    switch channels[index].parameterLSB {
    case 0:
      let range = channels[index].bendRange
      let cents = moved(Int(range.msb) * 100 + Int(range.lsb), to: 12799)
      channels[index].bendRange = (UInt8(cents / 100), UInt8(cents % 100))
      tellBendRange(channel)
    case 1:
      channels[index].fineTuning = UInt16(moved(Int(channels[index].fineTuning), to: 16383))
      tellTuning(channel)
    case 2:
      channels[index].coarseTuning = UInt8(moved(Int(channels[index].coarseTuning), to: 127))
      tellTuning(channel)
    case 3:
      channels[index].tuningProgram = UInt8(moved(Int(channels[index].tuningProgram), to: 127))
    case 4: channels[index].tuningBank = UInt8(moved(Int(channels[index].tuningBank), to: 127))
    case 5:
      let range = channels[index].modulationRange
      let value = moved(Int(range.msb) * 128 + Int(range.lsb), to: 16383)
      channels[index].modulationRange = (UInt8(value / 128), UInt8(value % 128))
      tellModulationRange(channel)
    default: break
    }
  }

  private mutating func tellBendRange(_ channel: UInt16) {
    let range = channels[Int(channel)].bendRange
    tell(
      .pitchBendRange(channel: channel, cents: Double(range.msb) * 100 + Double(range.lsb)))
  }

  private mutating func tellModulationRange(_ channel: UInt16) {
    let range = channels[Int(channel)].modulationRange
    tell(
      .modulationRange(
        channel: channel, cents: Double(range.msb) * 100 + Double(range.lsb) * 100 / 128))
  }

  // MARK: Unregistered

  private mutating func unregistered(_ channel: UInt16, msb: UInt8) {
    let state = channels[Int(channel)]
    switch state.parameterMSB {
    case 120:
      guard let scale = soundFontScale(state.generator) else { return }
      let value = Int(msb) << 7 | Int(state.generatorLSB)
      tell(
        .generator(
          channel: channel, number: UInt8(state.generator), value: Double((value - 8192) * scale)))
    case 1:
      // The part parameters that GS and XG share are the sound controllers by another name.
      let controllers: [UInt8: UInt8] = [
        8: 76, 9: 77, 10: 78, 32: 74, 33: 71, 99: 73, 100: 75, 102: 72,
      ]
      guard let number = controllers[state.parameterLSB] else { return }
      tell(.controller(channel: channel, number: number, value: msb))
    default: break
    }
  }

  /// Units of a generator per step of its NRPN (SoundFont 2.04, section 9.6.3, "NRPN scale"); nil for
  /// numbers that no real-time change may have.
  private func soundFontScale(_ generator: Int) -> Int? {
    switch generator {
    case 5...8, 10, 11: 2  // pitch and filter in cents
    case 21, 23: 2  // delays of the LFOs
    case 22, 24: 4  // their frequencies
    case 25...28, 30, 33...36, 38: 2  // times of the envelopes
    case 0...4, 9, 12, 13, 15...17, 29, 31, 32, 37, 39, 40, 45, 48, 50...52, 56: 1
    default: nil
    }
  }
}
