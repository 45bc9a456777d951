import Score

extension Ornament {
  /// A key and its time, in ticks from the begin of the ornament.
  struct Stroke: Hashable {
    var key: UInt8
    var begin: Int64
    var length: Int64
  }

  /// A note of hours is not trilled to its end.
  private static let mostStrokes: Int64 = 10_000

  /// What is played for a note of `length` ticks; `step` is the length of the quick notes.
  func strokes(key: UInt8, length: Int64, step: Int64) -> [Stroke] {
    switch self {
    case .trill(let other, let beginsWithOther):
      var count = max(1, min(length / step, Ornament.mostStrokes))
      // The last note is the written one.
      if (count % 2 == 0) != beginsWithOther { count = max(1, count - 1) }
      if count == 1 { return [Stroke(key: key, begin: 0, length: length)] }
      return (0..<count).map {
        let isOther = ($0 % 2 == 1) != beginsWithOther
        return Stroke(
          key: isOther ? other : key, begin: $0 * step,
          length: $0 == count - 1 ? length - $0 * step : step)
      }
    case .mordent(let neighbour): return Ornament.run([key, neighbour, key], length, step)
    case .turn(let first, let second, isDelayed: false):
      return Ornament.run([first, key, second, key], length, step)
    case .turn(let first, let second, isDelayed: true):
      let quick = min(step, length / 5)
      if quick == 0 { return [Stroke(key: key, begin: 0, length: length)] }
      let begin = length - 4 * quick
      return [Stroke(key: key, begin: 0, length: begin)]
        + Ornament.run([first, key, second, key], length - begin, quick).map {
          Stroke(key: $0.key, begin: begin + $0.begin, length: $0.length)
        }
    case .slide(let first, let second): return Ornament.run([first, second, key], length, step)
    case .tremolo(let step):
      let count = max(1, min(length / step, Ornament.mostStrokes))
      return (0..<count).map {
        Stroke(key: key, begin: $0 * step, length: $0 == count - 1 ? length - $0 * step : step)
      }
    case .alternation(let start, let span, let written):
      let step = max(written, span / Ornament.mostStrokes)
      return stride(from: start, to: span, by: Int64.Stride(2 * step)).map {
        Stroke(key: key, begin: $0, length: min(step, span - $0))
      }
    }
  }

  /// Quick keys, the last one to the end; shorter steps where there is no room; only the last without any.
  private static func run(_ keys: [UInt8], _ length: Int64, _ step: Int64) -> [Stroke] {
    let quick = min(step, length / Int64(keys.count))
    if quick == 0 { return [Stroke(key: keys[keys.count - 1], begin: 0, length: length)] }
    return keys.enumerated().map { place, key in
      let begin = Int64(place) * quick
      return Stroke(
        key: key, begin: begin, length: place == keys.count - 1 ? length - begin : quick)
    }
  }

  /// The length of quick notes at a tempo: the finest of q/2, q/3, q/4, q/6, q/8, q/12, q/16 that lasts
  /// at least 70 ms (about 14 a second, a fast trill).
  static func step(secondsPerQuarter: Rational, grid: Grid) -> Int64 {
    let seconds = secondsPerQuarter.double
    let parts = [16, 12, 8, 6, 4, 3].first { seconds / $0 >= 0.07 } ?? 2
    return max(1, grid.ticksPerQuarter / Int64(parts))
  }
}
