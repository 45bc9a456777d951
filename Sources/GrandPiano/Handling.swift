/// What is being done to the strings of one blow: where its damper lies, whether a hammer is in the
/// way, how the wheel bends them, how loud their channel is.
struct Handling: Sendable, Equatable {
  private let channel: UInt16
  private let key: UInt8
  /// The key's own damper: 0 off the strings, 1 on them.
  private var position: Float = 0
  /// The sustain pedal: 0 all dampers off, 1 where their keys put them.
  private(set) var coupling: Float
  private var isLatched: Bool
  private var isTouched = false
  private var isSilenced = false
  /// The factor on frequencies.
  private(set) var bend: Double
  /// The level, as a factor.
  private(set) var gain: Float

  /// The state in which a blow finds its strings.
  init(_ strike: Strike) {
    channel = strike.channel
    key = strike.key
    coupling = strike.coupling
    isLatched = strike.isLatched
    bend = strike.bend
    gain = strike.gain
  }

  /// The state after a gesture.
  func after(_ gesture: Gesture) -> Handling {
    var next = self
    switch gesture {
    case .strike(let strike) where strike.channel == channel && strike.key == key:
      next.isTouched = true
      next.position = 0
    case .hammerGone(channel, key): next.isTouched = false
    case .damper(channel, key, let position): next.position = position
    case .pedal(channel, let coupling): next.coupling = coupling
    case .sostenuto(channel, let keys): next.isLatched = keys.contains(key)
    case .silence(channel): next.isSilenced = true
    case .level(channel, let gain): next.gain = gain
    case .bend(channel, let factor): next.bend = factor
    default: break
    }
    return next
  }

  /// The decay in 1/s that all this adds, for a full damper's; `contact` is how much of a half raised
  /// damper's work is done.
  ///
  /// A hammer on a ringing string takes 6 dB in its 30 ms; all sound off takes 100 dB in 25 ms.
  func damping(_ full: Double, contact: Double) -> Double {
    if isSilenced { return 460 }
    let held = isLatched ? 0 : Double(min(position, coupling))
    return held * held * full * contact + (isTouched ? 23 : 0)
  }
}
