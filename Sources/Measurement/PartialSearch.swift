import Synthesis

/// Finds the partials with which a note stands out from what sounded before it.
struct PartialSearch: Sendable {
  /// A partial where it was found.
  struct Partial: Sendable {
    let number: Int
    let hertz: Double
    /// Its power, in squares of full scale.
    let power: Double
    /// How often that is the power that was there before the note.
    let rise: Double
  }

  private let transform: FourierTransform
  private let window: [Float]
  private let rate: Double
  private let size: Int

  /// A search at a rate; its windows are a tenth to a fifth of a second.
  init(rate: Int) {
    var size = 256
    while size * 10 < rate { size *= 2 }
    self.size = size
    self.rate = Double(rate)
    transform = FourierTransform(size: size)
    window = (0..<size).map {
      Float(0.5 - 0.5 * ExactMath.cos(6.283185307179586 * (Double($0) + 0.5) / Double(size)))
    }
  }

  /// The partials of these numbers of a note that begins at a frame, those that rise most first.
  ///
  /// Strings are stiff: the n-th is looked for up to n²/2 · 0.001 above n times the first. What is 50 dB below
  /// the loudest of them is left out.
  func partials(
    _ numbers: [Int], of f0: Double, from onset: Int, in samples: [Float]
  ) -> [Partial] {
    let gap = Int(rate / 200)
    let before = powers(samples, from: onset - gap - size)
    let after = powers(samples, from: onset)
    let bin = rate / Double(size)
    var found: [Partial] = []
    for number in numbers {
      let nominal = f0 * Double(number)
      let most = nominal + min(0.4 * f0, nominal * 0.0005 * Double(number * number))
      let low = max(2, Int((nominal * 0.996 / bin).rounded(.down)))
      let high = min(size / 2 - 3, Int((most * 1.004 / bin).rounded(.up)))
      guard low <= high, let peak = (low...high).max(by: { after[$0] < after[$1] }),
        after[peak] > after[peak - 1], after[peak] >= after[peak + 1]
      else { continue }
      let place = Double(peak) + Self.vertex(after[peak - 1], after[peak], after[peak + 1])
      let old = before[peak - 2...peak + 2].max() ?? 0
      found.append(
        Partial(
          number: number, hertz: place * bin, power: Double(after[peak]),
          rise: Double(after[peak] / max(old, 1e-14))))
    }
    let loudest = found.map(\.power).max() ?? 0
    // More than 30 dB is as good as silence before: then the lowest come first.
    func worth(_ partial: Partial) -> Double { min(partial.rise, 1000) }
    return found.filter { $0.power > max(1e-11, 1e-5 * loudest) }.sorted {
      worth($0) != worth($1) ? worth($0) > worth($1) : $0.number < $1.number
    }
  }

  /// A sine of the amplitude 1 has the power 1 in its bin.
  private func powers(_ samples: [Float], from start: Int) -> [Float] {
    var piece = samples.piece(from: start, count: size)
    for i in piece.indices { piece[i] *= window[i] }
    let (real, imaginary) = transform.spectrum(of: piece)
    let scale = 16 / (Float(size) * Float(size))
    return real.indices.map { (real[$0] * real[$0] + imaginary[$0] * imaginary[$0]) * scale }
  }

  /// Where between the neighbours of a peak its vertex lies, −0.5…0.5: a parabola through the levels.
  private static func vertex(_ left: Float, _ middle: Float, _ right: Float) -> Double {
    func level(_ power: Float) -> Double { ExactMath.log2(Double(max(power, 1e-20))) }
    let (l, m, r) = (level(left), level(middle), level(right))
    let curve = l - 2 * m + r
    return curve < 0 ? min(0.5, max(-0.5, 0.5 * (l - r) / curve)) : 0
  }
}
