import Synthesis

/// One layer of one note, sounding.
///
/// Time counts from the voice's own start, in quanta of 64 frames: for each the pitch and the filter are
/// set and the sound is read (and filtered) at once, before its level is known. The level is drawn in
/// straight lines on top of it, which events cut at their own frame. So neither the blocks' borders nor
/// other voices' events can be heard.
struct SamplerVoice: Sendable {
  static let quantum = VolumeEnvelope.run

  // Who it is.
  let note: Int32
  let channel: UInt16
  let key: UInt8
  let exclusiveClass: Int
  /// Counts all voices, for a fixed order.
  let serial: Int
  let region: Region
  let header: SoundFontFile.SampleHeader
  let sources: NoteSources

  // What holds it.
  private(set) var keyIsDown = true
  private var sostenuto = false
  /// It is being silenced, and no longer counts.
  private(set) var isDying = false
  /// Nothing more will come from it.
  private(set) var hasEnded = false

  // The block in work.
  var begin: Int
  var firstCommand: Int

  // What it plays.
  private var tape: Tape
  /// What is played after the key is up (sample mode 3).
  private let releaseTape: Tape?
  private let interpolation: Interpolation
  private let rate: Int
  private let rateRatio: Double
  private var settings: VoiceSettings
  private var playhead: Playhead
  private var filter = LowPass()
  private var modLFO: LFO
  private var vibratoLFO: LFO
  private var modulation: ModulationEnvelope
  private var envelope: VolumeEnvelope
  private let isPitchMoved: Bool
  /// Frames until the envelope's attack begins.
  private var waiting: Int
  private var tapeHasEnded = false

  // The quantum in work: its sound, and how much of it is used.
  private var mono: [Float]
  private var used = SamplerVoice.quantum

  // The ramp in work, of left, right, reverb and chorus.
  private var start = SIMD4<Float>.zero
  private var slope = SIMD4<Float>.zero
  private var target = SIMD4<Float>.zero
  private var rampDone = 0
  private var rampFrames = 0
  private var envelopeAtStart = 0.0
  /// The level besides the envelope, and where it is gliding to.
  private var level: SIMD4<Double>
  private var levelTarget: SIMD4<Double>
  private var glideFrames = 0

  init(
    note: Int32, channel: UInt16, key: UInt8, serial: Int, region: Region,
    header: SoundFontFile.SampleHeader, sources: NoteSources, settings: VoiceSettings, tape: Tape,
    releaseTape: Tape?, interpolation: Interpolation, rate: Int, begin: Int, firstCommand: Int
  ) {
    self.note = note
    self.channel = channel
    self.key = key
    self.serial = serial
    self.region = region
    self.header = header
    self.sources = sources
    self.settings = settings
    self.tape = tape
    self.releaseTape = releaseTape
    self.interpolation = interpolation
    self.rate = rate
    self.begin = begin
    self.firstCommand = firstCommand
    exclusiveClass = Int(region.generators[Generator.exclusiveClass])
    rateRatio = Double(header.rate > 0 ? header.rate : 44100) / Double(rate)
    playhead = Playhead(frame: settings.startFrames, ratio: 1)
    let framesASecond = Double(rate)
    func frames(_ seconds: Double) -> Int {
      let frames = seconds * framesASecond
      return Int(frames < 1e9 ? frames : 1e9)
    }
    modLFO = LFO(
      hertz: settings.modLFO.hertz, delayFrames: frames(settings.modLFO.delaySeconds),
      rate: framesASecond)
    vibratoLFO = LFO(
      hertz: settings.vibratoLFO.hertz, delayFrames: frames(settings.vibratoLFO.delaySeconds),
      rate: framesASecond)
    modulation = ModulationEnvelope(settings.modulation, rate: rate)
    envelope = VolumeEnvelope(settings.volume, rate: rate)
    waiting = envelope.delayFrames
    isPitchMoved = false
    mono = [Float](repeating: 0, count: SamplerVoice.quantum)
    level = settings.gains
    levelTarget = settings.gains
    playhead.ratio = ratio()
  }

  /// Whether its key is up and nothing holds it.
  var isReleased: Bool { envelope.isReleased }

  /// How loud it is just now, without what it plays.
  var loudness: Float {
    let now = start + slope * Float(rampDone)
    return now.x * now.x + now.y * now.y
  }

  // MARK: Rendering

  /// Adds the frames `from`…`to` to the planes.
  mutating func render(
    from: Int, to end: Int, left: inout [Float], right: inout [Float], sends: inout StereoBlock
  ) {
    var at = from
    if waiting > 0 {
      let waited = min(waiting, end - at)
      waiting -= waited
      at += waited
      modLFO.advance(waited)
      vibratoLFO.advance(waited)
      modulation.advance(waited)
    }
    while at < end, !hasEnded {
      if used == SamplerVoice.quantum { fill() }
      if rampDone == rampFrames { beginRamp() }
      if hasEnded { break }
      let count = min(end - at, min(SamplerVoice.quantum - used, rampFrames - rampDone))
      Kernel.add(
        mono, from: used, to: &left, at: at, count: count, gain: start.x, slope: slope.x,
        ramp: rampDone + 1)
      Kernel.add(
        mono, from: used, to: &right, at: at, count: count, gain: start.y, slope: slope.y,
        ramp: rampDone + 1)
      if sends.frames > 0 {
        Kernel.add(
          mono, from: used, to: &sends.left, at: at, count: count, gain: start.z, slope: slope.z,
          ramp: rampDone + 1)
        Kernel.add(
          mono, from: used, to: &sends.right, at: at, count: count, gain: start.w, slope: slope.w,
          ramp: rampDone + 1)
      }
      used += count
      rampDone += count
      at += count
    }
  }

