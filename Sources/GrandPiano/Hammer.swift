import Synthesis

/// A felt hammer and the strings that it strikes, simulated at some speeds and kept.
///
/// Felt pushes back with K·δ^p, δ its compression; the string is a sum of stiff-string modes. Anchors
/// from Chaigne & Askenfelt (1994), with stiffness and hardening fitted to recordings of three grands.
struct Hammer: Sendable {
  /// What a stroke leaves behind.
  struct Force: Sendable {
    /// The force at the bridge by partial, partial 1 first, over the hammer's speed; only ratios count.
    var partials: [Float]
    /// How long the hammer stays on the strings, in seconds.
    var contact: Double
  }

  /// The step between simulated velocities; between two of them amplitudes are interpolated.
  private static let step = 8.0
  private static let columns = 18

  private let string: PianoString
  private let partials: Int
  private let hardness: Double
  private var raw: [Force?]
  private var smooth: [Force?]

  /// The hammer of a string; `hardness` is a factor on its stiffness, `partials` how many are asked for.
  init(string: PianoString, partials: Int, hardness: Double) {
    self.string = string
    self.partials = partials
    self.hardness = hardness
    raw = [Force?](repeating: nil, count: Self.columns)
    smooth = raw
  }

  /// The blow at an effective velocity of 1…127.
  mutating func blow(velocity: Double) -> Force {
    let place = velocity / Self.step
    let below = max(0, min(Self.columns - 3, Int(place)))
    let share = Float(min(1, place - Double(below)))
    let soft = column(below)
    let loud = column(below + 1)
    var blow = soft
    for i in blow.partials.indices {
      blow.partials[i] += share * (loud.partials[i] - soft.partials[i])
    }
    blow.contact += Double(share) * (loud.contact - soft.contact)
    return blow
  }

  /// The mean of a column and its neighbours: nulls of the force pass over partials as the speed
  /// rises, which a real hammer's uneven felt blurs.
  private mutating func column(_ index: Int) -> Force {
    if let blow = smooth[index] { return blow }
    var blow = simulated(index)
    let below = simulated(max(0, index - 1))
    let above = simulated(min(Self.columns - 1, index + 1))
    for i in blow.partials.indices {
      blow.partials[i] =
        0.5 * blow.partials[i] + 0.25 * (below.partials[i] + above.partials[i])
    }
    smooth[index] = blow
    return blow
  }

  private mutating func simulated(_ index: Int) -> Force {
    if let blow = raw[index] { return blow }
    let speed = Touch.speed(Double(index) * Self.step)
    var blow = Felt(string: string, hardness: hardness, speed: speed).strike(partials: partials)
    Self.blendTreble(&blow, string: string)
    raw[index] = blow
    return blow
  }

  /// From F#5 up the force's nulls fall on the few partials that there are, and a note's level and
  /// tone would jump about; there a smooth envelope over the strike point's comb takes over.
  private static func blendTreble(_ blow: inout Force, string: PianoString) {
    let share = min(1, max(0, (Double(string.key) - 74) / 8))
    if share == 0 { return }
    let exponent = envelopeExponent[Double(string.key)]
    var logMean = 0.0
    var envelope = [Double](repeating: 0, count: blow.partials.count)
    for i in envelope.indices {
      let f = string.frequency(i + 1)
      let x = f * blow.contact / 1.6
      let comb = abs(ExactMath.sin(.pi * Double(i + 1) * string.strikePoint))
      envelope[i] = ExactMath.pow(1 + x * x, -exponent) * max(comb, 1e-3)
    }
    // Both are put on one level, that of their first three partials.
    let first = min(3, envelope.count)
    for i in 0..<first {
      logMean += ExactMath.log2(max(1e-30, Double(blow.partials[i])) / envelope[i])
    }
    let scale = ExactMath.exp2(logMean / Double(max(1, first)))
    for i in envelope.indices {
      let raw = max(1e-30, Double(blow.partials[i]))
      blow.partials[i] = Float(
        ExactMath.exp2(
          (1 - share) * ExactMath.log2(raw) + share * ExactMath.log2(envelope[i] * scale)))
    }
  }

  private static let envelopeExponent = Curve([(76, 1.7), (80, 2.0), (96, 2.0), (108, 2.5)])
}
