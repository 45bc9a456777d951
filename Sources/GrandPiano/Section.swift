import Synthesis

/// A share of the piano's voices, rendered on one thread.
struct Section: Sendable {
  private let index: Int
  private let sections: Int
  private let rate: Int
  private var voices: [StringVoice] = []
  private var page = Page()
  private var noises: [BurstVoice] = []
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
  /// Whether anything sounds.
  var isSounding: Bool { !voices.isEmpty || !noises.isEmpty }

  /// Renders the block of `frames` frames that begins at `start`.
  ///
  /// Voices are summed in the order of their strokes and noises after them, wherever blocks begin.
  mutating func render(_ gestures: [TimedGesture], from start: Int, frames: Int) {
    block.clear(frames: frames)
    for i in voices.indices {
      voices[i].render(gestures[...], from: start, page: &page, into: &block)
    }
    for (place, timed) in gestures.enumerated() {
      switch timed.gesture {
      case .strike(let strike) where Int(strike.note) % sections == index:
        var voice = StringVoice(strike, at: timed.frame, rate: rate)
        voice.render(gestures[(place + 1)...], from: start, page: &page, into: &block)
        voices.append(voice)
        if let knock = strike.blow.knock {
          let gain = strike.blow.knockGain * strike.gain
          noises.append(BurstVoice(knock, gain: gain, at: timed.frame))
        }
      case .noise(let burst, let gain) where index == 0:
        noises.append(BurstVoice(burst, gain: gain, at: timed.frame))
      default: break
      }
    }
    for i in noises.indices { noises[i].render(from: start, into: &block) }
    voices.removeAll(where: \.isOver)
    noises.removeAll(where: \.isOver)
  }
}
