/// The modes of one voice, computed 16 frames at a time.
///
/// A mode of 16 lanes steps by y[k] = 2·Re(z¹⁶)·y[k−16] − |z|³²·y[k−32]: three products a frame with
/// the stereo share. The 32 frames of history come from the complex amplitude in double precision once
/// a page and from a table of z⁰…z¹⁵, so rounding cannot pile up.
struct ModeBank: Sendable {
  /// Frames of a page.
  static let pageFrames = 1024
  /// Frames of a chunk.
  static let chunkFrames = 16
  /// Below this amplitude (−130 dBFS) a mode is not begun.
  static let leastStart = 3.162e-7
  /// A mode fades out when it has fallen by 45 dB and below −105 dBFS, or below −140 dBFS.
  static let leastFall = 5.623e-3
  static let fadeFloors = 1e-7...5.623e-6
  /// Below this amplitude (−160 dBFS) a fading mode is over.
  static let modeFloor = 1e-8
  /// Below this amplitude (−100 dBFS) all modes together fade out.
  static let floor = 1e-5

  private(set) var modes: [Mode] = []
  /// Real and imaginary part of z⁰…z¹⁵, two entries a mode.
  private var tables: [SIMD16<Float>] = []
  private var natures: [Nature] = []

  /// What is rarely asked of a mode.
  private struct Nature: Sendable {
    /// The radians a frame when the pitch wheel rests.
    var turn: Double
    /// The power below which it fades out.
    var floor: Double
  }

  var isEmpty: Bool { modes.isEmpty }

  init() {}

  mutating func reserve(_ count: Int) {
    modes.reserveCapacity(count)
    tables.reserveCapacity(2 * count)
    natures.reserveCapacity(count)
  }

  /// Adds a mode of amplitude (`real`, `imaginary`) that turns by `radians` and decays by `nepers` a
  /// frame.
  mutating func append(
    real: Double, imaginary: Double, radians: Double, nepers: Double, ratio: Float, weight: Float
  ) {
    append(
      Mode(radians: radians, nepers: nepers, ratio: ratio, weight: weight),
      real: real, imaginary: imaginary)
    natures.append(Nature(turn: radians, floor: Self.floor(of: modes[modes.count - 1])))
  }

  /// Adds a mode like one of `other`, with another amplitude.
  mutating func append(from other: ModeBank, at index: Int, real: Double, imaginary: Double) {
    var mode = other.modes[index]
    mode.real = real
    mode.imaginary = imaginary
    modes.append(mode)
    tables.append(other.tables[2 * index])
    tables.append(other.tables[2 * index + 1])
    natures.append(Nature(turn: other.natures[index].turn, floor: Self.floor(of: mode)))
  }

  private mutating func append(_ mode: Mode, real: Double, imaginary: Double) {
    var mode = mode
    mode.real = real
    mode.imaginary = imaginary
    modes.append(mode)
    let (tableReal, tableImaginary) = mode.table
    tables.append(tableReal)
    tables.append(tableImaginary)
  }

  /// Drops the modes that are too soft to begin.
  mutating func prune() { keep { $0.power >= Self.leastStart * Self.leastStart } }

  private static func floor(of mode: Mode) -> Double {
    let least = fadeFloors.lowerBound * fadeFloors.lowerBound
    let most = fadeFloors.upperBound * fadeFloors.upperBound
    return max(least, min(most, mode.power * leastFall * leastFall))
  }

  /// Lets the modes that have died away fade out, all of them where their sum has, and drops those that
  /// have faded; answers the power of what is left.
  mutating func cull() -> Double {
    var sum = 0.0
    keep { mode in
      let power = mode.power
      sum += power
      return power >= Self.modeFloor * Self.modeFloor
    }
    let isOver = sum < Self.floor * Self.floor
    for i in modes.indices where !modes[i].isFading {
      if isOver || modes[i].power < natures[i].floor { fade(at: i) }
    }
    return sum
  }

  /// 50 dB in a page: a mode that has died away takes one page more, or two.
  private mutating func fade(at index: Int) {
    damp(at: index, by: 5.8 / Double(Self.pageFrames))
    modes[index].isFading = true
  }

