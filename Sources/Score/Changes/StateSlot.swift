/// A part of the state that messages set.
enum StateSlot: Hashable {
  case controller(UInt8, UInt8)
  case program(UInt8)
  case pressure(UInt8)
  case wheel(UInt8)
  case meter
  case key

  /// Whether it is one of the two numbers of a bank.
  var isBank: Bool {
    if case .controller(_, let number) = self { number == 0 || number == 32 } else { false }
  }

  /// What a message sets; nil where it is not set back.
  init?(_ message: Message) {
    switch message {
    case .controller(let channel, let number, _):
      // Parameters (RPN, NRPN, data entry) and channel modes are no state of their own.
      if [6, 38, 96, 97, 98, 99, 100, 101].contains(number) || number >= 120 { return nil }
      self = .controller(channel, number)
    case .program(let channel, _): self = .program(channel)
    case .channelPressure(let channel, _): self = .pressure(channel)
    case .pitchBend(let channel, _): self = .wheel(channel)
    case .meter: self = .meter
    case .keySignature: self = .key
    default: return nil
    }
  }

  /// The state before any message; nil where nothing stands for it.
  var initial: Message? {
    switch self {
    case .controller(let channel, let number):
      let value: UInt8
      switch number {
      case 7: value = 100
      case 8, 10: value = 64
      case 11: value = 127
      default: value = 0
      }
      return .controller(channel: channel, number: number, value: value)
    case .program(let channel): return .program(channel: channel, number: 0)
    case .pressure(let channel): return .channelPressure(channel: channel, value: 0)
    case .wheel(let channel): return .pitchBend(channel: channel, value: 8192)
    case .meter: return .meter(beats: 4, unit: 4)
    case .key: return .keySignature(sharps: 0, minor: false)
    }
  }
}
