import Synthesis

/// A modulator: a controller, shaped by a curve and scaled by another, added to a generator
/// (SoundFont 2.04, 8.2 and 9.5).
struct Modulator: Sendable, Hashable {
  /// The controller and its curve, as the file has them (8.2.1).
  var source: UInt16
  /// The generator that it changes.
  var destination: UInt16
  /// The most that it adds, in the generator's units.
  var amount: Int
  /// The controller that scales the amount.
  var amountSource: UInt16
  /// 0: as it is; 2: without its sign.
  var transform: UInt16

  /// Whether two do the same, so that one stands for the other (8.2: all but the amount are equal).
  func isSame(as other: Modulator) -> Bool {
    source == other.source && destination == other.destination
      && amountSource == other.amountSource && transform == other.transform
  }

  /// Why it cannot be played, or nil.
  ///
  /// Links (modulators that feed others) are refused: no player is
  /// known to play them, and a bank that has one is better without it than with half of it.
  var problem: String? {
    if source & 0xFF == 127 || destination & 0x8000 != 0 { return "linked modulator" }
    if !Modulator.isKnown(source) || !Modulator.isKnown(amountSource) { return "unknown source" }
    if destination >= 60 || transform != 0 && transform != 2 {
      return "unknown destination or transform"
    }
    return nil
  }

  private static func isKnown(_ source: UInt16) -> Bool {
    let number = Int(source & 0x7F)
    if source >> 10 > 3 { return false }
    if source & 0x80 != 0 {
      // Bank select, data entry, parameter numbers and channel modes cannot modulate (8.2.1).
      return ![0, 6, 32, 38].contains(number) && !(98...101).contains(number) && number < 120
    }
    return [0, 2, 3, 10, 13, 14, 16].contains(number)
  }

  /// The default modulators (8.4.1 to 8.4.10, in this order). Two differ from the letter as the field differs:
  ///
  /// - 8.4.2, velocity to filter cutoff, is left out. All versions take −2400 cents times 1 − velocity/128 off
  ///   the cutoff; 2.01 scales that by a switch of the same velocity (0x0D02, so only below 64), 2.04 by
  ///   nothing. So a bank made for one sounds wrong by the other, and either darkens banks that were voiced
  ///   without: FluidSynth 2.3 plays neither, which the tests of both backends hear (third octaves agree at
  ///   velocity 40, 80 and 120), nor does BASSMIDI. A bank's own modulator of that kind is played.
  /// - 8.4.6, pan, has an amount of 500 tenths of a percent, not 1000: the controller's range is the
  ///   generator's (and hardware's) range, −500…500; twice as much would be hard left at 32.
  static let defaults: [Modulator] = [
    Modulator(source: 0x0502, destination: 48, amount: 960, amountSource: 0, transform: 0),
    Modulator(source: 0x000D, destination: 6, amount: 50, amountSource: 0, transform: 0),
    Modulator(source: 0x0081, destination: 6, amount: 50, amountSource: 0, transform: 0),
    Modulator(source: 0x0587, destination: 48, amount: 960, amountSource: 0, transform: 0),
    Modulator(source: 0x028A, destination: 17, amount: 500, amountSource: 0, transform: 0),
    Modulator(source: 0x058B, destination: 48, amount: 960, amountSource: 0, transform: 0),
    Modulator(source: 0x00DB, destination: 16, amount: 200, amountSource: 0, transform: 0),
    Modulator(source: 0x00DD, destination: 15, amount: 200, amountSource: 0, transform: 0),
    Modulator(source: 0x020E, destination: 59, amount: 12700, amountSource: 0x0010, transform: 0),
  ]

  /// A modulator's value for a note on a channel.
  func value(_ note: NoteSources, _ channel: ChannelState) -> Double {
    let first = Modulator.read(source, note, channel)
    if first == 0 { return 0 }
    let second = amountSource == 0 ? 1 : Modulator.read(amountSource, note, channel)
    var product = Double(amount) * first * second
    // The modulation range (RPN 5) is for the default modulator of the wheel.
    if source == 0x0081, destination == 6 { product *= channel.modulationCents / 50 }
    return transform == 2 && product < 0 ? -product : product
  }

  /// A controller after its curve: 0…1, or −1…1 where it is bipolar.
  private static func read(
    _ source: UInt16, _ note: NoteSources, _ channel: ChannelState
  ) -> Double {
    let number = Int(source & 0x7F)
    var value: Double  // of 0…128
    if source & 0x80 != 0 {
      value = channel.value(number)
    } else {
      switch number {
      case 0: return 1  // "no controller" counts as 1 (8.2.1)
      case 2: value = Double(note.velocity)
      case 3: value = Double(note.key)
      case 10: value = Double(channel.keyPressures[note.keyStruck] ?? 0)
      case 13: value = Double(channel.pressure)
      case 14: value = Double(channel.bend) / 128
      // The range counts semitones of 127, so that an amount of 12700 cents means cents.
      case 16: return channel.bendRangeCents / 12700
      default: return 0
      }
    }
    let isFalling = source & 0x100 != 0
    let isBipolar = source & 0x200 != 0
    switch source >> 10 {
    case 0:
      value = isFalling ? 128 - value : value
      return isBipolar ? value / 64 - 1 : value / 128
    case 1, 2:
      // 127 stands for 127/128 here as in a straight line: so full velocity and volume leave 0.14 dB.
      let x = value < 128 ? value / 128 : 1
      let rising = isFalling ? 1 - x : x
      func curve(_ x: Double) -> Double {
        source >> 10 == 1
          ? 1 - ModulationEnvelope.convex(1 - x) : ModulationEnvelope.convex(x)
      }
      if !isBipolar { return curve(rising) }
      return rising >= 0.5 ? curve(2 * rising - 1) : -curve(1 - 2 * rising)
    default:
      let isUp = (value >= 64) != isFalling
      return isUp ? 1 : (isBipolar ? -1 : 0)
    }
  }
}

/// What a note itself gives to modulators.
struct NoteSources: Sendable, Hashable {
  /// 0…127; a zone may fix both.
  var key: UInt8
  var velocity: UInt8
  /// The key that was struck.
  var keyStruck: UInt8
  /// That key's tuning when it was struck.
  var tuningCents = 0.0
  /// Which plane of a stereo sample it plays.
  var side = SFZRules.Side.mono
  /// A factor on its level.
  var gain = 1.0
}
