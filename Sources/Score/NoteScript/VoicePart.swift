/// A message and its position on the script's grid; the code is that of `EventCode`.
struct GridEvent {
  var units: Int64
  var code: UInt32
}

/// A pedal word at its position.
struct PedalMove {
  var units: Int64
  var word: PedalWord
  /// How long a ramp takes.
  var length: Int64 = 0
}

/// What a voice plays: note-ons and note-offs apart, each nearly in order, and its pedal words.
struct VoicePart {
  var strikes: [GridEvent] = []
  var releases: [GridEvent] = []
  var pedals: [PedalMove] = []
  /// The position behind the last word.
  var end: Int64 = 0

  /// Puts everything on a grid that is so many times finer.
  mutating func scale(by factor: Int64) {
    for index in strikes.indices { strikes[index].units *= factor }
    for index in releases.indices { releases[index].units *= factor }
    for index in pedals.indices {
      pedals[index].units *= factor
      pedals[index].length *= factor
    }
    end *= factor
  }
}
