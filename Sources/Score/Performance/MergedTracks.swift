/// The messages of all tracks in the order of ticks; of one tick in the order of tracks.
struct MergedTracks {
  let tracks: [Track]
  private var position: [Int]
  private var heap: [(tick: Int64, track: Int)] = []

  init(_ tracks: [Track]) {
    self.tracks = tracks
    position = [Int](repeating: 0, count: tracks.count)
    for (index, track) in tracks.enumerated() {
      if let first = track.events.first { push((first.tick, index)) }
    }
  }

  /// The next message: its track and its index there.
  mutating func next() -> (tick: Int64, track: Int, index: Int)? {
    guard let top = heap.first else { return nil }
    let index = position[top.track]
    position[top.track] = index + 1
    if index + 1 < tracks[top.track].events.count {
      heap[0].tick = tracks[top.track].events.tick(at: index + 1)
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    sink()
    return (top.tick, top.track, index)
  }

  private mutating func push(_ entry: (tick: Int64, track: Int)) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func sink() {
    var parent = 0
    while 2 * parent + 1 < heap.count {
      var child = 2 * parent + 1
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      if heap[parent] <= heap[child] { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }
}
