import Synthesis

/// How fast partials die, in 1/s (amplitude e^(−σt)): laws fitted to recordings of three grands.
///
/// σ = b1 + b3·f² + κ·r^γ with f in kHz and r the key's pitch over middle C's: losses in the string and
/// the air, and losses through the bridge, once a reflection.
enum Decay {
  /// The loud first part of a partial's sound.
  static func prompt(key: Double, frequency: Double) -> Double {
    let f = min(frequency / 1000, 4.5)
    let law = 0.68 + 0.65 * f * f + 1.88 * ExactMath.pow(pitch(key), 0.76)
    return law * promptCorrection[key]
  }

  /// The soft long part that follows: strings out of phase, and vibration along the soundboard.
  static func aftersound(key: Double, frequency: Double) -> Double {
    let f = frequency / 1000
    let law = 0.086 + 0.114 * f * f + 0.124 * ExactMath.pow(pitch(key), 1.24)
    return law * aftersoundCorrection[key]
  }

  /// The aftersound's start against the prompt sound, in decibels, without scatter.
  static func aftersoundLevel(key: Double, partial: Int) -> Double {
    aftersoundByKey[key] + aftersoundByPartial[Double(partial)]
  }

  /// The least start of the aftersound, in decibels.
  static let aftersoundFloor = Curve([(58, -60), (64, -25), (82, -22)])

  /// What a full damper adds at the bottom of the spectrum; nothing from F#6 up, half at F6.
  static func damper(key: Int) -> Double {
    if key > 89 { return 0 }
    return damperByKey[Double(key)] * (key == 89 ? 0.5 : 1)
  }

  /// How much better a damper takes a partial than the lowest ones.
  static func damperWeight(frequency: Double) -> Double { 1 + 0.25 * frequency / 1000 }

  /// The amplitude, in dBFS, from which a string touches a damper that lies half on: the bass, which
  /// swings widest, is limited most (Lehtonen, Askenfelt & Välimäki, JASA-EL 126 (2009) EL49).
  static let damperGap = Curve([(21, -48), (60, -60), (88, -70)])

  private static func pitch(_ key: Double) -> Double { ExactMath.exp2((key - 60) / 12) }

  private static let promptCorrection = Curve([
    (21, 1.15), (30, 1.2), (36, 1.12), (42, 0.95), (45, 0.78), (57, 0.8), (64, 0.95), (70, 1.2),
    (75, 1.2), (80, 1.12), (84, 1.3), (88, 1.4), (96, 1.6), (108, 1.5),
  ])
  /// Around C4 a little more, so that a note caught by the pedal there decays like one held.
  private static let aftersoundCorrection = Curve([
    (57, 0.8), (60, 1.2), (63, 0.9), (72, 0.8), (80, 0.95), (85, 1.3), (92, 1.25), (104, 1.1),
  ])
  private static let aftersoundByKey = Curve([
    (25, -24), (35, -18), (45, -21), (55, -20), (65, -20), (75, -18), (84, -17), (94, -19),
  ])
  private static let aftersoundByPartial = Curve([
    (1, -6), (2, -2), (3, 0), (6, 0), (9, 5), (12, 4), (15, 6),
  ])
  private static let damperByKey = Curve([
    (24, 7), (36, 9), (48, 12), (60, 15), (72, 18), (88, 15),
  ])
}
