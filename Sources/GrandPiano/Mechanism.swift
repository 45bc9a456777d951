/// The noises of the piano's wood, felt and pedals.
enum Mechanism: Sendable, Hashable {
  /// Key and hammer stop: a zone of the keyboard, an octave each from 0.
  case knock(zone: Int)
  /// A damper falls.
  case thump
  case pedalDown
  case pedalUp

  /// The knock of the zone around a key.
  static func knock(near key: UInt8) -> Mechanism {
    .knock(zone: max(0, min(7, (Int(key) - 18) / 12)))
  }

  /// The knock's RMS in the first 100 ms against the strings', in decibels: measured on three grands.
  static let knockLevel = Curve([
    (21, -30), (48, -26), (60, -22), (72, -17), (84, -13), (96, -10.5), (108, -7.5),
  ])

  /// The RMS of the first 100 ms, in dBFS: the thump peaks 30 dB below a mezzoforte note, the pedal
  /// 38 dB.
  var level: Double {
    switch self {
    case .knock: 0
    case .thump: -66
    case .pedalDown: -74
    case .pedalUp: -72
    }
  }

  var recipe: Burst.Recipe {
    var recipe = Burst.Recipe()
    switch self {
    case .knock(let zone):
      let key = Double(24 + 12 * zone)
      recipe.corner = Self.knockCorner[key]
      recipe.rumble = Self.knockRumble[key]
      recipe.loss = Self.knockLoss[key]
      recipe.highest = 8000
      recipe.extra = 5.5
      recipe.number = zone
    case .thump:
      recipe.lowest = 100
      recipe.highest = 1500
      recipe.corner = 260
      recipe.rumble = 160
      recipe.count = 60
      recipe.swell = 0.006
      recipe.extra = 7
      recipe.loss = 0.4
      recipe.number = 20
    case .pedalDown, .pedalUp:
      recipe.lowest = 50
      recipe.highest = 1200
      recipe.corner = 130
      recipe.rumble = 60
      recipe.count = 60
      recipe.swell = self == .pedalUp ? 0.008 : 0.03
      recipe.extra = self == .pedalUp ? 18 : 8
      recipe.loss = 0.5
      recipe.number = self == .pedalUp ? 22 : 21
    }
    return recipe
  }

  private static let knockCorner = Curve([
    (24, 250), (60, 450), (72, 700), (84, 1800), (96, 3500), (108, 4000),
  ])
  private static let knockRumble = Curve([(60, 90), (84, 180), (96, 500), (108, 700)])
  /// Light treble strings leave the soundboard's short waves ringing longer.
  private static let knockLoss = Curve([(60, 1), (84, 0.6), (100, 0.45)])
}
