import Synthesis

/// A share of the piano's voices, rendered on one thread.
struct Section: Sendable {
  private let index: Int
  private let sections: Int
  private let rate: Int
  private var voices: [StringVoice] = []
  /// What it sounds in the block.
  private(set) var block = StereoBlock(frames: 0)

  /// Section `index` of `sections`: it takes the notes whose number leaves that remainder.
  init(index: Int, of sections: Int, rate: Int) {
    self.index = index
    self.sections = sections
    self.rate = rate
  }

  /// The voices that sound.
  var voiceCount: Int { voices.count }

  /// Renders the block of `frames` frames that begins at `start`.
  mutating func render(_ gestures: [TimedGesture], from start: Int, frames: Int) {
    block.clear(frames: frames)
    for i in voices.indices { voices[i].render(gestures[...], from: start, into: &block) }
    for (place, timed) in gestures.enumerated() {
      guard case .strike(let strike) = timed.gesture, Int(strike.note) % sections == index else {
        continue
      }
      var voice = StringVoice(strike, at: timed.frame, rate: rate)
      voice.render(gestures[(place + 1)...], from: start, into: &block)
      voices.append(voice)
    }
    voices.removeAll(where: \.isOver)
  }
}
