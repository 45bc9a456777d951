extension ABCTuneReader {
  /// The most notes of a score, and the most symbols of a voice once its repeats are unfolded.
  static let most = 2_000_000

  /// Plays the tune: its parts in their order, its voices together.
  ///
  /// - Parameter left: the symbols that the file may still have, repeats unfolded.
  mutating func perform(left: inout Int) throws(ScoreError) -> ABCPerformance {
    var players = voices.indices.map {
      ABCPlayer(voice: $0, lines: lines, playsChords: playsChords)
    }
    for index in players.indices {
      for directive in settings.directives {
        // What names its channel is told once.
        if index > 0, case .program(.some, _) = directive { continue }
        players[index].obey(directive)
      }
    }
    if let order, hasPart(of: order) {
      try play(order, with: &players, left: &left)
    } else {
      for index in voices.indices {
        try play(voices[index].symbols[...], of: index, with: &players, left: &left)
      }
    }
    return try gather(&players)
  }

  /// Whether the tune has any of the parts; `P:March` in a header is no order.
  private func hasPart(of order: [[UInt8]]) -> Bool {
    voices.contains { voice in
      voice.parts.contains { !$0.label.isEmpty && order.contains($0.label) }
    }
  }

  private mutating func play(
    _ order: [[UInt8]], with players: inout [ABCPlayer], left: inout Int
  ) throws(ScoreError) {
    // What stands before the first part is played first.
    for index in voices.indices {
      let end =
        voices[index].parts.first { !$0.label.isEmpty }?.begin ?? voices[index].symbols.count
      try play(voices[index].symbols[..<end], of: index, with: &players, left: &left)
    }
    var known: Set<[UInt8]> = []
    for voice in voices { known.formUnion(voice.parts.map(\.label)) }
    for label in order {
      if !known.contains(label) {
        warnings.warn("the order of parts names '\(ABC.string(label))', which the tune has not")
        continue
      }
      let begin = players.reduce(Rational.zero) { max($0, $1.end) }
      for index in voices.indices {
        let parts = voices[index].parts
        guard let place = parts.firstIndex(where: { $0.label == label }) else { continue }
        let end =
          place + 1 < parts.count ? parts[place + 1].begin : voices[index].symbols.count
        players[index].endPart()
        players[index].position = begin
        players[index].barBegin = begin
        try play(
          voices[index].symbols[parts[place].begin..<end], of: index, with: &players, left: &left)
      }
    }
  }

  private func play(
    _ symbols: ArraySlice<ABCSymbol>, of index: Int, with players: inout [ABCPlayer],
    left: inout Int
  ) throws(ScoreError) {
    let unfolding = ABCUnfolding(symbols, most: left)
    left -= unfolding.way.count
    players[index].notesLeft = Self.most - players.reduce(0) { $0 + $1.performance.notes.count }
    players[index].play(voices[index].symbols, order: unfolding.way)
    if unfolding.isCut || players[index].notesLeft < 0 || players[index].accompaniment.isFull {
      throw ScoreError(
        .tooLarge, at: lines.first?.place(0) ?? .whole,
        "with this tune there are more than \(Self.most) notes or symbols, repeats unfolded")
    }
  }

  private mutating func gather(_ players: inout [ABCPlayer]) throws(ScoreError) -> ABCPerformance {
    var whole = ABCPerformance()
    var ends: [Rational] = []
    for index in players.indices {
      players[index].finish()
      let one = players[index].performance
      whole.notes += one.notes
      whole.signs += one.signs
      whole.tempos += one.tempos
      whole.pauses += one.pauses
      whole.end = max(whole.end, one.end)
      if !one.notes.isEmpty { ends.append(one.end) }
      for warning in players[index].warnings {
        let line = lines[min(Int(warning.symbol.line), lines.count - 1)]
        warnings.warn(line, at: Int(warning.symbol.byte), warning.message)
      }
    }
    if let first = ends.first, ends.contains(where: { $0 != first }) {
      let lengths = ends.prefix(8).map(\.description).joined(separator: ", ")
      if let line = lines.first {
        warnings.warn(
          line, at: 0,
          "the voices of this tune are not equally long: \(lengths) whole notes",
          hint: "every voice needs the repeats of the others")
      }
    }
    return whole
  }
}
