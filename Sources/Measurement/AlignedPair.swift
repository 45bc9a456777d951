import Synthesis

/// Two recordings of one rate, the second laid on the first: its channels in their order, its lag taken out.
///
/// Where one of them holds nothing it is silent.
struct AlignedPair: Sendable {
  /// The first.
  let a: StereoBlock
  /// The frames of the longer one.
  let frames: Int
  private let b: StereoBlock
  private let reader: FractionalDelay

  init(_ a: StereoBlock, _ b: StereoBlock, _ alignment: Alignment) {
    self.a = a
    frames = max(a.frames, b.frames)
    var ordered = b
    if alignment.isSwapped { (ordered.left, ordered.right) = (b.right, b.left) }
    self.b = ordered
    reader = FractionalDelay(frames: alignment.lagFrames)
  }

  /// A stretch of the second, in the time of the first.
  func second(from start: Int, count: Int) -> StereoBlock {
    var piece = StereoBlock(frames: 0)
    piece.left = reader.read(b.left, from: start, count: count)
    piece.right = reader.read(b.right, from: start, count: count)
    return piece
  }

  /// What `body` makes of the stretches of `length` frames, one after the other.
  func stretches<Made: Sendable>(
    of length: Int, jobs: Int, _ body: @Sendable (Range<Int>) -> Made
  ) -> [Made] {
    inOrder((frames + length - 1) / length, jobs: jobs) { index in
      body(index * length..<min((index + 1) * length, frames))
    }
  }

  /// B less A, B turned over first where `isInverted`.
  func difference(isInverted: Bool) -> StereoBlock {
    var rest = second(from: 0, count: frames)
    if isInverted { rest.scale(by: -1) }
    rest.subtract(a)
    return rest
  }
}

extension StereoBlock {
  fileprivate mutating func subtract(_ other: StereoBlock) {
    for i in 0..<min(frames, other.frames) {
      left[i] -= other.left[i]
      right[i] -= other.right[i]
    }
  }
}
