/// Finds what a person meant by a misspelt word.
enum Suggestion {
  /// The name nearest to `word`, if it is near enough: at most a third of its letters wrong.
  static func nearest(to word: String, in names: [String]) -> String? {
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(word, name)
      if distance < best?.distance ?? .max { best = (name, distance) }
    }
    guard let best, best.distance <= max(1, min(word.count, best.name.count) / 3) else {
      return nil
    }
    return best.name
  }

  /// How many letters have to be put in, left out, changed or swapped with their neighbour to make
  /// one word of the other (the optimal string alignment distance).
  static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first), Array(second))
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var before = [Int](repeating: 0, count: b.count + 1)
    var above = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var least = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          least = min(least, before[j - 2] + 1)
        }
        row.append(least)
      }
      (before, above) = (above, row)
    }
    return above[b.count]
  }
}
