import Score
public import Synthesis

/// A concert grand computed from its strings, hammers, dampers and soundboard.
///
/// Every note is a bank of decaying modes: stiff strings with two-stage decay, struck by a simulated
/// felt hammer. All channels but the percussion channel play; each has its own pedals and its own
/// pitch wheel, which what sounds already follows; tunings hold for the notes that begin after them.
public struct GrandPiano: Synthesizer {
  /// The most voices that sounded at the end of a block so far.
  public private(set) var voicesPeak = 0

  private var keyboard: Keyboard
  private let sections: Lanes<Section>
  private let resonance: Lanes<Resonance>
  private var slow: SlowRate
  private var slowMix = StereoBlock(frames: 0)
  private var ambience: Ambience
  /// What the piano sounds in the block.
  private var mix = StereoBlock(frames: 0)
  private var voices = 0
  private var areStringsSounding = false

  /// How many lanes share the voices, and the resonance; the sum's order, so never a matter of threads.
  private static let sectionCount = 8
  private static let resonanceCount = 4

  /// A piano at `rate` samples a second (8000…192 000) that computes on up to `jobs` threads.
  public init(rate: Int, jobs: Int = 1, settings: Settings = Settings()) {
    keyboard = Keyboard(settings: settings, rate: rate)
    sections = Lanes(
      (0..<Self.sectionCount).map { Section(index: $0, of: Self.sectionCount, rate: rate) },
      jobs: jobs)
    let scatter = Scatter(seed: settings.seed)
    let slow = SlowRate(rate: rate)
    self.slow = slow
    resonance = Lanes(
      (0..<Self.resonanceCount).map {
        Resonance(
          share: $0, of: Self.resonanceCount, rate: rate, slow: slow, settings: settings,
          scatter: scatter)
      }, jobs: jobs)
    ambience = Ambience(rate: rate)
  }

  /// Whether anything still sounds or a damper is still to fall.
  public var isSounding: Bool {
    areStringsSounding || ambience.isSounding || keyboard.isWaiting
  }

  /// Adds its sound to `block`.
  public mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    let frames = block.frames
    let gestures = keyboard.gestures(events, until: start + frames)
    if !isSounding, gestures.isEmpty { return }
    mix.clear(frames: frames)
    renderStrings(gestures, from: start, frames: frames)
    ambience.render(into: &mix)
    block.add(mix)
  }

  /// The struck strings, and the others' answer to them.
  private mutating func renderStrings(_ gestures: [TimedGesture], from start: Int, frames: Int) {
    sections.forEach { _, section in section.render(gestures, from: start, frames: frames) }
    voices = 0
    areStringsSounding = false
    for index in 0..<sections.count {
      sections.with(index) { section in
        mix.add(section.block)
        voices += section.voiceCount
        if section.isSounding { areStringsSounding = true }
      }
    }
    voicesPeak = max(voicesPeak, voices)
    // The left channel has every partial with its own sign, as the bridge has.
    let bridge = slow.down(mix.left, from: start)
    let first = slow.slowFrame(start)
    resonance.forEach { _, share in share.render(gestures, to: bridge, from: first) }
    slowMix.clear(frames: bridge.count)
    for index in 0..<resonance.count {
      resonance.with(index) { share in
        slowMix.add(share.block)
        if share.isSounding { areStringsSounding = true }
      }
    }
    slow.up(slowMix, from: start, into: &mix)
  }
}
