import Score
public import Synthesis

/// Plays SoundFonts: the synthesizer behind `.sf2`, `.sf3` and `.sfz`.
///
/// Voices live in a fixed number of lanes, a note's in the lane of its id, and the lanes are summed in
/// order, so the sound does not depend on the number of threads.
public struct Sampler: Synthesizer {
  /// The lanes; more would only cost.
  static let laneCount = 8
  /// The voice-frames from which on waking threads takes less time than it saves: about 80 µs of work.
  private static let leastShared = 32_768

  let rate: Int
  let interpolation: Interpolation
  let polyphony: Int?
  let fixedPreset: (bank: Int, program: Int)?
  let lanes: Lanes<SamplerLane>
  var context: SamplerContext

  var channels: [ChannelState] = []
  var programs: [Program] = []
  /// The instrument of each channel, once it has been looked up.
  var instruments: [Instrument?] = []
  var library: Library
  var performer = Performer()
  var unplayed = UnplayedNotes()
  var blockStart = 0
  let seed: UInt64
  private var masterVolume = 1.0
  /// Cents of keys on all channels.
  private var keyTunings: [UInt8: Double] = [:]
  private var room: Reverb?
  private var choir: Chorus?
  var serial = 0
  private var livingVoices = 0
  var staged = [[SamplerVoice]](repeating: [], count: Sampler.laneCount)
  var commands = [[Command]](repeating: [], count: Sampler.laneCount)

  /// The most voices that sounded at once so far; with a limit, those that fade after being cut do not
  /// count.
  public internal(set) var voicesPeak = 0
  /// The voices that the limit of polyphony has cut short so far.
  public internal(set) var voicesStolen = 0
  /// What was odd, each once.
  public var warnings: [String] { library.warnings + unplayed.warnings }
  /// Whether it can still make sound without a new event.
  public var isSounding: Bool {
    livingVoices > 0 || room?.isSounding == true || choir?.isSounding == true
  }

  /// A sampler.
  ///
  /// Later banks lie on top of earlier ones. `polyphony` is the most voices at once (nil: no limit);
  /// `preset` is played whatever the score asks for; `reverb` and `chorus` are the shares, 0…1, that
  /// every note sends besides its own sends (0: dry, its own sends are ignored too); `seed` decides what
  /// an SFZ leaves to chance.
  public init(
    banks: [Bank], rate: Int, jobs: Int = 1, interpolation: Interpolation = .cubic,
    polyphony: Int? = nil, preset: (bank: Int, program: Int)? = nil, reverb: Double = 0,
    chorus: Double = 0, seed: UInt64 = 0
  ) {
    self.seed = seed
    precondition(!banks.isEmpty && rate > 0)
    self.rate = rate
    self.interpolation = interpolation
    self.polyphony = polyphony.map { max(1, $0) }
    fixedPreset = preset
    lanes = Lanes([SamplerLane](repeating: SamplerLane(), count: Sampler.laneCount), jobs: jobs)
    context = SamplerContext(filter: LowPass(rate: rate))
    if reverb > 0 || chorus > 0 {
      context.sends = (max(0, reverb), max(0, chorus))
      room = Reverb(rate: rate)
      choir = Chorus(rate: rate)
    }
    library = Library(banks)
  }

  /// Adds its sound to `block`.
  public mutating func render(
    _ events: ArraySlice<TimedEvent>, at start: Int, into block: inout StereoBlock
  ) {
    let frames = block.frames
    blockStart = start
    for index in 0..<lanes.count { lanes.with(index) { $0.begin() } }
    var done = 0
    for event in events {
      let frame = event.frame - start
      if polyphony != nil, frame > done, mayStart(event.event) {
        // Who is to be cut depends on how loud the voices are at this very frame.
        advance(from: done, to: frame, of: frames, at: start)
        done = frame
      }
      apply(event.event, at: frame)
    }
    advance(from: done, to: frames, of: frames, at: start)
    for index in 0..<lanes.count {
      lanes.with(index) { lane in
        if lane.isAudible { block.add(lane.block) }
      }
    }
    if context.sends != nil { addEffects(to: &block) }
  }

