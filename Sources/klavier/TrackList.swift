import Score

/// Tracks as `--tracks`, `--mute` and `--solo` name them: numbers, ranges of numbers, names.
struct TrackList: Sendable, Hashable {
  private let names: [String]

  /// Reads `1,3-5,rh`.
  init(_ text: String) throws(UsageError) {
    names = text.split(separator: ",").map { Self.trimmed($0) }
    if names.isEmpty || names.contains("") {
      throw UsageError("'\(text)' names no track; expected numbers or names between commas")
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The indices of the tracks that it names in a score.
  func indices(in score: Score) throws(Failure) -> Set<Int> {
    var found: Set<Int> = []
    for name in names {
      let these = Self.indices(of: name, in: score)
      if these.isEmpty {
        throw Failure(
          .usage, "there is no track '\(name)'", hint: "the tracks are \(Self.tracks(of: score))")
      }
      found.formUnion(these)
    }
    return found
  }

  /// A name goes before a number, so that a track called 2 can be had.
  private static func indices(of name: String, in score: Score) -> [Int] {
    let all = score.tracks.indices
    let named = all.filter { score.tracks[$0].name == name }
    if !named.isEmpty { return named }
    let similar = all.filter { score.tracks[$0].name?.lowercased() == name.lowercased() }
    if !similar.isEmpty { return similar }
    let ends = name.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
      first >= 1, first <= last
    else { return [] }
    return all.filter { first...last ~= $0 + 1 }
  }

  private static func tracks(of score: Score) -> String {
    score.tracks.enumerated().map { index, track in
      track.name.map { "\(index + 1) \"\($0)\"" } ?? "\(index + 1)"
    }.joined(separator: ", ")
  }
}
