import Synthesis

/// The strings of one key: pitch, stiffness, dimensions, and where the hammer meets them.
struct PianoString: Sendable {
  /// The MIDI key number.
  let key: Int
  /// The frequency that a string without stiffness would have, in hertz.
  let base: Double
  /// The coefficient B of f(n) = n·base·√(1 + B·n²) (Fletcher).
  let inharmonicity: Double
  /// How many strings the hammer strikes.
  let count: Int
  /// The speaking length in metres.
  let length: Double
  /// The tension of one string in newtons.
  let tension: Double
  /// The strike point as a share of the length.
  let strikePoint: Double

  /// The strings of `key` in a piano with these settings; `cents` retunes the first partial.
  init(key: Int, settings: GrandPiano.Settings, cents: Double = 0) {
    let m = Double(key)
    self.key = key
    inharmonicity = Self.inharmonicity(m)
    let temper = settings.temperament.indices.contains(key) ? settings.temperament[key] : 0
    let octaves = (m - 69) / 12 + (Self.stretch[m] * settings.stretch + temper + cents) / 1200
    base = settings.a4 * ExactMath.exp2(octaves) / (1 + inharmonicity).squareRoot()
    count = key < 31 ? 1 : key < 43 ? 2 : 3
    length = Self.length[m]
    tension = Self.tension[m]
    strikePoint = Self.strikePoint[m]
  }

  /// The frequency of partial `n` (from 1), in hertz.
  func frequency(_ n: Int) -> Double {
    let n = Double(n)
    return n * base * (1 + inharmonicity * n * n).squareRoot()
  }

  /// The frequency of the lowest vibration along the string: the base times √(E·A/T), with the core's
  /// cross-section A, since windings weigh but do not stretch.
  var longitudinal: Double {
    let diameter = Self.core[Double(key)] / 1000
    return base * (2.0e11 * .pi / 4 * diameter * diameter / tension).squareRoot()
  }

  /// Core diameters of the bass and tenor of a Steinway D in millimetres (Chabassier's table).
  private static let core = Curve([
    (27, 1.492), (36, 1.051), (44, 1.095), (53, 1.049), (57, 1.027),
  ])

  /// The law of two bridges (Rigaud, David & Daudet, DAFx-11) with numbers of a neutral concert grand.
  static func inharmonicity(_ key: Double) -> Double {
    ExactMath.exp(-0.0940 * key - 6.40) + ExactMath.exp(0.0900 * key - 13.45)
  }

  /// The first partial against equal temperament, in cents: the mean of three measured grands.
  static let stretch = Curve([
    (21, -16), (24, -12), (31, -7), (40, -3.5), (47, -1.5), (55, -0.7), (69, 0), (80, 2.2),
    (88, 5.5), (96, 13.5), (104, 26), (108, 36),
  ])
  /// Steinway D lengths (Chabassier's table), smoothed.
  static let length = Curve([
    (21, 2.020), (27, 1.965), (36, 1.602), (44, 1.591), (51, 1.074), (57, 0.773), (60, 0.657),
    (66, 0.476), (72, 0.344), (78, 0.249), (84, 0.180), (90, 0.131), (96, 0.095), (102, 0.069),
    (108, 0.052),
  ])
  /// Steinway D tensions (Chabassier's table).
  static let tension = Curve([
    (21, 1700), (27, 1773), (36, 915), (44, 783), (53, 766), (57, 755), (73, 695), (84, 693),
    (91, 689), (96, 670), (102, 631), (108, 600),
  ])
  /// About an eighth, less in the top octave.
  static let strikePoint = Curve([(60, 0.122), (84, 0.118), (96, 0.095), (108, 0.070)])
}