  /// Whether an event can start voices.
  private func mayStart(_ event: Event) -> Bool {
    switch event {
    case .noteOn: true
    case .noteOff, .controller, .reset: library.hasSFZ
    default: false
    }
  }

  private mutating func addEffects(to block: inout StereoBlock) {
    var sum = StereoBlock(frames: block.frames)
    for index in 0..<lanes.count {
      lanes.with(index) { lane in
        if lane.isAudible { sum.add(lane.sends) }
      }
    }
    room?.add(sum.left, to: &block)
    choir?.add(sum.right, to: &block)
  }

  /// Lets the lanes render up to a frame.
  private mutating func advance(from: Int, to: Int, of frames: Int, at origin: Int) {
    let staged = self.staged
    let commands = self.commands
    let context = self.context
    let started = staged.reduce(0) { $0 + $1.count }
    let work: @Sendable (Int, inout SamplerLane) -> Void = { index, lane in
      lane.render(
        from: from, to: to, of: frames, at: origin, started: staged[index], commands[index], context
      )
    }
    if polyphony == nil { voicesPeak = max(voicesPeak, livingVoices + started) }
    if (livingVoices + started) * (to - from) < Sampler.leastShared {
      for index in 0..<lanes.count { lanes.with(index) { work(index, &$0) } }
    } else {
      lanes.forEach(work)
    }
    for index in self.staged.indices {
      self.staged[index].removeAll(keepingCapacity: true)
      self.commands[index].removeAll(keepingCapacity: true)
    }
    livingVoices = 0
    for index in 0..<lanes.count { lanes.with(index) { livingVoices += $0.voiceCount } }
  }

  private mutating func apply(_ event: Event, at frame: Int) {
    switch event {
    case .noteOn(let note): begin(note, at: frame)
    case .noteOff(let note, _):
      touch(note.channel)
      command(
        frame, .keyUp(note: note.id, sustained: channels[Int(note.channel)].sustains))
      if library.hasSFZ {
        let instrument = instrument(Int(note.channel))
        if let sfz = library.sfz(instrument.bank) {
          let cues = performer.end(
            note, at: blockStart + frame, instrument, sfz, channels[Int(note.channel)], rate: rate)
          start(cues, instrument, at: frame)
        }
      }
    case .controller(let channel, let number, let value):
      touch(channel)
      control(channel, number, value, at: frame)
    case .program(let channel, let program):
      touch(channel)
      programs[Int(channel)] = program
      instruments[Int(channel)] = nil
    case .pitchBend(let channel, let value):
      change(channel, .bend, at: frame) { $0.bend = value }
    case .pitchBendRange(let channel, let cents):
      change(channel, .bend, at: frame) { $0.bendRangeCents = cents }
    case .channelTuning(let channel, let cents):
      change(channel, .everything, at: frame) { $0.tuningCents = cents }
    case .modulationRange(let channel, let cents):
      change(channel, .controller(1), at: frame) { $0.modulationCents = cents }
    case .keyTuning(let channel, let key, let cents):
      // It is for the notes that follow; those that sound keep theirs.
      if let channel {
        touch(channel)
        channels[Int(channel)].keyTunings[key] = cents
      } else {
        for index in channels.indices { channels[index].keyTunings[key] = cents }
        keyTunings[key] = cents
      }
    case .channelPressure(let channel, let value):
      change(channel, .pressure, at: frame) { $0.pressure = value }
    case .keyPressure(let channel, let key, let value):
      change(channel, .keyPressure(key), at: frame) { $0.keyPressures[key] = value }
    case .generator(let channel, let number, let value):
      change(channel, .everything, at: frame) { $0.offsets[Int(number)] = value }
    case .masterVolume(let level):
      masterVolume = level
      for index in channels.indices {
        change(UInt16(index), .everything, at: frame) { $0.masterVolume = level }
      }
    case .reset:
      masterVolume = 1
      keyTunings = [:]
      for index in channels.indices { reset(UInt16(index), at: frame) }
    }
  }

