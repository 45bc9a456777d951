import Score
import SoundFont
import Synthesis

/// Plays a bank for 512 frames, by the cubic or, where `count` is odd, in straight lines: a sample that is not
/// finite is a finding.
func play(_ bank: Bank, _ events: [TimedEvent], count: Int) {
  var sampler = Sampler(
    banks: [bank], rate: 44100, interpolation: count & 1 == 0 ? .cubic : .linear)
  var sink = MemorySink()
  _ = Renderer(blockFrames: 256, tail: .none).render(
    Timeline(rate: 44100, events: events, endFrame: 512), with: &sampler, to: &sink)
  let isFinite = !sink.sound.left.contains { !$0.isFinite }
  precondition(isFinite, "a sample is not finite")
}
