import Score
import SoundFont
import Synthesis

/// A note of a test: when, how long (frames), which.
struct Stroke {
  var at = 0
  var frames = 4410
  var key: UInt8 = 60
  var velocity: UInt8 = 127
  var channel: UInt16 = 0
}

/// The events of some notes and what else happens, in the order of frames.
func timeline(
  _ strokes: [Stroke], _ others: [(Int, Event)] = [], rate: Int = 44100, end: Int
) -> Timeline {
  var events: [TimedEvent] = others.map { TimedEvent(frame: $0.0, event: $0.1) }
  for (id, stroke) in strokes.enumerated() {
    let note = Note(
      id: Int32(id), channel: stroke.channel, key: stroke.key, velocity: stroke.velocity)
    events.append(TimedEvent(frame: stroke.at, event: .noteOn(note)))
    events.append(
      TimedEvent(frame: stroke.at + stroke.frames, event: .noteOff(note, releaseVelocity: 64)))
  }
  let order = events.indices.sorted { (events[$0].frame, $0) < (events[$1].frame, $1) }
  return Timeline(rate: rate, events: order.map { events[$0] }, endFrame: end)
}

/// What a bank makes of a timeline, at full volume.
func render(
  _ bank: TinyBank, _ timeline: Timeline, jobs: Int = 1, block: Int = 2048,
  interpolation: Interpolation = .cubic, polyphony: Int? = nil,
  decoder: (any SampleDecoder)? = nil
) throws -> (sound: StereoBlock, sampler: Sampler) {
  let opened = try Bank(soundFont: bank.bytes, decoder: decoder)
  var sampler = Sampler(
    banks: [opened], rate: timeline.rate, jobs: jobs, interpolation: interpolation,
    polyphony: polyphony)
  var sink = MemorySink()
  _ = Renderer(blockFrames: block, tail: .none).render(timeline, with: &sampler, to: &sink)
  return (sink.sound, sampler)
}

/// The level of a stretch of sound, RMS.
func level(_ plane: [Float], _ range: Range<Int>) -> Double {
  let sum = plane[range].reduce(0.0) { $0 + Double($1) * Double($1) }
  return (sum / Double(range.count)).squareRoot()
}

/// A ratio in decibels.
func decibels(_ a: Double, _ b: Double) -> Double { ExactMath.decibels(a / b) }

/// The frequency of a tone, from its first and last rise through 0.
func hertz(_ plane: [Float], _ range: Range<Int>, rate: Double = 44100) -> Double {
  var rises: [Double] = []
  for i in range.dropLast() where plane[i] < 0 && plane[i + 1] >= 0 {
    rises.append(Double(i) + Double(-plane[i] / (plane[i + 1] - plane[i])))
  }
  guard let first = rises.first, let last = rises.last, rises.count > 1 else { return 0 }
  return Double(rises.count - 1) * rate / (last - first)
}
