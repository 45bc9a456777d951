import Synthesis

extension [Float] {
  /// `count` samples from `start` on, zeros where there are none.
  func piece(from start: Int, count: Int) -> [Float] {
    let from = Swift.min(Swift.max(0, start), self.count)
    let to = Swift.max(from, Swift.min(self.count, start + count))
    if to - from == count { return [Float](self[from..<to]) }
    var piece: [Float] = []
    piece.reserveCapacity(count)
    piece.append(contentsOf: repeatElement(0, count: from == to ? count : from - start))
    piece.append(contentsOf: self[from..<to])
    piece.append(contentsOf: repeatElement(0, count: count - piece.count))
    return piece
  }
}

extension StereoBlock {
  /// `count` frames from `start` on, silence where there are none.
  func piece(from start: Int, count: Int) -> StereoBlock {
    var piece = StereoBlock(frames: 0)
    piece.left = left.piece(from: start, count: count)
    piece.right = right.piece(from: start, count: count)
    return piece
  }

  /// The mean of both channels.
  var mono: [Float] {
    var mixed = [Float](repeating: 0, count: frames)
    Self.mix(left, right, into: &mixed)
    return mixed
  }

  private static func mix(_ left: [Float], _ right: [Float], into target: inout [Float]) {
    let (l, r) = (left.span, right.span)
    var mixed = target.mutableSpan
    for i in l.indices { mixed[i] = (l[i] + r[i]) * 0.5 }
  }
}
