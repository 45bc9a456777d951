/// The messages of all tracks in the order of ticks; of one tick in the order of tracks.
struct MergedTracks {
  /// Where a track's next message lies.
  private struct Head {
    var tick: Int64
    var track: Int
    var index = 0

    func isBefore(_ other: Head) -> Bool {
      tick != other.tick ? tick < other.tick : track < other.track
    }
  }

  let tracks: [Track]
  /// The track whose turn it is; it plays on until it is behind the first of those that wait.
  private var current: Head?
  /// The others, as a heap.
  private var waiting: [Head] = []

  init(_ tracks: [Track]) {
    self.tracks = tracks
    for (index, track) in tracks.enumerated() {
      if let first = track.events.first { push(Head(tick: first.tick, track: index)) }
    }
    current = pop()
  }

  /// The next message: its track and its index there.
  mutating func next() -> (tick: Int64, track: Int, index: Int)? {
    guard let now = current else { return nil }
    let index = now.index + 1
    if index < tracks[now.track].events.count {
      let tick = tracks[now.track].events.tick(at: index)
      let head = Head(tick: tick, track: now.track, index: index)
      current = waiting.isEmpty || head.isBefore(waiting[0]) ? head : exchange(head)
    } else {
      current = pop()
    }
    return (now.tick, now.track, now.index)
  }

  /// The first of those that wait, whose place in the heap another takes.
  private mutating func exchange(_ head: Head) -> Head {
    let first = waiting[0]
    waiting[0] = head
    sink()
    return first
  }

  private mutating func pop() -> Head? {
    guard let last = waiting.popLast() else { return nil }
    return waiting.isEmpty ? last : exchange(last)
  }

  private mutating func push(_ head: Head) {
    waiting.append(head)
    var child = waiting.count - 1
    while child > 0, waiting[child].isBefore(waiting[(child - 1) / 2]) {
      waiting.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func sink() {
    var parent = 0
    while 2 * parent + 1 < waiting.count {
      var child = 2 * parent + 1
      if child + 1 < waiting.count, waiting[child + 1].isBefore(waiting[child]) { child += 1 }
      if !waiting[child].isBefore(waiting[parent]) { return }
      waiting.swapAt(parent, child)
      parent = child
    }
  }
}
