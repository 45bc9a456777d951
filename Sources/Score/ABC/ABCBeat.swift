/// How loud notes are by their place in the bar, after abc2midi's `%%MIDI beat`.
///
/// The first note of a bar has velocity `first`, one on a beat `strong`, any other `weak`. The dynamics
/// !pppp!…!ffff! are the triples of abc2midi's guide; without a sign it is !f!, as there.
struct ABCBeat {
  var first = 105
  var strong = 95
  var weak = 80
  /// A beat is strong when its number is a multiple of this.
  var every = 1
  /// f, m, p for parts of the bar, where `%%MIDI beatstring` gives them.
  var pattern: [UInt8] = []
  var hasAccents = true

  /// pppp, ppp, pp, p, mp, mf, f, ff, fff, ffff.
  static let dynamics = [
    (20, 10, 5), (30, 20, 10), (45, 35, 20), (60, 50, 35), (75, 65, 50), (90, 80, 65),
    (105, 95, 80), (120, 110, 95), (127, 125, 110), (127, 127, 120),
  ]

  mutating func set(_ level: Int) {
    (first, strong, weak) = Self.dynamics[min(max(level, 0), 9)]
  }

  mutating func add(_ change: Int) {
    first = min(max(first + change, 1), 127)
    strong = min(max(strong + change, 1), 127)
    weak = min(max(weak + change, 1), 127)
  }

  /// The velocity of a note so far (in whole notes) into a bar.
  func velocity(at offset: Rational, meter: ABCMeter) -> Int {
    guard hasAccents else { return strong }
    if !pattern.isEmpty, !meter.isFree {
      let part = offset / meter.barLength * Rational(pattern.count)
      let index = Int(part.floor % Int128(pattern.count))
      switch pattern[max(index, 0)] {
      case UInt8(ascii: "f"): return first
      case UInt8(ascii: "m"): return strong
      default: return weak
      }
    }
    if offset == .zero { return first }
    let beat = offset * Rational(meter.unit)
    return beat.denominator == 1 && beat.numerator % Int128(every) == 0 ? strong : weak
  }
}