  /// Reads the next quantum.
  private mutating func fill() {
    used = 0
    if envelope.isDone && rampDone == rampFrames || tapeHasEnded && isSilent {
      hasEnded = true
      return
    }
    if let next = releaseTape, isReleased, tape !== next {
      playhead.leaveLoop(of: tape)
      tape = next
    }
    if settings.modLFOToCents != 0 || settings.vibratoLFOToCents != 0
      || settings.envelopeToCents != 0
    {
      playhead.ratio = ratio()
    }
    let read = playhead.read(tape, interpolation, into: &mono, count: SamplerVoice.quantum)
    if read < SamplerVoice.quantum { tapeHasEnded = true }
    if !settings.isOpen {
      var cents = settings.cutoffCents
      if settings.modLFOToCutoff != 0 { cents += settings.modLFOToCutoff * modLFO.value }
      if settings.envelopeToCutoff != 0 { cents += settings.envelopeToCutoff * modulation.value }
      filter.tune(
        cents: cents, resonance: settings.resonanceDecibels, rate: Double(rate))
      filter.run(&mono, count: SamplerVoice.quantum)
    }
    modLFO.advance(SamplerVoice.quantum)
    vibratoLFO.advance(SamplerVoice.quantum)
    modulation.advance(SamplerVoice.quantum)
  }

  /// Whether what the filter still rings is below −96 dB.
  private var isSilent: Bool {
    settings.isOpen
      || !mono.contains { $0.magnitude * 1.5 > Float(VolumeEnvelope.floor) }
  }

  private func ratio() -> Double {
    var cents = settings.cents
    if settings.modLFOToCents != 0 { cents += settings.modLFOToCents * modLFO.value }
    if settings.vibratoLFOToCents != 0 { cents += settings.vibratoLFOToCents * vibratoLFO.value }
    if settings.envelopeToCents != 0 { cents += settings.envelopeToCents * modulation.value }
    return ExactMath.exp2(cents / 1200) * rateRatio
  }

  /// Draws the level's next straight line.
  private mutating func beginRamp() {
    if envelope.isDone {
      hasEnded = true
      return
    }
    start = target
    envelopeAtStart = envelope.gain
    rampDone = 0
    rampFrames = envelope.next(SamplerVoice.quantum - used)
    aim()
  }

  /// Points the ramp at where the level will be when it ends.
  private mutating func aim() {
    let count = rampFrames - rampDone
    if glideFrames > 0 {
      let part = min(count, glideFrames)
      level += (levelTarget - level) * (Double(part) / Double(glideFrames))
      glideFrames -= part
    }
    var gain = envelope.gain
    if settings.isOpen { gain *= VoiceSettings.openGain }
    if settings.modLFOToDecibels != 0 {
      gain *= ExactMath.gain(decibels: settings.modLFOToDecibels * modLFO.value)
    }
    target = SIMD4<Float>(level * gain)
    slope = (target - start) * (1 / Float(count))
  }

  /// Ends the ramp where it is: the next begins here.
  private mutating func cutRamp() -> Double {
    let done = Double(rampDone)
    let here =
      rampFrames > 0
      ? envelopeAtStart + (envelope.gain - envelopeAtStart) * (done / Double(rampFrames))
      : envelope.gain
    target = start + slope * Float(rampDone)
    rampFrames = rampDone
    return here
  }

  // MARK: Events

  /// The key goes up; the sustain pedal holds the sound or not.
  mutating func keyUp(sustained: Bool) {
    keyIsDown = false
    if !sustained, !sostenuto { release() }
  }

  mutating func sustainUp() {
    if !keyIsDown, !sostenuto { release() }
  }

  mutating func sostenutoDown() {
    if keyIsDown { sostenuto = true }
  }

  mutating func sostenutoUp(sustained: Bool) {
    sostenuto = false
    if !keyIsDown, !sustained { release() }
  }

  private mutating func release() {
    if envelope.isReleased { return }
    modulation.release()
    if waiting > 0 {
      hasEnded = true
      return
    }
    envelope.release(from: cutRamp())
  }

  /// Silence within some milliseconds.
  mutating func cut() {
    if isDying { return }
    isDying = true
    if waiting > 0 {
      hasEnded = true
      return
    }
    envelope.cut(from: cutRamp())
  }

  /// Takes new settings; the level glides to its new value, in the time of the shortest fade.
  mutating func update(_ new: VoiceSettings) {
    let old = settings
    settings = new
    settings.volume = old.volume
    if new.cents != old.cents { playhead.ratio = ratio() }
    if new.gains != levelTarget {
      levelTarget = new.gains
      glideFrames = VolumeEnvelope.shortestFade(rate: rate)
      if rampDone < rampFrames {
        start += slope * Float(rampDone)
        envelopeAtStart +=
          (envelope.gain - envelopeAtStart) * (Double(rampDone) / Double(rampFrames))
        rampFrames -= rampDone
        rampDone = 0
        aim()
      }
    }
  }
}
