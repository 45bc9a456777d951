import Synthesis

/// Where modes are summed, in the vectors in which they are computed, before they go to planes.
struct Page: Sendable {
  var left: [SIMD8<Float>]
  var right: [SIMD8<Float>]

  /// Room for a page of modes.
  init() {
    left = [SIMD8<Float>](repeating: .zero, count: ModeBank.pageFrames / 8)
    right = left
  }

  /// Silence in the first `chunks` chunks.
  mutating func clear(chunks: Int) {
    for k in 0..<(chunks * ModeBank.chunkFrames / 8) {
      left[k] = .zero
      right[k] = .zero
    }
  }

  /// Writes the first `chunks` chunks to planes.
  func store(chunks: Int, left leftPlane: inout [Float], right rightPlane: inout [Float]) {
    let vectors = chunks * ModeBank.chunkFrames / 8
    Self.store(left, count: vectors, to: &leftPlane)
    Self.store(right, count: vectors, to: &rightPlane)
  }

  private static func store(_ vectors: [SIMD8<Float>], count: Int, to plane: inout [Float]) {
    let vectors = vectors.span
    var plane = plane.mutableSpan
    for k in 0..<count {
      let v = vectors[k]
      // Known to be small and positive, so that one check serves all eight and they become two stores.
      let place = (k &* 8) & 0xFFF_FFFF
      guard place &+ 7 < plane.count else { return }
      plane[place] = v[0]
      plane[place &+ 1] = v[1]
      plane[place &+ 2] = v[2]
      plane[place &+ 3] = v[3]
      plane[place &+ 4] = v[4]
      plane[place &+ 5] = v[5]
      plane[place &+ 6] = v[6]
      plane[place &+ 7] = v[7]
    }
  }
}

/// Sums parts of planes.
enum Plane {
  /// Adds `count` samples of `source` from `first` on, times `gain`, to `target` at `place`.
  static func add(
    _ source: [Float], from first: Int, count: Int, gain: Float, to target: inout [Float],
    at place: Int
  ) {
    if count <= 0 { return }
    let source = source.span.extracting(first..<(first + count))
    var target = target.mutableSpan
    precondition(place >= 0 && place + count <= target.count)
    for i in 0..<source.count { target[place &+ i] += gain * source[i] }
  }
}
