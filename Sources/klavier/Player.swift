import FluidBackend
import GrandPiano
import Score
import SoundFont
import Synthesis

/// The synthesizer of one render, whichever it is.
///
/// Its questions are not inlined: several switches over a noncopyable enum in one function stop the
/// optimizer of Swift 6.3.1.
enum Player: Synthesizer, ~Copyable {
  case grand(GrandPiano)
  case wetGrand(WetGrand)
  case sampler(Sampler)
  case fluid(FluidSynthesizer)
  case stems(StemPlayers)

  mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    switch consume self {
    case .grand(var synthesizer):
      synthesizer.render(events, at: start, into: &block)
      self = .grand(synthesizer)
    case .wetGrand(var synthesizer):
      synthesizer.render(events, at: start, into: &block)
      self = .wetGrand(synthesizer)
    case .sampler(var synthesizer):
      synthesizer.render(events, at: start, into: &block)
      self = .sampler(synthesizer)
    case .fluid(var synthesizer):
      synthesizer.render(events, at: start, into: &block)
      self = .fluid(synthesizer)
    case .stems(var synthesizer):
      synthesizer.render(events, at: start, into: &block)
      self = .stems(synthesizer)
    }
  }

  @inline(never)
  var voicesPeak: Int {
    switch self {
    case .grand(let synthesizer): synthesizer.voicesPeak
    case .wetGrand(let synthesizer): synthesizer.voicesPeak
    case .sampler(let synthesizer): synthesizer.voicesPeak
    case .fluid(let synthesizer): synthesizer.voicesPeak
    case .stems(let synthesizer): synthesizer.voicesPeak
    }
  }

  @inline(never)
  var voicesStolen: Int {
    switch self {
    case .grand(let synthesizer): synthesizer.voicesStolen
    case .wetGrand(let synthesizer): synthesizer.voicesStolen
    case .sampler(let synthesizer): synthesizer.voicesStolen
    case .fluid(let synthesizer): synthesizer.voicesStolen
    case .stems(let synthesizer): synthesizer.voicesStolen
    }
  }

  @inline(never)
  var warnings: [String] {
    switch self {
    case .grand(let synthesizer): synthesizer.warnings
    case .wetGrand(let synthesizer): synthesizer.warnings
    case .sampler(let synthesizer): synthesizer.warnings
    case .fluid(let synthesizer): synthesizer.warnings
    case .stems(let synthesizer): synthesizer.warnings
    }
  }
}
