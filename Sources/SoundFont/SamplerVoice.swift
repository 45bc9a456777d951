import Synthesis

/// One layer of one note, sounding.
///
/// Time goes in quanta of 64 frames, on a grid that counts from the score's start: for each, the pitch and
/// the filter are set and the sound is read and filtered, before its level is known. The level is drawn in
/// straight lines on top of it, which events cut at their own frame. So neither the blocks' borders nor
/// other voices' events can be heard.
struct SamplerVoice: Sendable {
  static let quantum = VolumeEnvelope.run

  // What is looked at in every quantum comes first, close together; what only events ask for is the
  // layer's.
  let note: Int32
  let channel: UInt16
  private(set) var keyIsDown = true
  private var sostenuto = false
  /// It is being silenced, and no longer counts.
  private(set) var isDying = false
  private(set) var tapeHasEnded = false
  /// Whether its lane is filtered; chosen when it starts.
  let isFiltered: Bool
  private let interpolation: Interpolation
  private let hasRelease: Bool
  let layer: Layer
  private var tape: Tape
  private var playhead: Playhead
  /// Frames since it started, at the end of what has been read.
  private var clock = 0
  /// Frames until the sample begins.
  private var waiting: Int
  /// How many of the quantum's frames lie before that.
  private var silence = 0
  /// The filter's cutoff, in cents above 8.176 Hz, and its resonance.
  private(set) var cutoff = 13500.0
  private(set) var resonance: (damping: Double, gain: Double)
  /// The cutoff for which its lane has the coefficients.
  private var tunedTo = -1.0

  // The ramp in work, of left, right, reverb and chorus: from frame `rampFrom` to `rampTo` of the quantum
  // the gain after frame i is `base` + i·`slope`.
  private(set) var base = SIMD4<Float>.zero
  private(set) var slope = SIMD4<Float>.zero
  private var start = SIMD4<Float>.zero
  private var target = SIMD4<Float>.zero
  private var rampFrom = 0
  private(set) var rampTo = 0
  private var envelopeAtStart = 0.0
  /// The level besides the envelope, and where it is gliding to.
  private var level: SIMD4<Double>
  private var glideFrames = 0
  private var envelope: VolumeEnvelope
  private var modulation: ModulationEnvelope
  private var settings: VoiceSettings
  private var levelTarget: SIMD4<Double>

  /// The frame of the block at which it starts, and the first command that can mean it.
  var begin: Int
  var firstCommand: Int

  init(_ layer: Layer, _ settings: VoiceSettings, tape: Tape, begin: Int, firstCommand: Int) {
    self.layer = layer
    self.settings = settings
    self.tape = tape
    self.begin = begin
    self.firstCommand = firstCommand
    interpolation = layer.interpolation
    hasRelease = layer.releaseTape != nil
    note = layer.note
    channel = layer.channel
    playhead = Playhead(frame: settings.startFrames, ratio: 1)
    modulation = ModulationEnvelope(settings.modulation, rate: layer.rate)
    envelope = VolumeEnvelope(settings.volume, rate: layer.rate)
    waiting = envelope.delayFrames
    isFiltered = !settings.isOpen || layer.region.movesFilter
    resonance = LowPass.resonance(settings.resonanceDecibels)
    level = settings.gains
    levelTarget = settings.gains
    playhead.ratio = ratio()
  }

  /// Whether its key is up and nothing holds it.
  var isReleased: Bool { envelope.isReleased }

  /// No voice, for a free slot.
  static let none = SamplerVoice(
    .none, VoiceSettings(), tape: Tape([]), begin: 0, firstCommand: 0)

  /// Its first frame is `at` in the quantum.
  mutating func arrive(at: Int) {
    rampFrom = at
    rampTo = at
  }

  /// How loud it is after frame `at` − 1 of the quantum, without what it plays.
  func loudness(at: Int) -> Float {
    let now = gains(at)
    return now.x * now.x + now.y * now.y
  }

  // MARK: Rendering

  /// Sets pitch and filter for the frames from `from` to the end of the quantum.
  ///
  /// It is apart from `read`, because what four voices have to reckon waits less if it is done in a row.
  mutating func tune(from: Int) {
    silence = min(waiting, SamplerVoice.quantum - from)
    waiting -= silence
    clock += silence
    let count = SamplerVoice.quantum - from - silence
    if count == 0 { return }
    clock += count
    if settings.modLFOToCents != 0 || settings.vibratoLFOToCents != 0
      || settings.envelopeToCents != 0
    {
      playhead.ratio = ratio()
    }
    cutoff = settings.cutoffCents
    if settings.modLFOToCutoff != 0 {
      cutoff += settings.modLFOToCutoff * layer.modLFO.value(at: clock)
    }
    if settings.envelopeToCutoff != 0 {
      cutoff += settings.envelopeToCutoff * modulation.value(at: clock)
    }
  }

  /// Tunes the whole quantum and draws its first straight line; answers whether the filter is another than
  /// before, which its lane then takes from `cutoff` and `resonance`.
  mutating func beginQuantum() -> Bool {
    tune(from: 0)
    beginRamp(at: 0)
    if cutoff == tunedTo { return false }
    tunedTo = cutoff
    return true
  }

