import Score
import Synthesis

/// What part of a piece the file holds.
struct TimeRange: Sendable, Hashable {
  /// The first frame.
  let start: Int
  /// The frame behind the last, where it is cut.
  let end: Int?
  /// Where the sound ends.
  let tail: Renderer.Tail
  /// Whether silence before the first sound is left out.
  let trimStart: Bool

  init(
    _ options: Options, _ score: Score, _ tempoMap: TempoMap, _ timeline: Timeline
  ) throws(Failure) {
    let rate = timeline.rate
    try options.start?.check("--start", in: score)
    try options.end?.check("--end", in: score)
    start = options.start?.frame(in: score, tempoMap, rate: rate) ?? 0
    end = options.end?.frame(in: score, tempoMap, rate: rate)
    trimStart = options.trimStart
    switch options.tail ?? (end == nil ? .auto : Options.Tail.none) {
    case .auto: tail = .auto
    case .none: tail = .none
    case .seconds(let seconds): tail = .frames(Int((seconds * Double(rate)).rounded()))
    }
    if start > 0, start >= timeline.endFrame {
      let length = Text.duration(seconds: Double(timeline.endFrame) / Double(rate))
      throw Failure(.usage, "--start lies behind the end of the piece, which lasts \(length)")
    }
    if let end, end <= start {
      throw Failure(.usage, "--end does not lie behind \(start == 0 ? "0" : "--start")")
    }
  }

  /// The timeline up to the cut; with a tail keys and pedals go up there.
  ///
  /// What lies before the start is played as well, since it may still be heard: a range sounds exactly
  /// as the same part of the whole.
  func cut(_ timeline: Timeline) -> Timeline {
    guard let end, end != timeline.endFrame || tail == .none else { return timeline }
    var events: [TimedEvent] = []
    var sounding: [Int32: Note] = [:]
    var pedals: Set<UInt32> = []
    for event in timeline.events where event.frame < end {
      events.append(event)
      switch event.event {
      case .noteOn(let note): sounding[note.id] = note
      case .noteOff(let note, _): sounding[note.id] = nil
      case .controller(let channel, let number, let value) where [64, 66, 69].contains(number):
        let pedal = UInt32(channel) << 8 | UInt32(number)
        if value > 0 { pedals.insert(pedal) } else { pedals.remove(pedal) }
      default: break
      }
    }
    if tail != .none, end < timeline.endFrame {
      for id in sounding.keys.sorted() {
        guard let note = sounding[id] else { continue }
        events.append(TimedEvent(frame: end, event: .noteOff(note, releaseVelocity: 64)))
      }
      for pedal in pedals.sorted() {
        let (channel, number) = (UInt16(pedal >> 8), UInt8(pedal & 255))
        events.append(
          TimedEvent(frame: end, event: .controller(channel: channel, number: number, value: 0)))
      }
    }
    return Timeline(rate: timeline.rate, events: events, endFrame: end)
  }
}
