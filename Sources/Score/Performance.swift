/// A score read as a player reads it: every note with its own key-off, ports made channels, one list
/// in the order of time.
///
/// Events of one tick keep the order of their tracks and, within a track, of the file. An off ends the
/// oldest sounding note of its key and channel (first in, first out). Notes never ended are released,
/// and pedals lift, at the last event.
public struct Performance: Sendable {
  /// An event and its position in ticks.
  public struct Moment: Sendable, Hashable {
    /// Ticks from the start.
    public var tick: Int64
    /// What happens.
    public var event: Event

    /// `event` at `tick`.
    public init(tick: Int64, event: Event) {
      self.tick = tick
      self.event = event
    }
  }

  /// A note's key, as long as it is down.
  public struct Stroke: Sendable, Hashable {
    /// The note.
    public var note: Note
    /// Where the key goes down, in ticks.
    public var on: Int64
    /// Where it goes up, in ticks, not before `on`.
    public var off: Int64
  }

  /// All events, ticks not falling.
  public private(set) var moments: [Moment] = []
  /// All notes, in the order of their ids.
  public private(set) var strokes: [Stroke] = []
  /// The tick of the last event that counts; the end of a track counts too.
  public private(set) var endTick: Int64 = 0
  /// How ticks become seconds.
  public let tempoMap: TempoMap
  /// What had to be repaired on the way.
  public private(set) var warnings: [Diagnostic] = []

  /// The score's performance.
  public init(_ score: Score) {
    tempoMap = TempoMap(score)
    var pairing = Pairing()
    for (tick, track, message, port) in Merged(score.tracks) {
      endTick = max(endTick, tick)
      play(message, tick: tick, track: track, port: port, pairing: &pairing)
    }
    end(&pairing)
  }

  /// The sounding notes of a key, oldest first, by channel and key.
  private struct Pairing {
    var sounding: [UInt32: [Int32]] = [:]
    var pedals: Set<UInt16> = []

    static func slot(_ channel: UInt16, _ key: UInt8) -> UInt32 {
      UInt32(channel) << 8 | UInt32(key)
    }
  }

  private mutating func play(
    _ message: Message, tick: Int64, track: Int, port: UInt8, pairing: inout Pairing
  ) {
    func channel(_ number: UInt8) -> UInt16 { UInt16(port) * 16 + UInt16(number) }
    func add(_ event: Event) { moments.append(Moment(tick: tick, event: event)) }
    switch message {
    case .noteOn(let number, let key, let velocity):
      let note = Note(
        id: Int32(strokes.count), channel: channel(number), key: key, velocity: velocity,
        track: UInt16(clamping: track))
      strokes.append(Stroke(note: note, on: tick, off: tick))
      pairing.sounding[Pairing.slot(note.channel, key), default: []].append(note.id)
      add(.noteOn(note))
    case .noteOff(let number, let key, let velocity):
      let slot = Pairing.slot(channel(number), key)
      guard let id = pairing.sounding[slot]?.first else { return }  // a ghost: nothing to end
      pairing.sounding[slot]?.removeFirst()
      strokes[Int(id)].off = tick
      add(.noteOff(strokes[Int(id)].note, releaseVelocity: velocity))
    case .controller(let number, let controller, let value):
      if controller == 64 || controller == 66 || controller == 69 {
        pairing.pedals.insert(channel(number))
      }
      add(.controller(channel: channel(number), number: controller, value: value))
    case .program(let number, let program):
      add(
        .program(
          channel: channel(number), Program(number: program, isPercussion: number == 9)))
    case .pitchBend(let number, let value):
      add(.pitchBend(channel: channel(number), value: value))
    case .channelPressure(let number, let value):
      add(.channelPressure(channel: channel(number), value: value))
    case .keyPressure(let number, let key, let value):
      add(.keyPressure(channel: channel(number), key: key, value: value))
    case .tempo, .tempoRamp, .meter, .keySignature, .port, .text, .systemExclusive, .escape, .meta,
      .endOfTrack:
      break
    }
  }

  /// Releases what still sounds and lifts the pedals at the last event.
  private mutating func end(_ pairing: inout Pairing) {
    for id in pairing.sounding.values.flatMap({ $0 }).sorted() {
      strokes[Int(id)].off = endTick
      let note = strokes[Int(id)].note
      moments.append(
        Moment(tick: endTick, event: .noteOff(note, releaseVelocity: 64)))
      warnings.append(
        Diagnostic(
          .warning, .whole,
          "key \(note.key) on channel \(note.channel + 1) is never released; it ends at the last event"
        ))
    }
    for channel in pairing.pedals.sorted() {
      for pedal in [64, 66, 69] as [UInt8] {
        moments.append(
          Moment(
            tick: endTick, event: .controller(channel: channel, number: pedal, value: 0)))
      }
    }
  }
}

/// The messages of all tracks in the order of ticks; of one tick in the order of tracks.
struct Merged: Sequence, IteratorProtocol {
  private let tracks: [Track]
  private var position: [Int]
  private var ports: [UInt8]
  private var heap: [(tick: Int64, track: Int)] = []

  init(_ tracks: [Track]) {
    self.tracks = tracks
    position = [Int](repeating: 0, count: tracks.count)
    ports = [UInt8](repeating: 0, count: tracks.count)
    for (index, track) in tracks.enumerated() {
      if let first = track.events.first { push((first.tick, index)) }
    }
  }

  mutating func next() -> (tick: Int64, track: Int, message: Message, port: UInt8)? {
    guard let top = heap.first else { return nil }
    let events = tracks[top.track].events
    let event = events[position[top.track]]
    position[top.track] += 1
    if position[top.track] < events.count {
      heap[0] = (events[position[top.track]].tick, top.track)
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    sink()
    if case .port(let port) = event.message { ports[top.track] = port }
    return (event.tick, top.track, event.message, ports[top.track])
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
