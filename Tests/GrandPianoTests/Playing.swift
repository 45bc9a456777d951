import GrandPiano
import Score
import Synthesis

/// Sound of a few notes for the tests.
struct Playing {
  var rate = 8000
  var jobs = 1
  var blockFrames = 2048
  var settings = GrandPiano.Settings()
  private var events: [TimedEvent] = []
  private var notes: Int32 = 0

  init(rate: Int = 8000) { self.rate = rate }

  /// A note from `on` to `off`, in seconds.
  mutating func note(
    _ key: UInt8, velocity: UInt8 = 90, channel: UInt16 = 0, on: Double, off: Double,
    releaseVelocity: UInt8 = 64
  ) {
    let note = Note(id: notes, channel: channel, key: key, velocity: velocity)
    notes += 1
    add(.noteOn(note), at: on)
    add(.noteOff(note, releaseVelocity: releaseVelocity), at: off)
  }

  /// A controller at a time in seconds.
  mutating func control(_ number: UInt8, _ value: UInt8, channel: UInt16 = 0, at seconds: Double) {
    add(.controller(channel: channel, number: number, value: value), at: seconds)
  }

  mutating func add(_ event: Event, at seconds: Double) {
    let frame = Int((seconds * Double(rate)).rounded())
    events.append(TimedEvent(frame: frame, event: event))
  }

  /// The sound of the first `seconds`.
  func sound(seconds: Double) -> StereoBlock {
    let frames = Int(seconds * Double(rate))
    let sorted = events.indices.sorted { (events[$0].frame, $0) < (events[$1].frame, $1) }
    let timeline = Timeline(rate: rate, events: sorted.map { events[$0] }, endFrame: frames)
    var piano = GrandPiano(rate: rate, jobs: jobs, settings: settings)
    var sink = MemorySink()
    _ = Renderer(blockFrames: blockFrames, tail: .none).render(timeline, with: &piano, to: &sink)
    return sink.sound
  }
}

extension StereoBlock {
  /// Both channels in one, for analysis.
  var centre: [Double] { zip(left, right).map { 0.5 * (Double($0) + Double($1)) } }

  /// The root of the mean square of both channels between two times, in decibels.
  func level(from begin: Double, to end: Double, rate: Int) -> Double {
    let first = Int(begin * Double(rate))
    let last = min(frames, Int(end * Double(rate)))
    var sum = 1e-30
    for i in first..<last {
      sum += Double(left[i]) * Double(left[i]) + Double(right[i]) * Double(right[i])
    }
    return ExactMath.decibels((sum / Double(2 * (last - first))).squareRoot())
  }
}
