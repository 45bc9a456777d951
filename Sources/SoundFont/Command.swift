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
    /// A voice of an SFZ group begins: those that it turns off.
    case turnOff(channel: UInt16, group: Int, except: Int32)
    /// A voice begins where there may be but one, of a group or of a key in it.
    case alone(channel: UInt16, group: Int, key: UInt8?, isRelease: Bool, except: Int32)
    case update(channel: UInt16, ChannelState, ChannelChange)
  }

  var frame: Int
  var action: Action
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
      return channel == self.channel && exclusiveClass == layer.exclusiveClass && except != note
    case .turnOff(let channel, let group, let except):
      return channel == self.channel && except != note && layer.region.rules?.offBy == group
    case .alone(let channel, let group, let key, let isRelease, let except):
      guard let rules = layer.region.rules else { return false }
      return channel == self.channel && except != note && rules.group == group
        && (rules.trigger == .release || rules.trigger == .releaseKey) == isRelease
        && (key == nil || key == layer.key)
    case .update(let channel, _, let change):
      if case .keyPressure(let key) = change, key != layer.key { return false }
      return channel == self.channel && layer.region.listens(to: change)
    }
  }

  /// Does what an action that means this voice asks for.
  mutating func apply(_ action: Command.Action, at: Int, _ context: SamplerContext) {
    switch action {
    case .keyUp(_, let sustained): keyUp(sustained: sustained, at: at)
    case .allKeysUp(_, let sustained): if keyIsDown { keyUp(sustained: sustained, at: at) }
    case .sustainUp: sustainUp(at: at)
    case .sostenutoDown: sostenutoDown()
    case .sostenutoUp(_, let sustained): sostenutoUp(sustained: sustained, at: at)
    case .choke, .silence, .alone: cut(at: at)
    case .turnOff: turnOff(at: at)
    case .update(_, let state, _): update(state, at: at, context)
    }
  }

  private mutating func update(_ state: ChannelState, at: Int, _ context: SamplerContext) {
    update(
      VoiceSettings(
        layer.region, layer.header, note: layer.sources, channel: state, sends: context.sends),
      at: at)
  }
}
