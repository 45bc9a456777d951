/// Concert pitch as the registered parameters of MIDI: coarse tuning in semitones (RPN 2), fine tuning
/// in 1/8192 of a semitone (RPN 1), then no parameter (RPN 127, 127).
enum ScriptTuning {
  /// The controller messages for a channel.
  static func messages(_ ratio: Rational, channel: UInt8) -> [Message] {
    let (semitones, fine) = parameters(ratio)
    var messages: [Message] = []
    func send(_ number: UInt8, _ value: Int) {
      messages.append(
        .controller(channel: channel, number: number, value: UInt8(clamping: value)))
    }
    if semitones != 0 {
      send(101, 0)
      send(100, 2)
      send(6, 64 + semitones)
    }
    send(101, 0)
    send(100, 1)
    send(6, fine >> 7)
    send(38, fine & 127)
    send(101, 127)
    send(100, 127)
    return messages
  }

  /// The cents that these messages add.
  static func cents(_ ratio: Rational) -> Double {
    let (semitones, fine) = parameters(ratio)
    return 100 * (Double(semitones) + Double(fine - 8192) / 8192)
  }

  private static func parameters(_ ratio: Rational) -> (semitones: Int, fine: Int) {
    let cents = 1200 * binaryLogarithm(ratio.double)
    let semitones = (cents / 100).rounded()
    let fine = min(16383, max(0, 8192 + Int(((cents - 100 * semitones) * 81.92).rounded())))
    return (Int(semitones), fine)
  }
}
