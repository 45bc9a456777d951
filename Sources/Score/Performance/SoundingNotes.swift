/// The notes whose keys are down, oldest first, by channel and key.
///
/// Queues in one pool of nodes, so that neither the number of channels nor an overlap of thousands of
/// equal notes costs more than the notes themselves.
struct SoundingNotes {
  private struct Node {
    var note: Note
    var on: Int64
    var next: Int32
  }

  private static let none: Int32 = -1
  private var nodes: [Node] = []
  private var free = none
  private var heads: [Int32] = []
  private var tails: [Int32] = []
  /// How many notes sound.
  private(set) var count = 0

  private static func slot(_ channel: UInt16, _ key: UInt8) -> Int {
    Int(channel) << 7 | Int(key & 127)
  }

  /// Adds a note that began at `on`.
  mutating func push(_ note: Note, on: Int64) {
    let slot = SoundingNotes.slot(note.channel, note.key)
    if slot >= heads.count {
      let more = (Int(note.channel) + 1) << 7 - heads.count
      heads.append(contentsOf: repeatElement(SoundingNotes.none, count: more))
      tails.append(contentsOf: repeatElement(SoundingNotes.none, count: more))
    }
    let node = Node(note: note, on: on, next: SoundingNotes.none)
    let index: Int32
    if free == SoundingNotes.none {
      index = Int32(truncatingIfNeeded: nodes.count)
      nodes.append(node)
    } else {
      index = free
      free = nodes[Int(index)].next
      nodes[Int(index)] = node
    }
    if heads[slot] == SoundingNotes.none {
      heads[slot] = index
    } else {
      nodes[Int(tails[slot])].next = index
    }
    tails[slot] = index
    count += 1
  }

  /// Takes the oldest note of a key.
  mutating func pop(channel: UInt16, key: UInt8) -> (note: Note, on: Int64)? {
    let slot = SoundingNotes.slot(channel, key)
    guard slot < heads.count, heads[slot] != SoundingNotes.none else { return nil }
    let index = heads[slot]
    let node = nodes[Int(index)]
    heads[slot] = node.next
    nodes[Int(index)].next = free
    free = index
    count -= 1
    return (node.note, node.on)
  }

  /// Takes all notes of a channel, or of all, in the order of their ids.
  mutating func popAll(channel: UInt16? = nil) -> [(note: Note, on: Int64)] {
    guard count > 0 else { return [] }
    var taken: [(note: Note, on: Int64)] = []
    let first = channel.map { Int($0) << 7 } ?? 0
    let end = channel == nil ? heads.count : min(heads.count, first + 128)
    for slot in stride(from: first, to: end, by: 1) {
      while let sounding = pop(channel: UInt16(slot >> 7), key: UInt8(slot & 127)) {
        taken.append(sounding)
      }
    }
    return taken.sorted { $0.note.id < $1.note.id }
  }
}
