extension ABCPlayer {
  /// Acts on a playback directive.
  mutating func obey(_ directive: ABCDirective) {
    switch directive {
    case .program(let other, let number):
      let kept = channel
      if let other { channel = UInt8(other) }
      add(.program(channel: 0, number: number))
      channel = kept
    case .channel(let number): channel = UInt8(number)
    case .transpose(let semitones, let isRelative):
      transpose = isRelative ? min(max(transpose + semitones, -127), 127) : semitones
    case .middleC(let key): middleC = key
    case .beat(let first, let strong, let weak, let every):
      (beat.first, beat.strong, beat.weak, beat.every) = (first, strong, weak, every)
    case .beatChange(let change): beat.add(change)
    case .beatString(let pattern): beat.pattern = pattern
    case .beatAccents(let isOn): beat.hasAccents = isOn
    case .deltaLoudness(let delta): deltaLoudness = delta
    case .graceShare(let share): graceShare = share
    case .graceDivider(let divider):
      graceShare = nil
      graceDivider = divider
    case .chordAttack(let ticks): chordAttack = ticks
    case .trim(let gap): trim = gap
    case .control(let part, let number, let value):
      tell(.controller(channel: 0, number: number, value: value), to: part)
    case .pitchBend(let part, let value):
      tell(.pitchBend(channel: 0, value: value), to: part)
    case .fermataAddsUnit(let isFixed): fermataAddsUnit = isFixed
    default: accompaniment.obey(directive, at: position)
    }
  }

  private mutating func tell(_ message: Message, to part: ABCPart) {
    if part == .melody {
      add(message)
    } else {
      accompaniment.add(message, for: part, at: position)
    }
  }
}
