/// Four of a room's delay lines side by side: where they stand, and how they die away.
struct LineQuartet: Sendable {
  /// All lines of a room.
  typealias All = (LineQuartet, LineQuartet, LineQuartet, LineQuartet)

  /// What the matrix takes of each, a quarter for itself.
  let gain: SIMD4<Float>
  private let damping: SIMD4<Float>
  private var a = 0
  private var b = 0
  private var c = 0
  private var d = 0

  /// Four lines of these lengths, whose sound decays by 60 dB in `decay` seconds, at 4 kHz in half of that.
  init(seconds: [Double], rate: Int, decay: Double) {
    let lost = seconds.map { ExactMath.exp2(-$0 / decay * 9.96578428466208705) }  // 10⁻³ in `decay`
    gain = SIMD4(lost.map { Float($0 * 0.25) })
    damping = SIMD4(lost.map { Float(Self.pole(ratio: $0, rate: rate)) })
  }

  /// The pole of a one-pole low-pass, unity at 0 Hz, whose gain at 4 kHz is `ratio`.
  ///
  /// With it a line decays there twice as fast. At rates where 4 kHz is at the edge it is what they have.
  private static func pole(ratio: Double, rate: Int) -> Double {
    let cosine = ExactMath.cos(2 * Double.pi * min(4000, 0.45 * Double(rate)) / Double(rate))
    // (1 − p)² = r² (1 − 2 p cos ω + p²)
    let a = 1 - ratio * ratio
    let b = 1 - ratio * ratio * cosine
    return a <= 0 ? 0 : (b - (b * b - a * a).squareRoot()) / a
  }

  /// Puts the lines' heads at these places of the memory.
  mutating func stand(at places: ArraySlice<Int>) {
    let first = places.startIndex
    (a, b, c, d) = (places[first], places[first + 1], places[first + 2], places[first + 3])
  }

  /// What comes out of the lines, `i` frames on.
  @inline(__always)
  func read(_ memory: borrowing MutableSpan<Float>, _ i: Int) -> SIMD4<Float> {
    SIMD4(memory[a &+ i], memory[b &+ i], memory[c &+ i], memory[d &+ i])
  }

  /// Puts into the lines what comes out of them one length later.
  @inline(__always)
  func write(_ fed: SIMD4<Float>, _ memory: inout MutableSpan<Float>, _ i: Int) {
    memory[a &+ i] = fed[0]
    memory[b &+ i] = fed[1]
    memory[c &+ i] = fed[2]
    memory[d &+ i] = fed[3]
  }

  /// What is left of it behind the low-passes, which have answered `last`; next to nothing becomes nothing.
  @inline(__always)
  func damped(_ out: SIMD4<Float>, after last: SIMD4<Float>) -> SIMD4<Float> {
    // 1 − p and p: unity at 0 Hz.
    let next = out + (last - out) * damping
    let tiny = next .< Float.quietest .& next .> -Float.quietest
    return next.replacing(with: 0, where: tiny)
  }
}
