import Synthesis

/// What an SFZ region asks for beyond what a SoundFont's can say.
struct SFZRules: Sendable {
  enum Trigger: Sendable { case attack, release, releaseKey, first, legato }

  /// A controller and a range of it, inclusive.
  struct Gate: Sendable, Hashable {
    var controller: Int
    var low: Double
    var high: Double

    func holds(_ value: Double) -> Bool { value >= low && value <= high }
  }

  /// Which plane of the sample: the only one, the left, the right.
  enum Side: Sendable { case mono, left, right }

  var trigger = Trigger.attack
  /// A factor on the level: volumes and amplitudes.
  var gain = 1.0
  /// How far velocity counts, −100…100; −100: soft is loud.
  var velocityTrack = 100.0
  /// The levels of some velocities, rising; in a line between them.
  var velocityCurve: [(velocity: Double, level: Double)] = []
  var isOneShot = false
  var loops: Bool?
  /// Frames of the file; the loop's end and the end are inclusive there, exclusive here.
  var start = 0
  var end: Int?
  var loopStart: Int?
  var loopEnd: Int?
  /// All must hold for the region to sound.
  var gates: [Gate] = []
  /// The controllers that start it, on entering their range.
  var starters: [Gate] = []
  var sequenceLength = 1
  var sequencePosition = 1
  var randomLow = 0.0
  var randomHigh = 1.0
  var lastSwitch: Int?
  var group = 0
  var offBy: Int?
  var offIsFast = true
  var isMonophonic = false
  var isMonophonicByKey = false
  /// Decibels that a release sample loses for each second that its key was down.
  var releaseDecay = 0.0
  var sample = 0

  /// The factor that velocity makes: (v/127)² at full track.
  func level(velocity: UInt8) -> Double {
    let v = Double(velocity)
    if let first = velocityCurve.first, let last = velocityCurve.last {
      if v <= first.velocity {
        return first.velocity > 0 ? first.level * v / first.velocity : first.level
      }
      if v >= last.velocity { return last.level }
      for (a, b) in zip(velocityCurve, velocityCurve.dropFirst()) where v <= b.velocity {
        return a.level + (b.level - a.level) * (v - a.velocity) / (b.velocity - a.velocity)
      }
    }
    let track = velocityTrack / 100
    if track == 0 { return 1 }
    let x = track > 0 ? v / 127 : (128 - v) / 127
    return ExactMath.pow(x, 2 * track.magnitude)
  }
}
