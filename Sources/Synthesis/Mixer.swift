public import Score

/// Plays recordings: each note a tape at some pace, under a fade-in and a fade-out.
///
/// It is the plainest sampler, for programs that have their own sounds: no bank, no filter, no limit of
/// voices. Voices are summed in the order in which they began, each event on its own frame.
public struct Mixer: Synthesizer {
  /// What a note plays.
  public struct Sound: Sendable {
    /// The recording, looped or not.
    public var tape: Tape
    /// Its frames a frame of output: pitch ratio times the rates' ratio.
    public var ratio: Double
    /// Gains to both sides.
    public var left: Double
    /// The gain to the right.
    public var right: Double
    /// Seconds from silence to full level.
    public var fadeInSeconds: Double
    /// Seconds from any level to silence, once the key is up.
    public var fadeOutSeconds: Double

    /// A sound, in the middle and without a fade-in unless said otherwise.
    public init(
      _ tape: Tape, ratio: Double = 1, left: Double = 1, right: Double = 1,
      fadeInSeconds: Double = 0, fadeOutSeconds: Double = 0.01
    ) {
      self.tape = tape
      self.ratio = ratio
      self.left = left
      self.right = right
      self.fadeInSeconds = fadeInSeconds
      self.fadeOutSeconds = fadeOutSeconds
    }
  }

  private let rate: Double
  private let interpolation: Interpolation
  private let sound: @Sendable (Note) -> Sound?
  private var voices: [Voice] = []

  /// The most voices that sounded at once so far.
  public private(set) var voicesPeak = 0

  /// A mixer; `sound` says what a note plays, nil for nothing.
  public init(
    rate: Int, interpolation: Interpolation = .cubic, sound: @escaping @Sendable (Note) -> Sound?
  ) {
    self.rate = Double(rate)
    self.interpolation = interpolation
    self.sound = sound
  }

  /// Adds its sound to `block`.
  public mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    var offs: [(note: Int32, frame: Int)] = []
    for event in events {
      switch event.event {
      case .noteOn(let note):
        if let sound = sound(note) {
          voices.append(Voice(note.id, sound, rate, interpolation, begin: event.frame - start))
        }
      case .noteOff(let note, _): offs.append((note.id, event.frame - start))
      default: break
      }
    }
    voicesPeak = max(voicesPeak, voices.count)
    for index in voices.indices {
      let off = offs.first { $0.note == voices[index].note }?.frame
      voices[index].render(into: &block, releasedAt: off)
    }
    voices.removeAll { $0.hasEnded }
  }
}

/// A sounding note of a mixer.
private struct Voice: Sendable {
  static let quantum = 64

  let note: Int32
  private let sound: Mixer.Sound
  private let interpolation: Interpolation
  private var begin: Int
  private var playhead: Playhead
  private var fade: Fade
  private var row = [Float](repeating: 0, count: Voice.quantum)
  private var used = Voice.quantum
  private var isOver = false

  init(
    _ note: Int32, _ sound: Mixer.Sound, _ rate: Double, _ interpolation: Interpolation, begin: Int
  ) {
    self.note = note
    self.sound = sound
    self.interpolation = interpolation
    self.begin = begin
    playhead = Playhead(ratio: sound.ratio)
    func frames(_ seconds: Double) -> Int { Int(min(max(seconds * rate, 0), 1e9).rounded()) }
    fade = Fade(
      riseFrames: frames(sound.fadeInSeconds), fallFrames: frames(sound.fadeOutSeconds))
  }

  var hasEnded: Bool { fade.isDone || isOver && used == Voice.quantum }

  mutating func render(into block: inout StereoBlock, releasedAt off: Int?) {
    var at = begin
    begin = 0
    if let off {
      render(into: &block, from: at, to: max(at, off))
      at = max(at, off)
      fade.release()
    }
    render(into: &block, from: at, to: block.frames)
  }

  private mutating func render(into block: inout StereoBlock, from: Int, to: Int) {
    var at = from
    while at < to, !hasEnded {
      if used == Voice.quantum {
        used = 0
        let read = playhead.read(
          sound.tape, interpolation, into: &row, from: 0, count: Voice.quantum)
        isOver = read < Voice.quantum
      }
      let count = min(to - at, Voice.quantum - used)
      for i in 0..<count {
        // The frame's own level, the first of a rise being above 0 already.
        let x = Double(row[used + i]) * fade.level(after: i + 1)
        block.left[at + i] += Float(x * sound.left)
        block.right[at + i] += Float(x * sound.right)
      }
      fade.advance(count)
      used += count
      at += count
    }
  }
}
