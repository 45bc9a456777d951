import Score
import Synthesis

/// Keys and pedals through a performance.
struct Hands {
  var rows: [Labels.Row] = []
  var pedals: [Labels.PedalMove] = []
  /// Rows whose key is down, by note.
  private var down: [Int32: Int] = [:]
  /// Rows whose string is held, by channel and key, the last one struck.
  private var ringing: [UInt32: [Int]] = [:]
  private var sustain: [UInt16: Bool] = [:]
  private var sostenuto: [UInt16: Set<Int>] = [:]

  private static func string(_ row: Labels.Row) -> UInt32 {
    UInt32(row.channel) << 8 | UInt32(row.key)
  }

  mutating func take(_ timed: TimedEvent) {
    switch timed.event {
    case .noteOn(let note): strike(note, at: timed.frame)
    case .noteOff(let note, _):
      guard let row = down.removeValue(forKey: note.id) else { return }
      rows[row].keyOff = timed.frame
      if !isHeld(row, note.channel) { damp(row, at: timed.frame) }
    case .controller(let channel, let number, let value) where [64, 66, 67].contains(number):
      pedals.append(
        Labels.PedalMove(
          frame: timed.frame, channel: Int(channel) + 1, controller: number, value: value))
      press(number, value >= 64, channel, at: timed.frame)
    case .controller(let channel, 120, _): silence(channel, at: timed.frame)
    default: break
    }
  }

  /// All sound off: what rings on a channel ends here, whatever its keys do later.
  private mutating func silence(_ channel: UInt16, at frame: Int) {
    for (string, strings) in ringing {
      ringing[string] = strings.filter { row in
        if rows[row].channel != Int(channel) + 1 { return true }
        rows[row].end = frame
        return false
      }
    }
  }

  private mutating func strike(_ note: Note, at frame: Int) {
    let row = Labels.Row(
      onset: frame, keyOff: .max, end: .max, key: note.key, velocity: note.velocity,
      channel: Int(note.channel) + 1, track: Int(note.track) + 1)
    // A string that rings is the same string; a key that is down and struck again by another hand goes on
    // to its own off.
    let before = ringing[Self.string(row)] ?? []
    for old in before where rows[old].keyOff != .max { rows[old].end = frame }
    ringing[Self.string(row)] = before.filter { rows[$0].keyOff == .max } + [rows.count]
    down[note.id] = rows.count
    rows.append(row)
  }

  private func isHeld(_ row: Int, _ channel: UInt16) -> Bool {
    sustain[channel] ?? false || sostenuto[channel]?.contains(row) ?? false
  }

  private mutating func damp(_ row: Int, at frame: Int) {
    if rows[row].end == .max { rows[row].end = frame }
    ringing[Self.string(rows[row])]?.removeAll { $0 == row }
  }

  private mutating func press(_ pedal: UInt8, _ isDown: Bool, _ channel: UInt16, at frame: Int) {
    switch pedal {
    case 64:
      // Most moves of a pedal that has many positions change nothing here.
      if sustain.updateValue(isDown, forKey: channel) ?? false == isDown { return }
    case 66 where isDown:
      if sostenuto[channel] == nil {
        sostenuto[channel] = Set(down.values.filter { rows[$0].channel == Int(channel) + 1 })
      }
    case 66: sostenuto[channel] = nil
    default: return
    }
    if isDown { return }
    for (_, strings) in ringing {
      for row in strings
      where rows[row].channel == Int(channel) + 1 && rows[row].keyOff != .max
        && !isHeld(row, channel)
      {
        damp(row, at: frame)
      }
    }
  }

  mutating func end(at frame: Int) {
    for row in rows.indices {
      if rows[row].keyOff == .max { rows[row].keyOff = frame }
      if rows[row].end == .max { rows[row].end = max(frame, rows[row].keyOff) }
    }
  }
}
