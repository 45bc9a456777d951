import Score
public import Synthesis

/// A concert grand computed from its strings, hammers, dampers and soundboard.
///
/// Every note is a bank of decaying modes: stiff strings with two-stage decay, struck by a simulated
/// felt hammer. All channels but the percussion channel play; each has its own pedals. Channels'
/// tunings and the pitch wheel tune the notes that begin after them.
public struct GrandPiano: Synthesizer {
  /// The most voices that sounded at the end of a block so far.
  public private(set) var voicesPeak = 0

  private let rate: Int
  private let settings: Settings
  private let touch: Touch
  private let voicing: Voicing
  private let scatter: Scatter
  private var keyboard: Keyboard
  private let sections: Lanes<Section>
  private var workshop: Workshop
  private var voices = 0

  /// How many lanes share the voices; the sum's order, so never a matter of threads.
  private static let sectionCount = 8

  /// A piano at `rate` samples a second (8000…192 000) that computes on up to `jobs` threads.
  public init(rate: Int, jobs: Int = 1, settings: Settings = Settings()) {
    self.rate = rate
    self.settings = settings
    touch = Touch(settings.velocityCurve)
    voicing = Voicing(settings.preset)
    scatter = Scatter(seed: settings.seed)
    keyboard = Keyboard(settings: settings, rate: rate)
    workshop = Workshop(settings: settings, rate: rate)
    sections = Lanes(
      (0..<Self.sectionCount).map { Section(index: $0, of: Self.sectionCount, rate: rate) },
      jobs: jobs)
  }

  /// Whether strings still sound or a damper is still to fall.
  public var isSounding: Bool { voices > 0 || keyboard.isWaiting }

  /// Adds its sound to `block`.
  public mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    let frames = block.frames
    let played = events.filter { timed in
      if settings.playsPercussion { return true }
      if case .noteOn(let note) = timed.event { return note.channel % 16 != 9 }
      if case .noteOff(let note, _) = timed.event { return note.channel % 16 != 9 }
      return true
    }
    let gestures = keyboard.gestures(played[...], until: start + frames) {
      workshop.blow(note: $0, isSoft: $1, cents: $2)
    }
    if voices == 0, gestures.isEmpty { return }
    sections.forEach { _, section in section.render(gestures, from: start, frames: frames) }
    voices = 0
    for index in 0..<sections.count {
      sections.with(index) { section in
        block.add(section.block)
        voices += section.voiceCount
      }
    }
    voicesPeak = max(voicesPeak, voices)
  }
}
