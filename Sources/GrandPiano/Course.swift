import Synthesis

/// All that a key's strings will ever do, worked out once: their partials, and for each the modes that
/// it is made of.
///
/// A partial of a unison is two or three modes: the prompt sound, in which the strings push the bridge
/// together; the aftersound, in which they push against each other or swing along the soundboard
/// (Weinreich 1977); in low partials of three strings a third between them. A further short mode of
/// the opposite sign makes the partial swell instead of start.
final class Course: Sendable {
  /// One partial: where its modes stand in the bank, and the energy of its first half second.
  struct Partial: Sendable {
    /// The frequency of the prompt sound in hertz.
    var frequency: Double
    /// The radiation at that frequency with the piano's own irregularity, as a factor.
    var gain: Double
    /// The sum over both channels of the integral of the square, in seconds, at amplitude 1.
    var energy: Double
    /// The same of its first 100 ms.
    var startEnergy: Double
    /// The modes, if it lies below the sample rate's reach.
    var modes: Range<Int>
  }

  /// A sound of the string's changing length: the tension of a string that swings wide rises twice a
  /// period, so sums of two neighbouring partials' frequencies sound, with the product of their
  /// amplitudes, and so does the string's own vibration along its length.
  struct Phantom: Sendable {
    /// The lower ones of the pairs of neighbouring partials that drive it, from 0.
    var partials: Range<Int>
    /// Its amplitude at amplitudes of 1.
    var gain: Double
    /// Its mode, if it lies below the sample rate's reach.
    var modes: Range<Int>

    /// Its amplitude at the partials' amplitudes.
    func amplitude(_ amplitudes: [Float]) -> Double {
      var sum = 0.0
      for i in partials { sum += Double(amplitudes[i]) * Double(amplitudes[i + 1]) }
      return gain * sum
    }
  }

  let string: PianoString
  let partials: [Partial]
  let phantoms: [Phantom]
  /// The modes at amplitude 1, undamped.
  let template: ModeBank
  /// The complex amplitudes of the template's modes.
  let amplitudes: [Phasor]
  /// What a full damper adds to the lowest partials' decay, in 1/s.
  let damper: Double
  /// The amplitude at which the strings touch a damper that lies half on.
  let gap: Double

  /// Partials above this, or above 0.45 of the sample rate, are left out.
  static let highest = 16_000.0
  static let most = 120

  init(string: PianoString, rate: Int, voicing: Voicing, scatter: Scatter) {
    self.string = string
    damper = Decay.damper(key: string.key)
    gap = ExactMath.gain(decibels: Decay.damperGap[Double(string.key)])
    var builder = Builder(string: string, rate: Double(rate), voicing: voicing, scatter: scatter)
    builder.build()
    partials = builder.partials
    phantoms = builder.phantoms
    template = builder.bank
    amplitudes = builder.amplitudes
  }

  /// How many partials a string has below the limit.
  static func partialCount(_ string: PianoString) -> Int {
    var count = 0
    while count < most, string.frequency(count + 1) < highest { count += 1 }
    return count
  }
}

/// Works a course out, partial by partial.
private struct Builder {
  let string: PianoString
  let rate: Double
  let voicing: Voicing
  let scatter: Scatter
  var partials: [Course.Partial] = []
  var phantoms: [Course.Phantom] = []
  var bank = ModeBank()
  var amplitudes: [Phasor] = []

  /// One mode before it has a place in the bank.
  struct Component {
    var amplitude: Double
    var frequency: Double
    var decay: Double
    var ratio: Double
  }

  init(string: PianoString, rate: Double, voicing: Voicing, scatter: Scatter) {
    self.string = string
    self.rate = rate
    self.voicing = voicing
    self.scatter = scatter
  }

  mutating func build() {
    let count = Course.partialCount(string)
    bank.reserve(4 * count)
    for n in stride(from: 1, through: count, by: 1) { add(n) }
    for n in stride(from: 2, through: min(count - 1, 40), by: 1) {
      let decay =
        Decay.prompt(key: Double(string.key), frequency: string.frequency(n))
        + Decay.prompt(key: Double(string.key), frequency: string.frequency(n + 1))
      addPhantom(
        string.frequency(n) + string.frequency(n + 1), decay: decay, of: n - 1..<n,
        gain: Self.phantomGain, draw: n)
    }
    addPhantom(
      string.longitudinal, decay: Self.longitudinalDecay, of: 0..<min(count - 1, 10),
      gain: Self.longitudinalGain, draw: 0)
  }

  private mutating func addPhantom(
    _ frequency: Double, decay: Double, of partials: Range<Int>, gain curve: Curve, draw n: Int
  ) {
    let gain = curve[Double(string.key)]
    if gain == 0 || frequency > 8000 || partials.isEmpty { return }
    let start = bank.modes.count
    if frequency < 0.45 * rate {
      bank.append(
        real: 0, imaginary: 0, radians: 2 * .pi * frequency / rate, nepers: decay / rate,
        ratio: scatter.uniform(.flip, string.key, n, 3) < 0.3 ? -1 : 1,
        weight: Float(Decay.damperWeight(frequency: frequency)))
      amplitudes.append(Phasor(radians: .pi * scatter.normal(.phase, string.key, -n), nepers: 0))
    }
    let level = 4 * scatter.normal(.level, string.key, -n)
    phantoms.append(
      Course.Phantom(
        partials: partials, gain: gain * ExactMath.gain(decibels: level),
        modes: start..<bank.modes.count))
  }

