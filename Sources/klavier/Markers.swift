import AudioFile
import Score

extension Score {
  /// The markers and cue points of all tracks, in the order of time.
  func markers(_ tempoMap: TempoMap, rate: Int) -> [CuePoint] {
    if isSequential { return [] }  // their ticks begin anew with each sequence
    var found: [CuePoint] = []
    for track in tracks {
      for event in track.events {
        guard case .text(let kind, let bytes) = event.message,
          kind == Message.TextKind.marker || kind == Message.TextKind.cue
        else { continue }
        let name = TextDecoder.decode(bytes)
        found.append(CuePoint(frame: tempoMap.frame(at: event.tick, rate: rate), name: name))
      }
    }
    return found.sorted { $0.frame < $1.frame }
  }
}
