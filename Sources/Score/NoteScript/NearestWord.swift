/// Finds the known word that somebody meant.
enum NearestWord {
  /// `did you mean "…"?` where one of `known` is at most one letter in three away from `word`.
  static func hint(_ word: String, in known: [String]) -> String? {
    guard word.utf8.count <= 40 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in known {
      let distance = distance(Array(word.utf8), Array(candidate.utf8))
      let longest = max(word.utf8.count, candidate.utf8.count)
      guard distance <= max(1, longest / 3), distance < longest else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best.map { "did you mean \"\($0.word)\"?" }
  }

  /// The letters to change, add, take away or swap with their neighbour (Damerau and Levenshtein).
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(rows[i][j + 1], row[j]) + 1
        least = min(least, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