  /// In the lowest three octaves.
  private static let phantomGain = Curve([(21, 1.2), (40, 1), (55, 0)])
  private static let longitudinalGain = Curve([(21, 0.4), (40, 0.35), (55, 0)])
  /// In 1/s.
  private static let longitudinalDecay = 8.0

  private mutating func add(_ n: Int) {
    let key = string.key
    let frequency = string.frequency(n)
    let left = leftGain(n)
    let parts = components(n, frequency)
    let phase = Phasor(radians: phaseSpread * scatter.normal(.phase, key, n), nepers: 0)
    let start = bank.modes.count
    if frequency < 0.45 * rate {
      for part in parts {
        bank.append(
          real: 0, imaginary: 0, radians: 2 * .pi * part.frequency / rate,
          nepers: part.decay / rate, ratio: Float(part.ratio),
          weight: Float(Decay.damperWeight(frequency: frequency)))
        amplitudes.append(
          Phasor(part.amplitude * left * phase.real, part.amplitude * left * phase.imaginary))
      }
    }
    let level =
      Soundboard.response(frequency)
      + voicing.tilt * max(0, ExactMath.log2(frequency / 500))
      + min(9, max(-12, 5 * scatter.normal(.level, key, n)))
    partials.append(
      Course.Partial(
        frequency: frequency, gain: ExactMath.gain(decibels: level),
        energy: Self.energy(parts, span: 0.5) * left * left,
        startEnergy: Self.energy(parts, span: 0.1) * left * left,
        modes: start..<bank.modes.count))
  }

  /// Radians of deviation of the partials' phases at the microphones.
  private let phaseSpread = 1.0

  private func leftGain(_ n: Int) -> Double {
    ExactMath.gain(decibels: difference(n) / 2)
  }

  /// Left less right in decibels; where one partial carries the note, a wide draw would throw the key to
  /// one side of its neighbours.
  private func difference(_ n: Int) -> Double {
    let width = string.key > 60 && n <= 2 ? 3.0 : 6
    return Soundboard.pan[Double(string.key)]
      + width * (scatter.uniform(.pan, string.key, n) - 0.5)
  }

  private func components(_ n: Int, _ frequency: Double) -> [Component] {
    let key = Double(string.key)
    // Where few partials carry a note, one free draw would make its decay a stranger's.
    let isFew = key > 60
    let limit = isFew && n <= 3 ? (n == 1 ? 0.4 : 1) : 4
    let draw = max(-limit, min(limit, scatter.normal(.prompt, string.key, n)))
    let prompt =
      Decay.prompt(key: key, frequency: frequency) * voicing.damping * ExactMath.exp(0.5 * draw)
    let lateDraw = max(-limit, min(limit, scatter.normal(.aftersound, string.key, n)))
    let late = min(
      prompt / 2.2,
      Decay.aftersound(key: key, frequency: frequency) * voicing.damping
        * ExactMath.exp(0.35 * lateDraw))
    let levelDraw = 5 * scatter.normal(.aftersoundLevel, string.key, n)
    let highest = isFew && n <= 3 ? (n == 1 ? 0.0 : 2.5) : 15
    let lateLevel = min(
      -5,
      max(
        Decay.aftersoundLevel(key: key, partial: n) + min(highest, levelDraw),
        Decay.aftersoundFloor[key]))
    let spread = Detuning.spread(string, scatter)
    let ratio = ExactMath.gain(decibels: -difference(n))
    let flip = scatter.uniform(.flip, string.key, n)
    var parts = [
      Component(
        amplitude: 1, frequency: frequency, decay: prompt,
        ratio: n > 3 && flip < 0.15 ? -ratio : ratio),
      Component(
        amplitude: ExactMath.gain(decibels: lateLevel),
        frequency: Detuning.aftersound(string, n, scatter), decay: late,
        ratio: scatter.uniform(.flip, string.key, n, 1) < 0.3 ? -ratio : ratio),
    ]
    if string.count == 3, n <= 6 {
      let isFlipped = scatter.uniform(.flip, string.key, n, 2) < 0.3 && !(isFew && n <= 2)
      parts.append(
        Component(
          amplitude: 0.25, frequency: frequency * ExactMath.exp2(-0.5 * spread / 1200),
          decay: 0.5 * (prompt + late), ratio: isFlipped ? -ratio : ratio))
    }
    // The swelling mode takes each channel back to 0 at the start.
    let leftSum = parts.reduce(0) { $0 + $1.amplitude }
    let rightSum = parts.reduce(0) { $0 + $1.amplitude * $1.ratio }
    let swell = min(0.010, max(0.0013, 2.6 / frequency))
    parts.append(
      Component(
        amplitude: -leftSum, frequency: frequency, decay: prompt + 1 / swell,
        ratio: rightSum / leftSum))
    return parts
  }

  /// The integral over the first `span` seconds of the squares of both channels: modes of one partial
  /// overlap, so every pair of them counts.
  private static func energy(_ parts: [Component], span: Double) -> Double {
    var sum = 0.0
    for a in parts {
      for b in parts {
        let decay = a.decay + b.decay
        let beat = 2 * .pi * (a.frequency - b.frequency)
        // ∫ e^((−decay + i·beat)t) dt = (1 − e^(…)) / (decay − i·beat); its real part.
        let end = Phasor(radians: beat * span, nepers: decay * span)
        let real = 1 - end.real
        let imaginary = -end.imaginary
        let size = decay * decay + beat * beat
        let integral = (real * decay - imaginary * beat) / size
        sum += 0.5 * a.amplitude * b.amplitude * (1 + a.ratio * b.ratio) * integral
      }
    }
    return max(1e-12, sum)
  }
}
