import Synthesis

/// What happens to voices, at a frame of the block.
struct Command: Sendable {
  enum Action: Sendable {
    case keyUp(note: Int32, sustained: Bool)
    case allKeysUp(channel: UInt16, sustained: Bool)
    case sustainUp(channel: UInt16)
    case sostenutoDown(channel: UInt16)
    case sostenutoUp(channel: UInt16, sustained: Bool)
    /// An exclusive class: all other notes of that class on the channel are cut.
    case choke(channel: UInt16, exclusiveClass: Int, except: Int32)
    case silence(channel: UInt16)
    case update(channel: UInt16, ChannelState, ChannelChange)
  }

  var frame: Int
  var action: Action
}

/// What all voices share while a block is rendered.
struct SamplerContext: Sendable {
  var sends: (reverb: Double, chorus: Double)?
}

/// Some of the voices, rendered by one thread into planes of their own.
struct SamplerLane: Sendable {
  var voices: [SamplerVoice] = []
  var block = StereoBlock(frames: 0)
  /// What goes to reverb and chorus; of no length where nothing does.
  var sends = StereoBlock(frames: 0)
  /// Whether anything was added to the planes of this block.
  private(set) var isAudible = false

  /// Begins a block.
  mutating func begin(frames: Int, withSends: Bool) {
    isAudible = false
    if voices.isEmpty { return }
    prepare(frames: frames, withSends: withSends)
  }

  private mutating func prepare(frames: Int, withSends: Bool) {
    isAudible = true
    block.clear(frames: frames)
    if withSends { sends.clear(frames: frames) }
  }

  /// Renders the frames `from`…`to` of a block of `frames`, with what happens in them.
  mutating func render(
    from: Int, to: Int, of frames: Int, started: [SamplerVoice], _ commands: [Command],
    _ context: SamplerContext
  ) {
    voices.append(contentsOf: started)
    if voices.isEmpty { return }
    if !isAudible { prepare(frames: frames, withSends: context.sends != nil) }
    var left: [Float] = []
    var right: [Float] = []
    var sends = StereoBlock(frames: 0)
    swap(&left, &block.left)
    swap(&right, &block.right)
    swap(&sends, &self.sends)
    var anyEnded = false
    for index in voices.indices {
      SamplerLane.render(
        &voices[index], from: from, to: to, commands, context, &left, &right, &sends)
      if voices[index].hasEnded { anyEnded = true }
    }
    swap(&left, &block.left)
    swap(&right, &block.right)
    swap(&sends, &self.sends)
    if anyEnded { voices.removeAll { $0.hasEnded } }
  }

  private static func render(
    _ voice: inout SamplerVoice, from: Int, to: Int, _ commands: [Command],
    _ context: SamplerContext, _ left: inout [Float], _ right: inout [Float],
    _ sends: inout StereoBlock
  ) {
    var at = max(from, voice.begin)
    var next = voice.firstCommand
    while next < commands.count, !voice.hasEnded {
      if voice.isConcerned(by: commands[next].action) {
        let frame = commands[next].frame
        if frame > at {
          voice.render(from: at, to: frame, left: &left, right: &right, sends: &sends)
          at = frame
        }
        if voice.hasEnded { break }
        voice.apply(commands[next].action, context)
      }
      next += 1
    }
    if at < to, !voice.hasEnded {
      voice.render(from: at, to: to, left: &left, right: &right, sends: &sends)
    }
    voice.begin = 0
    voice.firstCommand = 0
  }
}

extension SamplerVoice {
  /// Whether an action means this voice.
  func isConcerned(by action: Command.Action) -> Bool {
    switch action {
    case .keyUp(let note, _): return note == self.note
    case .allKeysUp(let channel, _), .sustainUp(let channel), .sostenutoDown(let channel),
      .sostenutoUp(let channel, _), .silence(let channel):
      return channel == self.channel
    case .choke(let channel, let exclusiveClass, let except):
      return channel == self.channel && exclusiveClass == self.exclusiveClass && except != note
    case .update(let channel, _, let change):
      if case .keyPressure(let key) = change, key != self.key { return false }
      return channel == self.channel && region.listens(to: change)
    }
  }

  /// Does what an action that means this voice asks for.
  mutating func apply(_ action: Command.Action, _ context: SamplerContext) {
    switch action {
    case .keyUp(_, let sustained): keyUp(sustained: sustained)
    case .allKeysUp(_, let sustained): if keyIsDown { keyUp(sustained: sustained) }
    case .sustainUp: sustainUp()
    case .sostenutoDown: sostenutoDown()
    case .sostenutoUp(_, let sustained): sostenutoUp(sustained: sustained)
    case .choke, .silence: cut()
    case .update(_, let state, _): update(state, context)
    }
  }

  private mutating func update(_ state: ChannelState, _ context: SamplerContext) {
    update(
      VoiceSettings(
        region, header, note: sources, channel: state, sends: context.sends))
  }
}
