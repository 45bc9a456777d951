import Score
import Synthesis
import Testing

/// A synthesizer that shows where events land: one frame of 1 (left) for every note-on, and a sound
/// of 0.5 (right) from a note's begin to its end.
struct Click: Synthesizer {
  private var held: Set<Int32> = []
  /// The level to which the right side falls by half each frame after the last note-off.
  private var ringing: Float = 0

  private(set) var voicesPeak = 0

  mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    var next = events.startIndex
    for i in 0..<block.frames {
      while next < events.endIndex, events[next].frame == start + i {
        switch events[next].event {
        case .noteOn(let note):
          block.left[i] += 1
          held.insert(note.id)
          ringing = 0.5
          voicesPeak = max(voicesPeak, held.count)
        case .noteOff(let note, _): held.remove(note.id)
        default: break
        }
        next += 1
      }
      block.right[i] += ringing
      if held.isEmpty { ringing /= 2 }
    }
  }
}

/// A synthesizer that is heard for one frame when a key goes up, and at no other time.
struct Thump: Synthesizer {
  var voicesPeak: Int { 1 }

  mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    for timed in events {
      if case .noteOff = timed.event { block.left[timed.frame - start] = 1 }
    }
  }
}

@Suite struct RendererTests {
  static let onsets = [0, 1, 63, 64, 511, 512, 513, 2047, 2048, 10_007]

  /// Notes of 100 frames at these frames.
  static func timeline(_ onsets: [Int], rate: Int = 44_100) -> Timeline {
    var events: [TimedEvent] = []
    for (id, frame) in onsets.enumerated() {
      let note = Note(id: Int32(id), key: 60, velocity: 100)
      events.append(TimedEvent(frame: frame, event: .noteOn(note)))
      events.append(TimedEvent(frame: frame + 100, event: .noteOff(note, releaseVelocity: 64)))
    }
    let sorted = events.enumerated().sorted {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }
    return Timeline(
      rate: rate, events: sorted.map(\.element), endFrame: (onsets.max() ?? 0) + 100)
  }

  @Test(arguments: [1, 64, 511, 2048, 4096])
  func `every event falls on its own sample`(blockFrames: Int) {
    var click = Click()
    var sink = MemorySink()
    _ = Renderer(blockFrames: blockFrames).render(
      Self.timeline(Self.onsets), with: &click, to: &sink)
    let heard = sink.sound.left.indices.filter { sink.sound.left[$0] != 0 }
    #expect(heard == Self.onsets)
  }

  @Test(arguments: [1, 64, 511, 4096])
  func `the block size cannot be heard`(blockFrames: Int) {
    var wanted = MemorySink()
    var one = Click()
    _ = Renderer().render(Self.timeline(Self.onsets), with: &one, to: &wanted)
    var sink = MemorySink()
    var other = Click()
    _ = Renderer(blockFrames: blockFrames).render(
      Self.timeline(Self.onsets), with: &other, to: &sink)
    let isSame =
      sink.sound.left == wanted.sound.left && sink.sound.right == wanted.sound.right
    #expect(isSame)
  }

  struct TailRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let tail: Renderer.Tail
    let frames: Int
  }

  /// The end is at 100, and 0.5 · 2⁻ⁿ falls below −90 dBFS (3.16e-5) at n = 14: 50 ms later it ends.
  static let tails = [
    TailRow(testDescription: "none", tail: .none, frames: 100),
    TailRow(testDescription: "77 frames", tail: .frames(77), frames: 177),
    TailRow(testDescription: "auto", tail: .auto, frames: 100 + 14 + 2205),
  ]

  @Test(arguments: tails, [1, 64, 4096])
  func `the tail ends where it should`(row: TailRow, blockFrames: Int) {
    var click = Click()
    var sink = MemorySink()
    let summary = Renderer(blockFrames: blockFrames, tail: row.tail).render(
      Self.timeline([0]), with: &click, to: &sink)
    #expect(sink.sound.frames == row.frames)
    #expect(summary.frames == row.frames)
    #expect(summary.peak == 1)
  }

  @Test(arguments: [1, 64, 4096])
  func `a sound that begins with the last key's way up is heard`(blockFrames: Int) {
    var thump = Thump()
    var sink = MemorySink()
    // Silent for 10,000 frames, then the off on the end itself.
    let note = Note(id: 0, key: 60, velocity: 100)
    let timeline = Timeline(
      rate: 44_100,
      events: [
        TimedEvent(frame: 0, event: .noteOn(note)),
        TimedEvent(frame: 10_000, event: .noteOff(note, releaseVelocity: 64)),
      ], endFrame: 10_000)
    _ = Renderer(blockFrames: blockFrames).render(timeline, with: &thump, to: &sink)
    #expect(sink.sound.left.firstIndex { $0 != 0 } == 10_000)
    #expect(sink.sound.frames == 10_000 + 1 + 2205)
  }

  @Test func `nothing to play gives no frames`() {
    var click = Click()
    var sink = MemorySink()
    let summary = Renderer().render(
      Timeline(rate: 44_100, events: [], endFrame: 0), with: &click, to: &sink)
    #expect(summary.frames == 0)
  }

  @Test func `progress can stop a render`() {
    var click = Click()
    var sink = MemorySink()
    let summary = Renderer(blockFrames: 64).render(
      Self.timeline([0, 10_000]), with: &click, to: &sink
    ) { $0 < 128 }
    #expect(summary.frames == 128)
  }
}
