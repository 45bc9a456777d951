internal import Score
public import Synthesis

/// The score through FluidSynth, dry, at gain 1.0.
///
/// Blocks are cut at events, but FluidSynth itself lets notes begin on a grid of 64 frames of its own, so
/// a note sounds up to 64 frames late; its control rate has the same grid.
///
/// It knows a note by channel and key only, and releases what sounds when a key of the same number is
/// struck again. So of overlapping notes of one key the older ends where the newer begins, and the newer
/// at its own end: the off of a note that was struck over is not passed on.
///
/// Banks, parameters (RPN, NRPN) and tunings come resolved from the performance; controllers 0, 32, 6, 38
/// and 96…101 are therefore not passed on.
public struct FluidSynthesizer: Synthesizer, ~Copyable {
  /// How to play.
  public struct Options: Sendable, Hashable {
    /// Samples a second, 8000…96000.
    public var rate: Int
    /// SoundFonts; a later one covers presets of the earlier.
    public var soundFonts: [SoundFontSource]
    /// Samples that its interpolation reads: 0 (nearest), 1 (linear), 4 or 7.
    public var interpolationOrder = 4
    /// The most voices at once, 1…65535.
    public var polyphony = 65_535
    /// What every note sends to FluidSynth's reverb, 0…1; at 0 it is off, and a file's own sends with it.
    public var reverb = 0.0
    /// What every note sends to FluidSynth's chorus, 0…1.
    public var chorus = 0.0
    /// MIDI channels: 16 a port, at most 256.
    public var channels = 16

    /// Playing these SoundFonts at a rate.
    public init(rate: Int, soundFonts: [SoundFontSource]) {
      self.rate = rate
      self.soundFonts = soundFonts
    }

    /// Playing these SoundFont files at a rate.
    public init(rate: Int, soundFonts paths: [String]) {
      self.init(rate: rate, soundFonts: paths.map(SoundFontSource.file))
    }
  }

  private let fluid: FluidHandle
  private let options: Options
  private var left: [Float] = []
  private var right: [Float] = []
  private var polyphony: Int
  private var newest: [UInt32: Int32] = [:]
  private var tuning: KeyTuning
  private var complaints = Complaints()

  /// The most voices that FluidSynth had active at once, looked at between events; those that fade after
  /// being cut do not count.
  public private(set) var voicesPeak = 0
  /// The voices that the limit of polyphony has cut short so far.
  public private(set) var voicesStolen = 0

  /// FluidSynth with its SoundFonts loaded.
  public init(_ options: Options) throws(FluidSynthError) {
    guard (8000...96_000).contains(options.rate) else { throw .rateOutOfRange(options.rate) }
    if options.soundFonts.isEmpty { throw .noSoundFont(searched: SoundFontSearch.folders) }
    var options = options
    options.channels = min(256, max(16, (options.channels + 15) / 16 * 16))
    fluid = try FluidHandle(options)
    self.options = options
    polyphony = Self.firstPolyphony(options)
    tuning = KeyTuning(channels: options.channels)
    sendToEffects()
  }

  /// FluidSynth makes all its voices at the start; 65535 of them took 0.36 s and 690 MB, 1024 8 ms.
  static func firstPolyphony(_ options: Options) -> Int { min(1024, max(1, options.polyphony)) }

  /// Presets that the SoundFonts do not have, each once.
  public var warnings: [String] { complaints.lines }

