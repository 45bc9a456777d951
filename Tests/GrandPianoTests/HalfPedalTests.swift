import GrandPiano
import Synthesis
import Testing

/// Half pedal in its three phases: free, against the damper, free again (Lehtonen, Askenfelt &
/// Välimäki, JASA-EL 126 (2009) EL49).
@Suite("Half pedal of the grand") struct HalfPedalTests {
  static let rate = 8000

  /// A key let go at 0.4 s over half a pedal: the levels around some times, in decibels.
  static func levels(_ key: UInt8, velocity: UInt8, at times: [Double], pedal: UInt8 = 50)
    -> [Double]
  {
    var playing = Playing(rate: rate)
    playing.settings.noise = 0
    playing.control(64, pedal, at: 0)
    playing.note(key, velocity: velocity, on: 0, off: 0.4)
    let sound = playing.sound(seconds: (times.max() ?? 0) + 0.05)
    return times.map { sound.level(from: $0 - 0.05, to: $0 + 0.05, rate: rate) }
  }

  @Test("Slow, then fast, then slow again", arguments: [36, 48, 60] as [UInt8])
  func phases(key: UInt8) {
    let level = Self.levels(key, velocity: 100, at: [0.25, 0.4, 0.5, 0.65, 2.0, 2.4])
    // Decibels a second.
    let free = (level[0] - level[1]) / 0.15
    let touching = (level[2] - level[3]) / 0.15
    let again = (level[4] - level[5]) / 0.4
    #expect(touching > 2 * free, "\(free) \(touching) \(again)")
    #expect(touching > 2.5 * again, "\(free) \(touching) \(again)")
  }

  @Test(
    "It limits: of a loud note it takes more than of a soft one", arguments: [36, 60] as [UInt8])
  func limits(key: UInt8) {
    func loss(_ velocity: UInt8) -> Double {
      let half = Self.levels(key, velocity: velocity, at: [1.5])[0]
      return Self.levels(key, velocity: velocity, at: [1.5], pedal: 127)[0] - half
    }
    #expect(loss(112) > loss(30) + 3)
  }
}