  private mutating func keep(_ isKept: (Mode) -> Bool) {
    var kept = 0
    for i in modes.indices where isKept(modes[i]) {
      if kept != i {
        modes[kept] = modes[i]
        tables[2 * kept] = tables[2 * i]
        tables[2 * kept + 1] = tables[2 * i + 1]
        natures[kept] = natures[i]
      }
      kept += 1
    }
    modes.removeLast(modes.count - kept)
    tables.removeLast(tables.count - 2 * kept)
    natures.removeLast(natures.count - kept)
  }

  /// Moves the amplitudes on by `frames`, 0…1024.
  mutating func advance(_ frames: Int) {
    if frames == 0 { return }
    if frames == Self.pageFrames {
      for i in modes.indices {
        let mode = modes[i]
        modes[i].real = mode.real * mode.pageReal - mode.imaginary * mode.pageImaginary
        modes[i].imaginary = mode.real * mode.pageImaginary + mode.imaginary * mode.pageReal
      }
      return
    }
    for i in modes.indices {
      let mode = modes[i]
      let power = Phasor(mode.stepReal, mode.stepImaginary).power(frames)
      let moved = Phasor(mode.real, mode.imaginary) * power
      modes[i].real = moved.real
      modes[i].imaginary = moved.imaginary
    }
  }

  /// Adds `nepers` a frame, times each mode's weight, to the damping.
  mutating func damp(by nepers: Double) {
    for i in modes.indices where !modes[i].isFading {
      damp(at: i, by: nepers * Double(modes[i].weight))
    }
  }

  /// Turns all modes by the factor `new` instead of `old`; what would pass the sample rate's reach
  /// fades out instead.
  mutating func bend(from old: Double, to new: Double) {
    for i in modes.indices where !modes[i].isFading {
      if natures[i].turn * new > 0.98 * .pi {
        fade(at: i)
      } else {
        modes[i].turn(by: natures[i].turn * (new - old))
        (tables[2 * i], tables[2 * i + 1]) = modes[i].table
      }
    }
  }

  private mutating func damp(at index: Int, by nepers: Double) {
    let size = modes[index].damp(by: nepers)
    tables[2 * index] *= size
    tables[2 * index + 1] *= size
  }

  /// The sound of the next `chunks` chunks (an even number) from the start of the page.
  func render(chunks: Int, into page: inout Page) {
    page.clear(chunks: chunks)
    Self.render(modes, tables, chunks: chunks, left: &page.left, right: &page.right)
  }

  /// Two modes at a time and eight lanes at a time fill the sixteen registers of SSE2 just so.
  private static func render(
    _ modes: [Mode], _ tables: [SIMD16<Float>], chunks: Int,
    left: inout [SIMD8<Float>], right: inout [SIMD8<Float>]
  ) {
    let modes = modes.span
    let tables = tables.span
    var left = left.mutableSpan
    var right = right.mutableSpan
    let count = modes.count
    let rounds = chunks / 2
    var i = 0
    while i < count {
      let p = modes[i]
      let isPair = i + 1 < count
      let j = isPair ? i + 1 : i
      var q = modes[j]
      if !isPair {
        q.real = 0
        q.imaginary = 0
      }
      let (p0, p1) = p.history(tables[2 * i], tables[2 * i + 1])
      let (q0, q1) = q.history(tables[2 * j], tables[2 * j + 1])
      let pTwice = 2 * p.chunkReal
      let pSquare = p.chunkReal * p.chunkReal + p.chunkImaginary * p.chunkImaginary
      let qTwice = 2 * q.chunkReal
      let qSquare = q.chunkReal * q.chunkReal + q.chunkImaginary * q.chunkImaginary
      let pRatio = p.ratio
      let qRatio = q.ratio
      for half in 0..<2 {
        var a = half == 0 ? p0.lowHalf : p0.highHalf
        var b = half == 0 ? p1.lowHalf : p1.highHalf
        var c = half == 0 ? q0.lowHalf : q0.highHalf
        var d = half == 0 ? q1.lowHalf : q1.highHalf
        var k = half
        for _ in 0..<rounds {
          left[k] += a + c
          right[k] += a * pRatio + c * qRatio
          a = b * pTwice - a * pSquare
          c = d * qTwice - c * qSquare
          k += 2
          left[k] += b + d
          right[k] += b * pRatio + d * qRatio
          b = a * pTwice - b * pSquare
          d = c * qTwice - d * qSquare
          k += 2
        }
      }
      i += 2
    }
  }
}
