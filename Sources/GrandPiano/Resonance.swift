import Synthesis

/// The strings that nobody strikes: each open one answers the sound that reaches its bridge.
///
/// A string is open while its damper is off: its key is down, the sustain or sostenuto pedal holds the
/// damper up, or there is none. The lowest partials of every string are resonators; what drives them
/// is the sum of all that sounds, the string's own voice included.
struct Resonance: Sendable {
  private let share: Int
  private let shares: Int
  /// Frames a second at which the resonators run.
  private let rate: Double
  private let factor: Int
  private var resonators: [Resonator] = []
  /// Where a key's resonators stand.
  private var ranges = [Range<Int>](repeating: 0..<0, count: 128)
  private var bank = ResonatorBank()
  private var keys: [KeyState]
  private var couplings: [UInt16: Float] = [:]
  private var latches: [UInt16: KeySet] = [:]
  /// What it sounds in the block.
  private(set) var block = StereoBlock(frames: 0)

  /// One string's partial.
  private struct Resonator: Sendable {
    var key: Int
    var frequency: Double
    var decay: Double
  }

  /// Whose fingers are on a key, by channel.
  private struct KeyState: Sendable {
    /// The damper's position by channel, where it is not fully on.
    var raised: [UInt16: Float] = [:]
    /// How much damping works now: 0 none … 1 all.
    var damping: Float
    /// The pitch wheel's factor for the fingers, and for the strings as they are tuned now.
    var bend = 1.0
    var tunedBend = 1.0
  }

  /// Share `share` of `shares` of the resonators of a piano.
  init(
    share: Int, of shares: Int, rate: Int, slow: SlowRate, settings: GrandPiano.Settings,
    scatter: Scatter
  ) {
    self.share = share
    self.shares = shares
    factor = slow.factor
    self.rate = Double(rate) / Double(slow.factor)
    keys = (0..<128).map { KeyState(damping: Decay.damper(key: $0) > 0 ? 1 : 0) }
    var index = 0
    for key in 21...108 {
      let string = PianoString(key: key, settings: settings)
      let first = resonators.count
      defer { ranges[key] = first..<resonators.count }
      for n in Self.partials(key) {
        index += 1
        let frequency = Detuning.aftersound(string, n, scatter)
        if index % shares != share || frequency > 0.36 * self.rate { continue }
        let decay = 0.6 + Decay.aftersound(key: Double(key), frequency: frequency)
        let pan = 2 * scatter.uniform(.resonance, key, n) - 1
        let gain = 2 * Self.level * Self.coupling[Double(key)] / self.rate
        resonators.append(Resonator(key: key, frequency: frequency, decay: decay))
        bank.append(
          left: Float(gain * (1 + 0.6 * pan)), right: Float(gain * (1 - 0.6 * pan)),
          advance: 2 * .pi * frequency * slow.delay)
        bank.tune(
          resonators.count - 1, to: pole(resonators.count - 1), isOpen: keys[key].damping == 0)
      }
    }
  }

  /// How fast a driven string gains on what drives it, an amplitude a second.
  private static let level = 1.0
  /// By register (Van Duyne's table of sustain-pedal levels).
  private static let coupling = Curve([
    (21, 0.25), (36, 0.20), (48, 0.125), (60, 0.075), (72, 0.05), (84, 0.03), (96, 0.01),
  ])

  private static func partials(_ key: Int) -> ClosedRange<Int> {
    key < 48 ? 2...6 : key < 60 ? 1...6 : key < 72 ? 1...3 : key < 84 ? 1...2 : 1...1
  }

  private func pole(_ index: Int) -> (radians: Double, nepers: Double) {
    let resonator = resonators[index]
    let weight = Decay.damperWeight(frequency: resonator.frequency)
    let amount = Double(keys[resonator.key].damping)
    let decay =
      resonator.decay + amount * amount * Decay.damper(key: resonator.key) * weight
    let frequency = min(0.4 * rate, resonator.frequency * keys[resonator.key].tunedBend)
    return (2 * .pi * frequency / rate, decay / rate)
  }

  /// Whether a string still rings.
  var isSounding: Bool { bank.isRinging }

  /// Renders the answer to `input`, slow frames from `start` on.
  mutating func render(_ gestures: [TimedGesture], to input: [Float], from start: Int) {
    block.clear(frames: input.count)
    var now = 0
    for timed in gestures {
      guard changes(timed.gesture) else { continue }
      let frame = min(input.count, (timed.frame + factor - 1) / factor - start)
      bank.render(input, now..<frame, start: start, into: &block)
      now = frame
      retune()
    }
    bank.render(input, now..<input.count, start: start, into: &block)
  }

  /// Takes note of a gesture; answers whether dampers or pitches move.
  private mutating func changes(_ gesture: Gesture) -> Bool {
    switch gesture {
    case .strike(let strike):
      keys[Int(strike.key)].raised[strike.channel] = 0
      keys[Int(strike.key)].bend = strike.bend
    case .bend(let channel, let factor):
      for key in keys.indices where keys[key].raised[channel] != nil { keys[key].bend = factor }
    case .damper(let channel, let key, let position):
      keys[Int(key)].raised[channel] = position < 1 ? position : nil
    case .pedal(let channel, let coupling): couplings[channel] = coupling < 1 ? coupling : nil
    case .sostenuto(let channel, let held): latches[channel] = held.isEmpty ? nil : held
    default: return false
    }
    return true
  }

  private mutating func retune() {
    let pedal = couplings.values.min() ?? 1
    for key in keys.indices {
      let isLatched = latches.values.contains { $0.contains(UInt8(key)) }
      let raised = keys[key].raised.values.min() ?? 1
      let damping = isLatched || Decay.damper(key: key) == 0 ? 0 : min(pedal, raised)
      if damping == keys[key].damping, keys[key].bend == keys[key].tunedBend { continue }
      keys[key].damping = damping
      keys[key].tunedBend = keys[key].bend
      // A string counts as open when its damper is all but off: else half a pedal would ring on.
      for index in ranges[key] {
        bank.tune(index, to: pole(index), isOpen: damping < 0.1)
      }
    }
  }
}
