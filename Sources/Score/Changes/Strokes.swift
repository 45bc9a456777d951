/// A note of a score with the places of its two messages.
struct ScoreStroke {
  /// The track, and the indices of note-on and note-off in it; the off may be missing.
  var track: Int
  var onIndex: Int
  var offIndex: Int?
  /// Ticks; an off that is missing counts as the on.
  var on: Int64
  var off: Int64
  /// Port and channel, and the key.
  var slot: Int
  var key: UInt8
  var velocity: UInt8

  /// Whether it stands on channel 10.
  var isDrum: Bool { slot >> 7 & 15 == 9 }
}

extension Score {
  /// All notes, by track and then by the place of their note-ons; an off ends the oldest sounding note of
  /// its key, channel and track.
  var strokes: [ScoreStroke] {
    var strokes: [ScoreStroke] = []
    for (number, track) in tracks.enumerated() {
      var port = 0
      var sounding: [Int: Queue] = [:]
      for (index, event) in track.events.enumerated() {
        switch event.message {
        case .port(let new): port = Int(new)
        case .noteOn(let channel, let key, let velocity):
          let slot = (port << 4 | Int(channel)) << 7 | Int(key)
          sounding[slot, default: Queue()].items.append(strokes.count)
          strokes.append(
            ScoreStroke(
              track: number, onIndex: index, offIndex: nil, on: event.tick, off: event.tick,
              slot: slot, key: key, velocity: velocity))
        case .noteOff(let channel, let key, _):
          let slot = (port << 4 | Int(channel)) << 7 | Int(key)
          guard let first = sounding[slot]?.take() else { continue }
          strokes[first].offIndex = index
          strokes[first].off = event.tick
        default: break
        }
      }
    }
    return strokes
  }
}

/// Strokes that wait for their offs, the oldest first.
private struct Queue {
  var items: [Int] = []
  private var head = 0

  /// The oldest one, which waits no longer.
  mutating func take() -> Int? {
    guard head < items.count else { return nil }
    defer {
      head += 1
      if head == items.count {
        items.removeAll(keepingCapacity: true)
        head = 0
      }
    }
    return items[head]
  }
}
