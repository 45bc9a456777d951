/// What the mechanism of the piano does at a frame: the player's events as strings and dampers feel
/// them.
enum Gesture: Sendable {
  /// A hammer strikes.
  case strike(Strike)
  /// The hammer that struck a ringing string is off it again.
  case hammerGone(channel: UInt16, key: UInt8)
  /// A key's damper moves: 0 off the strings, 1 on them.
  case damper(channel: UInt16, key: UInt8, position: Float)
  /// The sustain pedal moves all dampers: 0 all off, 1 where their keys put them.
  case pedal(channel: UInt16, coupling: Float)
  /// The sostenuto pedal holds the dampers of these keys off; none when it is up.
  case sostenuto(channel: UInt16, keys: KeySet)
  /// The mechanism is heard.
  case noise(Burst, gain: Float)
  /// A channel's pitch wheel, as a factor on frequencies.
  case bend(channel: UInt16, factor: Double)
  /// A channel's level, as a factor.
  case level(channel: UInt16, gain: Float)
  /// All that a channel sounds ends at once.
  case silence(channel: UInt16)
}

/// A gesture and its frame.
struct TimedGesture: Sendable {
  var frame: Int
  var gesture: Gesture
}

/// A hammer blow, ready to sound.
struct Strike: Sendable {
  var note: Int32
  var channel: UInt16
  var key: UInt8
  /// The strings.
  var course: Course
  /// What the hammer does to them.
  var blow: Blow
  /// The sustain pedal as it stands.
  var coupling: Float
  /// Whether the sostenuto pedal holds the key's damper off.
  var isLatched: Bool
  /// The channel's pitch wheel as it stands, as a factor on frequencies.
  var bend: Double
  /// The channel's level as it stands.
  var gain: Float
}

/// What a hammer does to its strings.
struct Blow: Sendable {
  /// The amplitude of each partial.
  var amplitudes: [Float]
  /// The prompt sound's share of it, against the aftersound: 1, less when the hammer misses a string.
  var prompt = 1.0
  /// The seconds in which the sound fades in.
  var fade: Double
  /// The knock of key and hammer on wood.
  var knock: Burst?
  var knockGain: Float = 0
}

/// A set of MIDI keys.
struct KeySet: Sendable, Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The empty set.
  init() {}

  var isEmpty: Bool { low | high == 0 }

  func contains(_ key: UInt8) -> Bool {
    (key < 64 ? low >> UInt64(key) : high >> UInt64(key & 63)) & 1 == 1
  }

  mutating func insert(_ key: UInt8) {
    if key < 64 { low |= 1 << UInt64(key) } else { high |= 1 << UInt64(key & 63) }
  }
}
