import Synthesis

/// What a region's generators and modulators come to for one note: everything that a controller may
/// still change while it sounds.
struct VoiceSettings: Sendable {
  /// The pitch without envelope and LFOs, in cents above the sample as recorded.
  var cents = 0.0
  var modLFOToCents = 0.0
  var vibratoLFOToCents = 0.0
  var envelopeToCents = 0.0
  /// In cents above 8.176 Hz.
  var cutoffCents = 13500.0
  var resonanceDecibels = 0.0
  var modLFOToCutoff = 0.0
  var envelopeToCutoff = 0.0
  /// How much the LFO raises the level, in decibels.
  var modLFOToDecibels = 0.0
  /// Gains to left, right, reverb and chorus.
  var gains = SIMD4<Double>.zero
  var volume = VolumeEnvelope.Shape()
  var modulation = ModulationEnvelope.Shape()
  var modLFO = (hertz: 8.176, delaySeconds: 0.0)
  var vibratoLFO = (hertz: 8.176, delaySeconds: 0.0)
  /// Frames to leave out at the start of the tape.
  var startFrames = 0

  /// How much louder FluidSynth's filter makes everything.
  ///
  /// It takes a resonance of 0 dB as −3.01 dB, and
  /// half of that is given back to the passband. It is part of the reference level.
  static let openGain = LowPass.gain(resonance: 0)

  /// Whether the filter changes nothing: wide open, without resonance, not moved.
  var isOpen: Bool {
    cutoffCents >= 13500 && resonanceDecibels <= 0 && modLFOToCutoff == 0 && envelopeToCutoff == 0
  }

  /// The value of each generator: the zone's own, the channel's offsets, the modulators.
  private static func sums(
    _ region: Region, _ note: NoteSources, _ channel: ChannelState
  ) -> [Double] {
    var sums = region.generators
    // Attenuation of a zone counts 0.4 times: Creative's hardware did so, banks are made for it, and
    // FluidSynth, BASSMIDI and editors (Polyphone shows it so) follow. Modulators count in full.
    sums[Generator.attenuation] *= 0.4
    for (number, offset) in channel.offsets where number < Generator.count {
      sums[number] += offset
    }
    for modulator in region.modulators {
      sums[Int(modulator.destination)] += modulator.value(note, channel)
    }
    return sums
  }

  /// Nothing.
  init() {}