  /// Sets a channel back to power on; what its pedals held is let go.
  private mutating func reset(_ channel: UInt16, at frame: Int) {
    let before = channels[Int(channel)]
    let fresh = freshState
    change(channel, .everything, at: frame) { $0 = fresh }
    command(frame, .sostenutoUp(channel: channel, sustained: false))
    command(frame, .sustainUp(channel: channel))
    startCues(channel, 64, from: before, at: frame)
    programs[Int(channel)] = Program(isPercussion: channel % 16 == 9)
    instruments[Int(channel)] = nil
  }

  /// The lane of a note's voices: eight notes in a row share one, so that few voices fill few groups.
  static func lane(of note: Int32) -> Int {
    Int((UInt32(bitPattern: note) >> 3) % UInt32(laneCount))
  }

  mutating func command(_ frame: Int, _ action: Command.Action) {
    let command = Command(frame: frame, action: action)
    if case .keyUp(let note, _) = action {
      commands[Sampler.lane(of: note)].append(command)
    } else {
      for lane in commands.indices { commands[lane].append(command) }
    }
  }

  /// Makes sure that a channel exists.
  mutating func touch(_ channel: UInt16) {
    while channels.count <= Int(channel) {
      let state = freshState
      programs.append(Program(isPercussion: channels.count % 16 == 9))
      instruments.append(nil)
      channels.append(state)
    }
  }

  /// A channel of which the score has said nothing yet.
  private var freshState: ChannelState {
    var state = ChannelState()
    state.masterVolume = masterVolume
    state.keyTunings = keyTunings
    for (number, value) in library.controllers { state.controllers[number] = value }
    return state
  }

  private mutating func change(
    _ channel: UInt16, _ what: ChannelChange, at frame: Int, _ body: (inout ChannelState) -> Void
  ) {
    touch(channel)
    body(&channels[Int(channel)])
    command(frame, .update(channel: channel, channels[Int(channel)], what))
  }

  private mutating func control(_ channel: UInt16, _ number: UInt8, _ value: UInt8, at frame: Int) {
    let before = channels[Int(channel)]
    switch number {
    case 120:
      command(frame, .silence(channel: channel))
    case 123...127:
      command(frame, .allKeysUp(channel: channel, sustained: before.sustains))
    case 0..<120:
      // The low byte of a controller changes it too.
      let whole = [33, 39, 42, 43].contains(number) ? number - 32 : number
      change(channel, .controller(whole), at: frame) { $0.controllers[Int(number)] = value }
    default: return
    }
    let after = channels[Int(channel)]
    if before.holdsSostenuto, !after.holdsSostenuto {
      command(frame, .sostenutoUp(channel: channel, sustained: after.sustains))
    } else if !before.holdsSostenuto, after.holdsSostenuto {
      command(frame, .sostenutoDown(channel: channel))
    }
    if before.sustains, !after.sustains { command(frame, .sustainUp(channel: channel)) }
    startCues(channel, number, from: before, at: frame)
  }

  /// Starts what a controller starts in an SFZ.
  private mutating func startCues(
    _ channel: UInt16, _ number: UInt8, from before: ChannelState, at frame: Int
  ) {
    guard library.hasSFZ else { return }
    let instrument = instrument(Int(channel))
    guard let sfz = library.sfz(instrument.bank) else { return }
    let cues = performer.control(
      channel, Int(number), from: before, to: channels[Int(channel)], at: blockStart + frame,
      instrument, sfz, rate: rate)
    start(cues, instrument, at: frame)
  }
}
