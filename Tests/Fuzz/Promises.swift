import Score

// What every score promises, whichever reader made it. A broken promise is a trap, and so a finding.

/// The bytes of an input.
func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
  unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
}

/// An error says something, at most as much as a person reads.
func check(_ error: ScoreError) {
  precondition(!error.diagnostics.isEmpty, "an error that says nothing")
  precondition(error.diagnostics.count <= 1100, "\(error.diagnostics.count) errors")
  for diagnostic in error.diagnostics.prefix(30) { _ = diagnostic.text(file: "x") }
}

/// The tracks of a score from a notation: every note has its end, every track too.
func checkNotation(_ score: Score) {
  precondition(score.warnings.count <= 1001, "\(score.warnings.count) warnings")
  for track in score.tracks {
    var last: Int64 = 0
    var sounding: [Int: Int] = [:]
    for event in track.events {
      precondition(event.tick >= last, "ticks fall from \(last) to \(event.tick)")
      last = event.tick
      switch event.message {
      case .noteOn(let channel, let key, let velocity):
        precondition(
          channel < 16 && key < 128 && 1...127 ~= velocity,
          "a note-on of \(channel) \(key) \(velocity)")
        sounding[Int(channel) << 8 | Int(key), default: 0] += 1
      case .noteOff(let channel, let key, _):
        let slot = Int(channel) << 8 | Int(key)
        let count = sounding[slot] ?? 0
        precondition(count > 0, "a note-off without its note")
        sounding[slot] = count - 1
      default: break
      }
    }
    precondition(sounding.values.allSatisfy { $0 == 0 }, "a note without an end")
    precondition(track.events.last?.message == .endOfTrack, "a track without an end")
  }
  let strokes = Performance(score).strokes
  precondition(strokes.allSatisfy { $0.off > $0.on }, "a note without length")
}
