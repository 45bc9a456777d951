import Synthesis

/// A complex number in double precision, as far as modes need one.
struct Phasor: Sendable {
  var real, imaginary: Double

  init(_ real: Double, _ imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  /// e^(−nepers + i·radians).
  init(radians: Double, nepers: Double) {
    let size = ExactMath.exp(-nepers)
    self.init(size * ExactMath.cos(radians), size * ExactMath.sin(radians))
  }

  static func * (a: Phasor, b: Phasor) -> Phasor {
    Phasor(
      a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }

  /// The power of a whole exponent from 0 up, by squaring.
  func power(_ exponent: Int) -> Phasor {
    var result = Phasor(1, 0)
    var square = self
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = result * square }
      square = square * square
      rest >>= 1
    }
    return result
  }
}

/// A decaying sine: its state, how it turns, and where it sounds.
struct Mode: Sendable {
  /// The complex amplitude at the start of the page; the sound is its imaginary part.
  var real = 0.0
  var imaginary = 0.0
  /// The factor of one frame, e^(−σ+iω).
  var stepReal, stepImaginary: Double
  /// The factor of a page.
  var pageReal, pageImaginary: Double
  /// The factor of a chunk.
  var chunkReal, chunkImaginary: Float
  /// The right channel's share; the left one's is 1.
  var ratio: Float
  /// How strongly a damper takes it; 0 when it fades out.
  var weight: Float

  /// A mode without amplitude that turns by `radians` and decays by `nepers` a frame.
  init(radians: Double, nepers: Double, ratio: Float, weight: Float) {
    let step = Phasor(radians: radians, nepers: nepers)
    stepReal = step.real
    stepImaginary = step.imaginary
    (chunkReal, chunkImaginary) = (0, 0)
    (pageReal, pageImaginary) = (0, 0)
    self.ratio = ratio
    self.weight = weight
    setPowers()
  }

  /// Chunk and page from the step.
  private mutating func setPowers() {
    let chunk = Phasor(stepReal, stepImaginary).power(ModeBank.chunkFrames)
    let page = chunk.power(ModeBank.pageFrames / ModeBank.chunkFrames)
    chunkReal = Float(chunk.real)
    chunkImaginary = Float(chunk.imaginary)
    pageReal = page.real
    pageImaginary = page.imaginary
  }

  /// Real and imaginary parts of z⁰…z¹⁵.
  var table: (SIMD16<Float>, SIMD16<Float>) {
    var tableReal = SIMD16<Float>(repeating: 1)
    var tableImaginary = SIMD16<Float>(repeating: 0)
    var power = Phasor(1, 0)
    let step = Phasor(stepReal, stepImaginary)
    for k in 1..<16 {
      power = power * step
      tableReal[k] = Float(power.real)
      tableImaginary[k] = Float(power.imaginary)
    }
    return (tableReal, tableImaginary)
  }

  /// Whether it is on its way out, of no interest to dampers any more.
  var isFading: Bool {
    get { weight == 0 }
    set { weight = newValue ? 0 : weight }
  }

  /// The square of its amplitude in the louder channel.
  var power: Double {
    let share = Double(ratio) * Double(ratio)
    return (real * real + imaginary * imaginary) * (share > 1 ? share : 1)
  }

  /// The first two chunks of a page, from the table of z⁰…z¹⁵.
  @inline(__always)
  func history(
    _ tableReal: SIMD16<Float>, _ tableImaginary: SIMD16<Float>
  ) -> (SIMD16<Float>, SIMD16<Float>) {
    let x = Float(real)
    let y = Float(imaginary)
    let laterX = x * chunkReal - y * chunkImaginary
    let laterY = x * chunkImaginary + y * chunkReal
    return (
      tableImaginary * x + tableReal * y,
      tableImaginary * laterX + tableReal * laterY
    )
  }

  /// Turns faster by some radians a frame.
  mutating func turn(by radians: Double) {
    let step = Phasor(stepReal, stepImaginary) * Phasor(radians: radians, nepers: 0)
    stepReal = step.real
    stepImaginary = step.imaginary
    setPowers()
  }

  /// Adds to the damping; answers the factors for the table of z⁰…z¹⁵.
  mutating func damp(by nepers: Double) -> SIMD16<Float> {
    let factor = ExactMath.exp(-nepers)
    var size = SIMD16<Float>(repeating: 1)
    var power = 1.0
    for k in 1..<16 {
      power *= factor
      size[k] = Float(power)
    }
    let chunk = power * factor
    chunkReal *= Float(chunk)
    chunkImaginary *= Float(chunk)
    var page = chunk
    for _ in 0..<6 { page *= page }
    stepReal *= factor
    stepImaginary *= factor
    pageReal *= page
    pageImaginary *= page
    return size
  }
}
