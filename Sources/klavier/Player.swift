import FluidBackend
import GrandPiano
import Score
import Synthesis

/// The synthesizer of one render, whichever it is.
enum Player: Synthesizer, ~Copyable {
  case grand(GrandPiano)
  case fluid(FluidSynthesizer)

  mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    switch consume self {
    case .grand(var synthesizer):
      synthesizer.render(events, at: start, into: &block)
      self = .grand(synthesizer)
    case .fluid(var synthesizer):
      synthesizer.render(events, at: start, into: &block)
      self = .fluid(synthesizer)
    }
  }

  var isSounding: Bool {
    switch self {
    case .grand(let synthesizer): synthesizer.isSounding
    case .fluid(let synthesizer): synthesizer.isSounding
    }
  }

  var voicesPeak: Int {
    switch self {
    case .grand(let synthesizer): synthesizer.voicesPeak
    case .fluid(let synthesizer): synthesizer.voicesPeak
    }
  }

  var voicesStolen: Int {
    switch self {
    case .grand(let synthesizer): synthesizer.voicesStolen
    case .fluid(let synthesizer): synthesizer.voicesStolen
    }
  }

  var warnings: [String] {
    switch self {
    case .grand(let synthesizer): synthesizer.warnings
    case .fluid(let synthesizer): synthesizer.warnings
    }
  }
}
