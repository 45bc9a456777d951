import GrandPiano
import Score
import Synthesis
import Testing

@Suite("The grand as a synthesizer") struct GrandPianoTests {
  /// Chords, repeated notes, every pedal, levels, tunings, release velocities, two channels.
  static func busy() -> Playing {
    var playing = Playing()
    playing.note(48, on: 0.01, off: 0.2)
    playing.note(60, velocity: 30, on: 0.013, off: 0.3, releaseVelocity: 120)
    playing.note(100, velocity: 127, channel: 1, on: 0.05, off: 0.06)
    playing.control(64, 127, at: 0.1)
    playing.note(60, velocity: 110, on: 0.25, off: 0.31)
    playing.control(64, 50, at: 0.33)
    playing.control(64, 90, at: 0.35)
    playing.control(66, 127, channel: 1, at: 0.052)
    playing.control(67, 127, at: 0.2)
    playing.control(11, 60, at: 0.22)
    playing.add(.pitchBend(channel: 0, value: 10_000), at: 0.24)
    playing.control(64, 0, at: 0.4)
    playing.control(123, 0, channel: 1, at: 0.41)
    playing.control(120, 0, at: 0.44)
    return playing
  }

  static let reference = busy().sound(seconds: 0.5)

  @Test("The size of a block cannot be heard", arguments: [1, 64, 511, 4096])
  func block(frames: Int) {
    var playing = Self.busy()
    #expect(Self.reference.level(from: 0, to: 0.5, rate: 8000) > -60)
    playing.blockFrames = frames
    let sound = playing.sound(seconds: 0.5)
    let isSame = sound.left == Self.reference.left && sound.right == Self.reference.right
    #expect(isSame)
  }

  @Test("The number of threads cannot be heard", arguments: [2, 3, 8])
  func jobs(count: Int) {
    var playing = Self.busy()
    playing.jobs = count
    let sound = playing.sound(seconds: 0.5)
    let isSame = sound.left == Self.reference.left && sound.right == Self.reference.right
    #expect(isSame)
  }

  @Test("Nothing sounds before the first note, and that begins on its own sample without a step")
  func start() {
    var playing = Playing(rate: 44_100)
    playing.note(60, on: 0.01, off: 0.3)
    let sound = playing.sound(seconds: 0.05)
    let first = sound.left.indices.first { sound.left[$0] != 0 || sound.right[$0] != 0 } ?? -1
    #expect((441...442).contains(first))
    #expect(abs(sound.left[first]) < 0.002 * sound.peak)
    #expect(abs(sound.right[first]) < 0.002 * sound.peak)
  }

  @Test("A damped note ends in silence and the piano says so")
  func end() {
    let note = Note(id: 0, key: 84, velocity: 80)
    let timeline = Timeline(
      rate: 8000,
      events: [
        TimedEvent(frame: 0, event: .noteOn(note)),
        TimedEvent(frame: 800, event: .noteOff(note, releaseVelocity: 64)),
      ], endFrame: 801)
    var piano = GrandPiano(rate: 8000)
    var sink = MemorySink()
    let summary = Renderer(tail: .auto).render(timeline, with: &piano, to: &sink)
    #expect(summary.peak > 0.01)
    #expect((0.2...3).contains(Double(summary.frames) / 8000))
    #expect(piano.voicesPeak == 1)
    var block = StereoBlock(frames: 8 * 8000)
    piano.render([], at: summary.frames, into: &block)
    #expect(!piano.isSounding)
    #expect(block.left.suffix(1000).allSatisfy { $0 == 0 })
  }

  @Test("Percussion is not played")
  func percussion() {
    var playing = Playing()
    playing.note(60, channel: 9, on: 0, off: 0.1)
    playing.note(60, channel: 25, on: 0, off: 0.1)
    #expect(playing.sound(seconds: 0.1).peak == 0)
  }
}
