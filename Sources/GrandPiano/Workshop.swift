import Score
import Synthesis

/// Where the strings and hammers of a piano are made, each when it is first needed, and kept.
struct Workshop: Sendable {
  /// A key under a tuning and a position of the soft pedal.
  private struct Place: Hashable {
    var key: UInt8
    var cents: Double
    var isSoft = false
  }

  private let settings: GrandPiano.Settings
  private let rate: Int
  private let touch: Touch
  private let voicing: Voicing
  private let scatter: Scatter
  private var courses: [Place: Course] = [:]
  private var hammers: [Place: Hammer] = [:]
  private var bursts: [Mechanism: Burst] = [:]

  /// Tunings change by pitch wheels too, so what is kept has a limit.
  private static let most = 512

  init(settings: GrandPiano.Settings, rate: Int) {
    self.settings = settings
    self.rate = rate
    touch = Touch(settings.velocityCurve)
    voicing = Voicing(settings.preset)
    scatter = Scatter(seed: settings.seed)
  }

  /// The strings that a note sets going, and what the hammer does to them.
  mutating func blow(note: Note, isSoft: Bool, cents: Double) -> (course: Course, blow: Blow) {
    let key = note.key & 127
    let course = course(key, cents: cents)
    let place = Place(key: key, cents: 0, isSoft: isSoft)
    if hammers[place] == nil {
      // A hammer is made for its key's own string, whatever the first note's tuning was.
      let own = self.course(key, cents: 0)
      hammers[place] = Hammer(
        string: own.string, partials: own.partials.count,
        hardness: voicing.hardness * (isSoft ? 0.6 : 1))
    }
    let force =
      hammers[place]?.blow(velocity: min(127, touch.effective(note.velocity)))
      ?? Hammer.Force(partials: [], contact: 0.002)
    // Every note is brought to the level that its velocity and key ask for, by the energy of the
    // first half second: the felt decides the tone, never how loud the note is as a whole.
    var energy = 0.0
    var startEnergy = 0.0
    var amplitudes = [Float](repeating: 0, count: course.partials.count)
    for i in 0..<min(amplitudes.count, force.partials.count) {
      let partial = course.partials[i]
      let amplitude = Double(force.partials[i]) * partial.gain
      amplitudes[i] = Float(amplitude)
      energy += amplitude * amplitude * partial.energy
      startEnergy += amplitude * amplitude * partial.startEnergy
    }
    let level =
      Self.level + touch.level(note.velocity) + Soundboard.balance[Double(key)]
      - (isSoft ? 0.5 : 0)
    let rms = (energy / (2 * 0.5)).squareRoot()
    let scale = Float(ExactMath.gain(decibels: level) / max(rms, 1e-12))
    for i in amplitudes.indices { amplitudes[i] *= scale }
    var result = Blow(amplitudes: amplitudes, fade: max(0.0008, 0.6 * force.contact))
    if isSoft { result.prompt = 0.7 }
    if settings.noise > 0 {
      let start = (startEnergy / (2 * 0.1)).squareRoot() * Double(scale)
      let loudness = Mechanism.knockLevel[Double(key)]
      result.knock = burst(Mechanism.knock(near: key))
      result.knockGain = Float(start * ExactMath.gain(decibels: loudness) * settings.noise)
    }
    return (course, result)
  }

  /// A noise, made when it is first needed.
  mutating func burst(_ noise: Mechanism) -> Burst {
    if let burst = bursts[noise] { return burst }
    let burst = Burst(noise.recipe, rate: rate, scatter: scatter)
    bursts[noise] = burst
    return burst
  }

  /// The RMS of velocity 100 in the middle of the keyboard over half a second, in dBFS.
  private static let level = -31.0

  private mutating func course(_ key: UInt8, cents: Double) -> Course {
    let place = Place(key: key, cents: cents)
    if let course = courses[place] { return course }
    let string = PianoString(key: Int(key), settings: settings, cents: cents)
    let course = Course(string: string, rate: rate, voicing: voicing, scatter: scatter)
    if courses.count >= Self.most { courses = [:] }
    courses[place] = course
    return course
  }
}