  /// Evaluates a region.
  ///
  /// `sends` is what every note gives to reverb and chorus besides its own sends, or nil where there
  /// are none.
  init(
    _ region: Region, _ header: SoundFontFile.SampleHeader, note: NoteSources,
    channel: ChannelState, sends: (reverb: Double, chorus: Double)?
  ) {
    let sums = VoiceSettings.sums(region, note, channel)
    func clamped(_ number: Int) -> Double {
      guard let facts = Generator.facts[number] else { return sums[number] }
      let value = sums[number]
      let low = Double(facts.least)
      let high = Double(facts.most)
      return value > low ? (value < high ? value : high) : low
    }
    func seconds(_ number: Int, _ moreCents: Double = 0) -> Double {
      let cents = clamped(number) + moreCents
      return cents <= -12000 ? 0 : ExactMath.exp2(cents / 1200)
    }
    func hertz(_ number: Int) -> Double {
      8.175798915643707 * ExactMath.exp2(clamped(number) / 1200)
    }

    let override = Int(region.generators[Generator.overridingRootKey])
    let root = override >= 0 ? override : (header.key <= 127 ? header.key : 60)
    // An SFZ's keys may fall where a SoundFont's only rise.
    let scale =
      region.rules == nil ? clamped(Generator.scaleTuning) : sums[Generator.scaleTuning]
    cents =
      scale * Double(Int(note.key) - root) + 100 * sums[Generator.coarseTune]
      + sums[Generator.fineTune] + sums[Generator.pitch] + Double(header.correctionCents)
      + channel.tuningCents + note.tuningCents
    modLFOToCents = clamped(Generator.modLFOToPitch)
    vibratoLFOToCents = clamped(Generator.vibratoLFOToPitch)
    envelopeToCents = clamped(Generator.modEnvelopeToPitch)

    cutoffCents = clamped(Generator.filterCutoff)
    resonanceDecibels = clamped(Generator.filterQ) / 10
    modLFOToCutoff = clamped(Generator.modLFOToFilter)
    envelopeToCutoff = clamped(Generator.modEnvelopeToFilter)

    modLFOToDecibels = clamped(Generator.modLFOToVolume) / 10
    // All that attenuates never amplifies (hardware), and the range ends at 144 dB.
    let attenuation = sums[Generator.attenuation]
    let centibels = attenuation > 0 ? (attenuation < 1440 ? attenuation : 1440) : 0
    let level =
      ExactMath.gain(decibels: -centibels / 10) * channel.masterVolume * note.gain
      * (region.rules.map { $0.gain * $0.level(velocity: note.velocity) } ?? 1)
    // Constant power: a quarter of a turn from left to right.
    let turn = (clamped(Generator.pan) + 500) * (1.57079632679489662 / 1000)
    gains.x = level * ExactMath.cos(turn)
    gains.y = level * ExactMath.sin(turn)
    if turn <= 0 { gains.y = 0 }
    if turn >= 1.57079632679489 { gains.x = 0 }
    // A plane of a stereo sample stays on its side: pan is the balance of both.
    if note.side == .left { gains.y = 0 }
    if note.side == .right { gains.x = 0 }
    if let sends {
      // What is off takes nothing, whatever the bank sends.
      let reverb = sends.reverb > 0 ? clamped(Generator.reverbSend) / 1000 + sends.reverb : 0
      let chorus = sends.chorus > 0 ? clamped(Generator.chorusSend) / 1000 + sends.chorus : 0
      gains.z = level * (reverb < 1 ? reverb : 1)
      gains.w = level * (chorus < 1 ? chorus : 1)
    }

    let fromMiddle = Double(60 - Int(note.key))
    volume.delaySeconds = seconds(Generator.volumeDelay)
    volume.attackSeconds = seconds(Generator.volumeAttack)
    volume.holdSeconds = seconds(
      Generator.volumeHold, clamped(Generator.keyToVolumeHold) * fromMiddle)
    volume.decaySeconds = seconds(
      Generator.volumeDecay, clamped(Generator.keyToVolumeDecay) * fromMiddle)
    volume.sustainDecibels = clamped(Generator.volumeSustain) / 10
    volume.releaseSeconds = seconds(Generator.volumeRelease)
    modulation.delaySeconds = seconds(Generator.modEnvelopeDelay)
    modulation.attackSeconds = seconds(Generator.modEnvelopeAttack)
    modulation.holdSeconds = seconds(
      Generator.modEnvelopeHold, clamped(Generator.keyToModEnvelopeHold) * fromMiddle)
    modulation.decaySeconds = seconds(
      Generator.modEnvelopeDecay, clamped(Generator.keyToModEnvelopeDecay) * fromMiddle)
    modulation.sustain = 1 - clamped(Generator.modEnvelopeSustain) / 1000
    modulation.releaseSeconds = seconds(Generator.modEnvelopeRelease)
    modLFO = (hertz(Generator.modLFOFrequency), seconds(Generator.modLFODelay))
    vibratoLFO = (hertz(Generator.vibratoLFOFrequency), seconds(Generator.vibratoLFODelay))

    let cut =
      region.movesStart
      ? 0
      : region.generators[Generator.startOffset]
        + 32768 * region.generators[Generator.startCoarseOffset]
    let moved =
      sums[Generator.startOffset] + 32768 * sums[Generator.startCoarseOffset] - cut
    startFrames = moved > 0 ? Int(moved < 1e9 ? moved : 1e9) : 0
  }
}
