/// What a channel's controllers stand at.
struct ChannelState: Sendable {
  /// By number.
  var controllers: [UInt8]
  /// 0…16383.
  var bend: UInt16 = 8192
  var bendRangeCents = 200.0
  /// How far the modulation wheel bends at its highest.
  var modulationCents = 50.0
  /// Channel aftertouch.
  var pressure: UInt8 = 0
  /// Aftertouch by key.
  var keyPressures: [UInt8: UInt8] = [:]
  /// Cents added to every note, and by key.
  var tuningCents = 0.0
  var keyTunings: [UInt8: Double] = [:]
  /// Offsets of generators (SoundFont 2.04, 9.6.2), by number.
  var offsets: [Int: Double] = [:]

  /// A level for everything, 0…1.
  var masterVolume = 1.0

  /// A channel at power on: volume 100, pan 64, expression 127 (General MIDI, RP-015).
  init() {
    controllers = [UInt8](repeating: 0, count: 128)
    controllers[7] = 100
    controllers[8] = 64
    controllers[10] = 64
    controllers[11] = 127
  }

  /// A controller, 0…127 and the fraction that its low byte gives it.
  func value(_ number: Int) -> Double {
    let high = Double(controllers[number])
    switch number {
    case 1, 7, 10, 11: return high + Double(controllers[number + 32]) / 128
    default: return high
    }
  }

  var sustains: Bool { controllers[64] >= 64 || controllers[69] >= 64 }
  var holdsSostenuto: Bool { controllers[66] >= 64 }
}
