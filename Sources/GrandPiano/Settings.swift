extension GrandPiano {
  /// What can be set of a piano before it plays.
  public struct Settings: Sendable, Hashable {
    /// The frequency of A4 in hertz, 200…1000.
    public var a4 = 440.0
    /// How much the octaves are stretched: 0 equal-tempered first partials, 1 as tuners do, to 2.
    public var stretch = 1.0
    /// Cents added to each key, by MIDI key number; keys beyond the end get none.
    public var temperament: [Double] = []
    /// The character of the instrument.
    public var preset = Preset.grand
    /// How loud the mechanism is (key-off thump, dampers, pedals, hammer knock): 0 silent, 1 as measured.
    public var noise = 1.0
    /// How a key's velocity becomes a hammer's speed.
    public var velocityCurve = VelocityCurve.natural
    /// Whether the sustain pedal works by degrees; otherwise it is down from 64.
    public var halfPedal = true
    /// Whether the percussion channels, 10 of each port, are played as well.
    public var playsPercussion = false
    /// The seed of the piano's irregularities: another seed is another instrument of the same make.
    public var seed: UInt64 = 0

    /// The settings of a well-kept concert grand.
    public init() {}
  }

  /// The relation of MIDI velocity to loudness.
  public enum VelocityCurve: Sendable, Hashable {
    /// A Disklavier's: 0.28 dB a step (Goebl & Bresin; Palmer & Brown 1991).
    case natural
    /// General MIDI's recommendation: level 40·log10(velocity/127).
    case gm
    /// Velocities are first raised: 127·(velocity/127)^power; above 1 softer, below 1 louder.
    case power(Double)
  }

  /// A character that differs from others in numbers only.
  public enum Preset: String, Sendable, Hashable, CaseIterable {
    /// A neutral concert grand.
    case grand
    /// Softer hammers and a darker soundboard.
    case mellow
    /// Harder hammers and a brighter soundboard.
    case bright
  }
}

/// The numbers of a preset.
struct Voicing: Sendable {
  /// A factor on the felt's stiffness.
  var hardness: Double
  /// A tilt of the soundboard above 500 Hz, in decibels an octave.
  var tilt: Double
  /// A factor on the decay rates of the strings.
  var damping: Double

  init(_ preset: GrandPiano.Preset) {
    switch preset {
    case .grand: self.init(hardness: 1, tilt: 0, damping: 1)
    case .mellow: self.init(hardness: 0.5, tilt: -1.0, damping: 1.05)
    case .bright: self.init(hardness: 2.2, tilt: 1.0, damping: 0.95)
    }
  }

  private init(hardness: Double, tilt: Double, damping: Double) {
    self.hardness = hardness
    self.tilt = tilt
    self.damping = damping
  }
}
