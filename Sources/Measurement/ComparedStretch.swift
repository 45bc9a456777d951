import Synthesis

/// What is measured of a stretch of two aligned recordings before their gain is known.
///
/// A few seconds stay in a cache while everything looks at them.
struct ComparedStretch: Sendable {
  /// Frames of a stretch.
  static let length = 1 << 17

  let products: Products
  /// B less A, and B turned over less A.
  let largest: (straight: LargestDifference, turned: LargestDifference)
  /// The mel levels of A and of B.
  let levels: (a: [Float], b: [Float])
  /// The K-weighted energies of the steps that begin here.
  let energies: (a: [Double], b: [Double])
  /// The powers of the steps of `Onsets` that begin here.
  let rises: (a: [Double], b: [Double])

  init(_ pair: AlignedPair, _ range: Range<Int>, rate: Int, bank: MelBank) {
    // Windows reach to both sides; the loudness's filters begin a step before.
    let step = GatedLoudness.step(rate: rate)
    let margin = max(bank.hop, step)
    let first = range.lowerBound - margin
    let a = pair.a.piece(from: first, count: range.count + 2 * margin)
    let b = pair.second(from: first, count: range.count + 2 * margin)
    let own = margin..<margin + range.count
    var products = Products()
    products.add(a.left, b.left, own)
    products.add(a.right, b.right, own)
    self.products = products
    largest = (
      LargestDifference(a, b, sign: 1, own, first: first),
      LargestDifference(a, b, sign: -1, own, first: first)
    )
    let (monoA, monoB) = (a.mono, b.mono)
    // The last column stands at or behind the last frame.
    let columns = Self.multiples(
      of: bank.hop,
      in: range.upperBound == pair.frames ? range.lowerBound..<pair.frames + 1 : range)
    let start = columns.lowerBound * bank.hop - bank.hop - first
    levels = (
      bank.levels(monoA, from: start, columns: columns.count),
      bank.levels(monoB, from: start, columns: columns.count)
    )
    rises = (
      Onsets.powers(monoA, of: range, first: first, frames: pair.frames, rate: rate),
      Onsets.powers(monoB, of: range, first: first, frames: pair.frames, rate: rate)
    )
    energies =
      rate < KWeighting.leastRate
      ? ([], []) : Self.energies(a, b, Self.multiples(of: step, in: range), step, first, rate)
  }

  /// What, times `step`, lies in a range.
  private static func multiples(of step: Int, in range: Range<Int>) -> Range<Int> {
    let from = (range.lowerBound + step - 1) / step
    return from..<max(from, (range.upperBound + step - 1) / step)
  }

  /// After a tenth of a second what the filters held before has fallen by 180 dB.
  private static func energies(
    _ a: StereoBlock, _ b: StereoBlock, _ steps: Range<Int>, _ step: Int, _ first: Int, _ rate: Int
  ) -> (a: [Double], b: [Double]) {
    var filter = KWeighting(rate: rate)
    let begin = steps.lowerBound * step - first
    if !steps.isEmpty { _ = filter.energies(a, b, begin - step..<begin) }
    var energies: (a: [Double], b: [Double]) = ([], [])
    for index in 0..<steps.count {
      let from = begin + index * step
      let energy = filter.energies(a, b, from..<from + step)
      energies.a.append(energy[0])
      energies.b.append(energy[1])
    }
    return energies
  }
}
