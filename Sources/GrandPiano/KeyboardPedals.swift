import Score
import Synthesis

// What the feet do: the dampers of all strings, those that are held up, and what a pedal's wood says.
extension Keyboard {
  /// The sustain pedal moves the dampers.
  ///
  /// No foot lifts a pedal for less than 30 ms: who writes so means a change of pedal, and the dampers
  /// lie on for 160 ms, long enough to silence a string of the middle (a damper takes 130 dB a second there)
  /// and as long as pianists take for it.
  mutating func moveDampers(_ channel: UInt16, to value: UInt8, at frame: Int) {
    let player = player(channel)
    players[channel]?.sustain = value
    let (before, after) = (coupling(player.sustain), coupling(value))
    let isWaiting = player.rises > frame
    if before == after, !isWaiting { return }
    cancelRise(channel, after: frame)
    if before < 0.5, after >= 0.5 { players[channel]?.fell = frame }
    var due = frame
    if after < 0.5, before >= 0.5, let fell = player.fell, frame - fell < frames(0.03) {
      due = fell + frames(0.16)
    } else if after < 0.5, isWaiting {
      due = player.rises
    }
    players[channel]?.rises = due
    add(.pedal(channel: channel, coupling: coupling(value)), at: due)
  }

  private mutating func cancelRise(_ channel: UInt16, after frame: Int) {
    upcoming.removeAll {
      if case .pedal(channel, _) = $0.gesture { return $0.frame > frame }
      return false
    }
  }

  /// A key that was struck at a change of pedal and is let go during it: the pedal has to catch it.
  mutating func hurryRise(_ channel: UInt16, _ key: UInt8, at frame: Int) {
    let player = player(channel)
    guard player.rises > frame, let fell = player.fell, player.pressed[Int(key)] >= fell else {
      return
    }
    cancelRise(channel, after: frame)
    players[channel]?.rises = frame
    add(.pedal(channel: channel, coupling: coupling(player.sustain)), at: frame)
  }

  mutating func setSostenuto(_ channel: UInt16, isDown: Bool, at frame: Int) {
    let player = player(channel)
    if isDown == player.isSostenutoDown { return }
    var keys = KeySet()
    if isDown {
      for key in UInt8(0)..<128 where player.down[Int(key)] > 0 { keys.insert(key) }
    }
    players[channel]?.isSostenutoDown = isDown
    players[channel]?.sostenuto = keys
    add(.sostenuto(channel: channel, keys: keys), at: frame)
  }

  mutating func pedalNoise(_ channel: UInt16, _ noise: Mechanism, at frame: Int) {
    if settings.noise <= 0 { return }
    let gain =
      ExactMath.gain(decibels: noise.level) * settings.noise * Double(level(player(channel)))
    add(.noise(workshop.burst(noise), gain: Float(gain)), at: frame)
  }

  /// How far the dampers lie on: all the way to 20, not at all from 85, a smooth cubic between.
  func coupling(_ sustain: UInt8) -> Float {
    if !settings.halfPedal { return sustain >= 64 ? 0 : 1 }
    let x = min(1, max(0, (Float(sustain) - 20) / 65))
    return 1 - x * x * (3 - 2 * x)
  }
}
