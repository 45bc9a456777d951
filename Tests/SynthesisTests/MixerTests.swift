import Score
import Synthesis
import Testing

@Suite struct MixerTests {
  private func render(
    _ sound: Mixer.Sound, _ notes: [(on: Int, off: Int)], frames: Int, block: Int
  ) -> StereoBlock {
    var events: [TimedEvent] = []
    for (id, note) in notes.enumerated() {
      let played = Note(id: Int32(id), key: 60, velocity: 100)
      events.append(TimedEvent(frame: note.on, event: .noteOn(played)))
      events.append(TimedEvent(frame: note.off, event: .noteOff(played, releaseVelocity: 64)))
    }
    events.sort { $0.frame < $1.frame }
    var mixer = Mixer(rate: 1000) { _ in sound }
    var sink = MemorySink()
    _ = Renderer(blockFrames: block, tail: .none).render(
      Timeline(rate: 1000, events: events, endFrame: frames), with: &mixer, to: &sink)
    return sink.sound
  }

  @Test func `a fade in and a fade out are straight lines, from any level`() {
    let tape = Tape([Float](repeating: 1, count: 100), loop: 0..<100)
    let sound = Mixer.Sound(tape, fadeInSeconds: 0.1, fadeOutSeconds: 0.05)
    let left = render(sound, [(10, 60)], frames: 200, block: 37).left
    #expect(left[9] == 0)
    #expect(abs(left[10] - 0.01) < 1e-6)
    #expect(abs(left[59] - 0.5) < 1e-6)
    #expect(abs(left[60] - 0.49) < 1e-6)
    #expect(abs(left[84] - 0.25) < 1e-6)
    #expect(left[109] == 0)
  }

  @Test(arguments: [1, 7, 64, 500])
  func `blocks cannot be heard`(block: Int) {
    let tape = Tape((0..<300).map { Float($0 % 17) - 8 }, loop: 20..<290)
    let sound = Mixer.Sound(tape, ratio: 1.37, left: 0.3, fadeInSeconds: 0.02)
    let notes = (0..<20).map { (on: $0 * 13, off: $0 * 29 + 40) }
    let whole = render(sound, notes, frames: 800, block: 1000)
    let cut = render(sound, notes, frames: 800, block: block)
    #expect(whole.left == cut.left)
    #expect(whole.right == cut.right)
  }

  @Test func `a recording is played once, and the voice ends`() {
    let tape = Tape([Float](repeating: 1, count: 70))
    let left = render(Mixer.Sound(tape), [(0, 500)], frames: 200, block: 200).left
    #expect(left[10] == 1)
    #expect(left[69] == 1)
    #expect(left[70] == 0)
  }
}