  /// Reads the frames from `from`, for which it has been tuned, to the end of the quantum into `rows`, in
  /// which the quantum begins at `place`.
  mutating func read(into rows: inout [Float], at place: Int, from: Int) {
    var at = place + from
    let end = place + SamplerVoice.quantum
    if silence > 0 {
      for i in at..<at + silence { rows[i] = 0 }
      at += silence
      if at == end { return }
    }
    if hasRelease, isReleased, let next = layer.releaseTape, tape !== next {
      playhead.leaveLoop(of: tape)
      tape = next
    }
    let read = playhead.read(tape, interpolation, into: &rows, from: at, count: end - at)
    if read < end - at { tapeHasEnded = true }
  }

  /// The filter for what was read last; nil where it is as before.
  mutating func coefficients(_ filter: LowPass) -> SIMD4<Float>? {
    if cutoff == tunedTo { return nil }
    tunedTo = cutoff
    let found = filter.coefficients(cents: cutoff, resonance)
    return SIMD4(found.b, found.c1, found.c2, 0)
  }

  /// The quantum is over: the next one's frames count from 0; answers whether the voice is over too.
  mutating func endQuantum() -> Bool {
    rampFrom = 0
    rampTo = 0
    return envelope.isDone
  }

  /// Draws the level's next straight line, from frame `at` of the quantum on.
  mutating func beginRamp(at: Int) {
    if envelope.isDone {
      // Silent to the end of the quantum; then it is over.
      base = .zero
      slope = .zero
      start = .zero
      target = .zero
      rampFrom = at
      rampTo = SamplerVoice.quantum
      return
    }
    start = target
    envelopeAtStart = envelope.gain
    rampFrom = at
    rampTo = at + envelope.next(SamplerVoice.quantum - at)
    aim()
  }

  /// Points the ramp at where the level will be when it ends.
  private mutating func aim() {
    let count = rampTo - rampFrom
    if glideFrames > 0 {
      let part = min(count, glideFrames)
      level += (levelTarget - level) * (Double(part) / Double(glideFrames))
      glideFrames -= part
    }
    var gain = envelope.gain
    if !isFiltered { gain *= VoiceSettings.openGain }
    if settings.modLFOToDecibels != 0 {
      gain *= ExactMath.gain(decibels: settings.modLFOToDecibels * layer.modLFO.value(at: clock))
    }
    target = SIMD4<Float>(level * gain)
    slope = (target - start) * (1 / Float(count))
    // Frame i is the (i − rampFrom + 1)th of the ramp.
    base = start - slope * Float(rampFrom - 1)
  }

  /// The gains just before frame `at`.
  private func gains(_ at: Int) -> SIMD4<Float> {
    at == rampTo || rampTo == rampFrom ? target : base + slope * Float(at - 1)
  }

  /// Ends the ramp before frame `at`; answers the envelope's level there.
  private mutating func cutRamp(at: Int) -> Double {
    if rampTo == rampFrom || at >= rampTo { return envelope.gain }
    let part = Double(at - rampFrom) / Double(rampTo - rampFrom)
    let here = envelopeAtStart + (envelope.gain - envelopeAtStart) * part
    target = gains(at)
    rampTo = at
    return here
  }

  private func ratio() -> Double {
    var cents = settings.cents
    if settings.modLFOToCents != 0 {
      cents += settings.modLFOToCents * layer.modLFO.value(at: clock)
    }
    if settings.vibratoLFOToCents != 0 {
      cents += settings.vibratoLFOToCents * layer.vibratoLFO.value(at: clock)
    }
    if settings.envelopeToCents != 0 {
      cents += settings.envelopeToCents * modulation.value(at: clock)
    }
    return ExactMath.exp2(cents / 1200) * layer.rateRatio
  }

  // MARK: Events, before frame `at` of the quantum

  /// The key goes up; the sustain pedal holds the sound or not.
  mutating func keyUp(sustained: Bool, at: Int) {
    if layer.region.rules?.isOneShot == true { return }
    keyIsDown = false
    if !sustained, !sostenuto { release(at: at) }
  }

  mutating func sustainUp(at: Int) {
    if layer.region.rules?.isOneShot == true { return }
    if !keyIsDown, !sostenuto { release(at: at) }
  }

  mutating func sostenutoDown() {
    if keyIsDown { sostenuto = true }
  }

  mutating func sostenutoUp(sustained: Bool, at: Int) {
    sostenuto = false
    if !keyIsDown, !sustained { release(at: at) }
  }

  private mutating func release(at: Int) {
    if envelope.isReleased { return }
    modulation.release(at: clock - SamplerVoice.quantum + at)
    envelope.release(from: cutRamp(at: at))
  }

  /// Another voice turns it off (SFZ, off_by).
  mutating func turnOff(at: Int) {
    if layer.region.rules?.offIsFast != false { cut(at: at) } else { release(at: at) }
  }

  /// Silence within some milliseconds.
  mutating func cut(at: Int) {
    if isDying { return }
    isDying = true
    envelope.cut(from: cutRamp(at: at))
  }

  /// Takes new settings; the level glides to its new value, in the time of the shortest fade.
  mutating func update(_ new: VoiceSettings, at: Int) {
    let old = settings
    settings = new
    if new.resonanceDecibels != old.resonanceDecibels {
      resonance = LowPass.resonance(new.resonanceDecibels)
      tunedTo = -1
    }
    if new.cents != old.cents { playhead.ratio = ratio() }
    guard new.gains != levelTarget else { return }
    levelTarget = new.gains
    glideFrames = VolumeEnvelope.shortestFade(rate: layer.rate)
    if at < rampTo {
      let here = gains(at)
      let part = Double(at - rampFrom) / Double(rampTo - rampFrom)
      envelopeAtStart += (envelope.gain - envelopeAtStart) * part
      start = here
      rampFrom = at
      aim()
    }
  }
}
