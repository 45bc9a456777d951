import Score
import Synthesis

/// What a voice plays, and for which note: all that stays as it is while it sounds.
final class Layer: Sendable {
  let note: Int32
  let channel: UInt16
  let key: UInt8
  let exclusiveClass: Int
  /// Counts all voices, for a fixed order.
  let serial: Int
  let region: Region
  let header: SoundFontFile.SampleHeader
  let sources: NoteSources
  /// What is played after the key is up (sample mode 3).
  let releaseTape: Tape?
  let interpolation: Interpolation
  let rate: Int
  /// Frames of the sample a frame of output, at its own pitch.
  let rateRatio: Double
  let modLFO: LFO
  let vibratoLFO: LFO

  init(
    _ note: Note, serial: Int, region: Region, header: SoundFontFile.SampleHeader,
    sources: NoteSources, _ settings: VoiceSettings, releaseTape: Tape?,
    _ interpolation: Interpolation, rate: Int
  ) {
    self.note = note.id
    channel = note.channel
    key = note.key
    exclusiveClass = Int(region.generators[Generator.exclusiveClass])
    self.serial = serial
    self.region = region
    self.header = header
    self.sources = sources
    self.releaseTape = releaseTape
    self.interpolation = interpolation
    self.rate = rate
    rateRatio = Double(header.rate > 0 ? header.rate : 44100) / Double(rate)
    modLFO = Layer.lfo(settings.modLFO, rate: Double(rate))
    vibratoLFO = Layer.lfo(settings.vibratoLFO, rate: Double(rate))
  }

  private static func lfo(_ shape: (hertz: Double, delaySeconds: Double), rate: Double) -> LFO {
    let frames = shape.delaySeconds * rate
    return LFO(hertz: shape.hertz, delayFrames: Int(frames < 1e9 ? frames : 1e9), rate: rate)
  }

  /// Nothing.
  static let none = Layer(
    Note(id: -1, key: 0, velocity: 0), serial: -1,
    region: Region(
      keys: 0...0, velocities: 0...0, generators: [Double](repeating: 0, count: Generator.count),
      modulators: [], sample: 0),
    header: SoundFontFile.SampleHeader(
      name: "", start: 0, end: 0, loopStart: 0, loopEnd: 0, rate: 1, key: 0, correctionCents: 0,
      link: 0, type: 0),
    sources: NoteSources(key: 0, velocity: 0, keyStruck: 0), VoiceSettings(), releaseTape: nil,
    .linear, rate: 1)
}
