/// The colours of a picture.
public enum Theme: String, Sendable, Hashable, CaseIterable {
  /// Dark on white, for paper.
  case light
  /// Light on near-black, for screens.
  case dark

  var paper: Colour { self == .light ? Colour(0xFFFFFF) : Colour(0x16181D) }
  /// The ground of a lane.
  var ground: Colour { self == .light ? Colour(0xF7F8FA) : Colour(0x1D2026) }
  /// The rows of black keys.
  var shade: Colour { self == .light ? Colour(0xECEEF2) : Colour(0x181A20) }
  var ink: Colour { self == .light ? Colour(0x22262E) : Colour(0xE4E7EC) }
  var faintInk: Colour { self == .light ? Colour(0x6B7280) : Colour(0x9AA2AF) }
  /// Bar lines.
  var grid: Colour { self == .light ? Colour(0xC9CED6) : Colour(0x3A404B) }
  /// Beats and seconds.
  var faintGrid: Colour { self == .light ? Colour(0xE3E6EB) : Colour(0x292D35) }
  var wave: Colour { self == .light ? Colour(0x3B6EA8) : Colour(0x7FB2E5) }
  var difference: Colour { self == .light ? Colour(0xC0392B) : Colour(0xF2786B) }
  var pedal: Colour { self == .light ? Colour(0x8A6D3B) : Colour(0xD9B36C) }
  var whiteKey: Colour { self == .light ? Colour(0xFFFFFF) : Colour(0xE9E9E6) }
  var blackKey: Colour { Colour(0x23252B) }

  /// A voice's hue: told apart by people with any colour vision (Okabe and Ito's palette).
  private static let voices: [UInt32] = [
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xB8860B, 0x56B4E9, 0x7A5195, 0x5F6B7A,
  ]

  /// A note of a voice: the harder it is struck, the fuller its colour.
  func note(voice: Int, velocity: UInt8) -> Colour {
    let hue = Colour(Self.voices[voice % Self.voices.count])
    // The palette is made for paper: on a dark ground it wants some light.
    let full = self == .light ? hue : Colour.between(hue, Colour(0xFFFFFF), 0.35)
    let share = 0.25 + 0.75 * Double(min(velocity, 127)) / 127
    return Colour.between(ground, full, share)
  }

  /// A level of a spectrogram, 0 (silent) to 1 (loudest): from the ground through blue and orange.
  func heat(_ share: Double) -> Colour {
    let stops: [Colour] =
      self == .light
      ? [
        ground, Colour(0xBBD3EA), Colour(0x4F8FC9), Colour(0x5B4B9A), Colour(0xB3324F),
        Colour(0x2B0A12),
      ]
      : [
        ground, Colour(0x1F3A6B), Colour(0x5A3F9E), Colour(0xC0476D), Colour(0xF29A4B),
        Colour(0xFDF3C4),
      ]
    let x = min(1, max(0, share)) * Double(stops.count - 1)
    let i = min(Int(x), stops.count - 2)
    return Colour.between(stops[i], stops[i + 1], x - Double(i))
  }
}