  /// Adds its sound to `block`, cut at every event's frame.
  public mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    if left.count != block.frames {
      left = [Float](repeating: 0, count: block.frames)
      right = left
    }
    var done = 0
    for event in events {
      let frame = event.frame - start
      if frame > done {
        play(from: done, to: frame)
        done = frame
      }
      apply(event.event)
    }
    if done < block.frames { play(from: done, to: block.frames) }
    Self.add(left, to: &block.left)
    Self.add(right, to: &block.right)
  }

  private static func add(_ plane: [Float], to target: inout [Float]) {
    let source = plane.span
    var sum = target.mutableSpan
    for i in source.indices { sum[i] += source[i] }
  }

  private mutating func play(from first: Int, to end: Int) {
    let count = end - first
    unsafe left.withUnsafeMutableBytes { l in
      unsafe right.withUnsafeMutableBytes { r in
        _ = unsafe fluid.library.render(
          fluid.synth, Int32(count), l.baseAddress, Int32(first), 1, r.baseAddress, Int32(first), 1)
      }
    }
    note(unsafe Int(fluid.library.activeVoices(fluid.synth)))
  }

  private mutating func apply(_ event: Event) {
    let (fluid, synth) = unsafe (self.fluid.library, self.fluid.synth)
    func within(_ channel: UInt16) -> Int32? {
      channel < options.channels ? Int32(channel) : nil
    }
    switch event {
    case .noteOn(let note):
      guard let channel = within(note.channel) else { return }
      let before = makeRoom()
      newest[Self.slot(note)] = note.id
      _ = unsafe fluid.noteOn(synth, channel, Int32(note.key), Int32(note.velocity))
      countStolen(before)
    case .noteOff(let note, _):
      guard let channel = within(note.channel), newest[Self.slot(note)] == note.id else { return }
      newest[Self.slot(note)] = nil
      _ = unsafe fluid.noteOff(synth, channel, Int32(note.key))
    case .controller(let number, let controller, let value):
      guard let channel = within(number) else { return }
      switch controller {
      case 0, 32, 6, 38, 96...101: return
      default: _ = unsafe fluid.controller(synth, channel, Int32(controller), Int32(value))
      }
    case .program(let number, let program):
      guard let channel = within(number) else { return }
      select(program, channel: channel)
    case .pitchBend(let number, let value):
      guard let channel = within(number) else { return }
      _ = unsafe fluid.pitchBend(synth, channel, Int32(value))
    case .pitchBendRange(let number, let cents):
      guard let channel = within(number) else { return }
      // FluidSynth has whole semitones.
      _ = unsafe fluid.bendRange(synth, channel, Int32(min(72, max(0, (cents / 100).rounded()))))
    case .modulationRange(_, let cents):
      if cents != 50 {
        complaints.add(
          "FluidSynth has no range for the modulation wheel (RPN 5); it stays at 50 cents")
      }
    case .channelTuning(let number, let cents):
      guard let channel = within(number) else { return }
      _ = unsafe fluid.generator(synth, channel, 52, Float(cents))
    case .keyTuning(let number, let key, let cents):
      tune(number, key: key, cents: cents)
    case .channelPressure(let number, let value):
      guard let channel = within(number) else { return }
      _ = unsafe fluid.channelPressure(synth, channel, Int32(value))
    case .keyPressure(let number, let key, let value):
      guard let channel = within(number) else { return }
      _ = unsafe fluid.keyPressure(synth, channel, Int32(key), Int32(value))
    case .generator(let number, let generator, let value):
      guard let channel = within(number), generator < 60 else { return }
      _ = unsafe fluid.generator(synth, channel, Int32(generator), Float(value))
    case .masterVolume(let level):
      unsafe fluid.gain(synth, Float(min(1, max(0, level))))
    case .reset:
      _ = unsafe fluid.reset(synth)
      unsafe fluid.gain(synth, 1)
      newest.removeAll(keepingCapacity: true)
      // FluidSynth's own reset gives up the channels' tunings.
      tuning = KeyTuning(channels: options.channels)
      sendToEffects()
    }
  }

  private static func slot(_ note: Note) -> UInt32 { UInt32(note.channel) << 8 | UInt32(note.key) }

  /// More voices, before FluidSynth has to steal one; answers how many are active.
  private mutating func makeRoom() -> Int {
    let active = unsafe Int(fluid.library.activeVoices(fluid.synth))
    note(active)
    let most = min(65_535, max(1, options.polyphony))
    if active + 256 > polyphony, polyphony < most {
      polyphony = min(most, polyphony * 2)
      _ = unsafe fluid.library.polyphony(fluid.synth, Int32(polyphony))
    }
    return active
  }

  /// Counts the voices that the note just begun has taken from others, of which `before` were active.
  ///
  /// One that FluidSynth 2.3 takes fades, and counts as active until the next frame is rendered: that is
  /// what goes beyond the limit.
  private mutating func countStolen(_ before: Int) {
    let active = unsafe Int(fluid.library.activeVoices(fluid.synth))
    note(active)
    voicesStolen += max(0, active - max(before, polyphony))
  }

  private mutating func note(_ active: Int) {
    voicesPeak = max(voicesPeak, min(active, polyphony))
  }

  private mutating func select(_ program: Program, channel: Int32) {
    let (library, synth) = unsafe (fluid.library, fluid.synth)
    _ = unsafe library.channelType(synth, channel, program.isPercussion ? 1 : 0)
    if !program.isPercussion { _ = unsafe library.bank(synth, channel, Int32(program.bank)) }
    _ = unsafe library.program(synth, channel, Int32(program.number))
    let wanted = program.isPercussion ? 128 : Int32(program.bank)
    let preset = unsafe library.channelPreset(synth, channel)
    let complaint: String
    if let preset = unsafe preset {
      let bank = unsafe library.presetBank(preset)
      let number = unsafe library.presetNumber(preset)
      if bank == wanted, number == Int32(program.number) { return }
      let name = unsafe library.presetName(preset).map { unsafe String(cString: $0) } ?? ""
      complaint =
        "no preset \(wanted):\(program.number) in the SoundFont; \(bank):\(number) (\(name)) is played"
    } else {
      complaint = "no preset \(wanted):\(program.number) in the SoundFont; its notes are silent"
    }
    complaints.add(complaint)
  }

  private mutating func tune(_ channel: UInt16?, key: UInt8, cents: Double) {
    let channels = channel.map { Int($0)..<Int($0) + 1 } ?? 0..<options.channels
    for channel in channels where channel < options.channels && key < 128 {
      let pitches = tuning.set(channel, key: Int(key), cents: cents)
      // A tuning of its own for each channel: bank and program of FluidSynth's tunings have 128 values.
      let (bank, program) = (Int32(channel / 128), Int32(channel % 128))
      _ = unsafe fluid.library.keyTuning(fluid.synth, bank, program, "klavier", pitches, 1)
      _ = unsafe fluid.library.activateTuning(fluid.synth, Int32(channel), bank, program, 1)
    }
  }

  /// Every note's share of reverb and chorus, in FluidSynth's 0.1 % (generators 16 and 15).
  private func sendToEffects() {
    if options.reverb <= 0, options.chorus <= 0 { return }
    for channel in 0..<Int32(options.channels) {
      _ = unsafe fluid.library.generator(fluid.synth, channel, 16, Float(options.reverb * 1000))
      _ = unsafe fluid.library.generator(fluid.synth, channel, 15, Float(options.chorus * 1000))
    }
  }
}

/// The pitch of every key of every channel that is tuned, in cents as FluidSynth counts them.
struct KeyTuning {
  private var pitches: [[Double]?]

  init(channels: Int) { pitches = Array(repeating: nil, count: channels) }

  /// Tunes a key; answers the pitches of its channel's 128 keys.
  mutating func set(_ channel: Int, key: Int, cents: Double) -> [Double] {
    var row = pitches[channel] ?? (0..<128).map { Double($0) * 100 }
    row[key] = Double(key) * 100 + cents
    pitches[channel] = row
    return row
  }
}
