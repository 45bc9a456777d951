/// Reads the `at` lines of which long scripts consist, spelled as the writer prints them: in ticks, one blank
/// between the words, the verbs `on`, `off`, `note` and `cc`, options in their order, nothing behind them.
///
/// Only what is right is read here, and in one walk over the bytes. Whatever is spelled in another way is left
/// to `ScriptAtLine`, which knows the whole grammar and what to say about mistakes.
enum PlainAtLine {
  /// Reads the line that begins at `begin`; where the next one begins, or nil where it is not plain.
  static func read(
    _ bytes: Span<UInt8>, from begin: Int, into events: inout ScriptEvents
  ) -> Int? {
    var at = begin
    guard bytes.takes("at t", &at), let tick = bytes.number(&at), bytes.takes(" ", &at) else {
      return nil
    }
    var status: UInt32 = 0x90
    var velocity: UInt32? = 90
    var duration: WrittenDuration?
    var code: UInt32
    if bytes.takes("on ", &at) {
      guard let key = bytes.pitch(&at) else { return nil }
      code = key << 8
    } else if bytes.takes("off ", &at) {
      guard let key = bytes.pitch(&at) else { return nil }
      code = key << 8
      (status, velocity) = (0x80, 64)
    } else if bytes.takes("note ", &at) {
      guard let key = bytes.pitch(&at), bytes.takes(" ", &at) else { return nil }
      let place = at
      guard bytes.takes("t", &at), let ticks = bytes.number(&at), ticks > 0 else { return nil }
      code = key << 8
      duration = WrittenDuration(
        time: ScriptTime(unit: .ticks, value: ticks), place: UInt32(place), releaseVelocity: 64)
    } else if bytes.takes("cc ", &at) {
      guard let number = bytes.number(&at, most: 127), bytes.takes(" ", &at),
        let value = bytes.number(&at, most: 127)
      else { return nil }
      code = UInt32(number) << 8 | UInt32(value) << 16
      (status, velocity) = (0xB0, nil)
    } else {
      return nil
    }

    if let usual = velocity {
      var said = Int64(usual)
      if bytes.takes(" vel=", &at) {
        guard let value = bytes.number(&at, most: 127), value > 0 || status == 0x80 else {
          return nil
        }
        said = value
      }
      code |= UInt32(said) << 16
    }
    if duration != nil, bytes.takes(" off=", &at) {
      guard let value = bytes.number(&at, most: 127) else { return nil }
      duration?.releaseVelocity = UInt8(value)
    }
    if bytes.takes(" ch=", &at) {
      guard let channel = bytes.number(&at, most: 16), channel > 0 else { return nil }
      status |= UInt32(channel - 1)
    }
    var track: Int64 = 1
    if bytes.takes(" track=", &at) {
      guard let number = bytes.number(&at, most: 65535), number > 0 else { return nil }
      track = number
    }
    guard at == bytes.count || bytes.takes("\n", &at) else { return nil }

    var event = WrittenEvent(
      time: ScriptTime(unit: .ticks, value: tick), place: UInt32(begin + 3), code: status | code,
      track: UInt16(track - 1))
    if let duration {
      event.duration = Int32(events.durations.count)
      events.durations.append(duration)
    }
    events.lines.append(event)
    events.lastTrack = max(events.lastTrack, Int(track - 1))
    return at
  }
}

extension Span<UInt8> {
  /// Steps over ASCII characters if they are the next ones.
  @inline(__always)
  fileprivate func takes(_ text: String, _ at: inout Int) -> Bool {
    var end = at
    for byte in text.utf8 {
      guard end < count, self[end] == byte else { return false }
      end += 1
    }
    at = end
    return true
  }

  /// A number of at most 15 digits, and not above `most`.
  @inline(__always)
  fileprivate func number(_ at: inout Int, most: Int64 = 999_999_999_999_999) -> Int64? {
    let begin = at
    var value: Int64 = 0
    while at < count, self[at].isDigit, at - begin < 16 {
      value = value * 10 + Int64(self[at] & 15)
      at += 1
    }
    return at > begin && value <= most ? value : nil
  }

  /// A pitch with a capital letter, a sharp or none, and its octave; as a key.
  @inline(__always)
  fileprivate func pitch(_ at: inout Int) -> UInt32? {
    guard at + 1 < count else { return nil }
    var key: Int
    switch self[at] {
    case UInt8(ascii: "C"): key = 0
    case UInt8(ascii: "D"): key = 2
    case UInt8(ascii: "E"): key = 4
    case UInt8(ascii: "F"): key = 5
    case UInt8(ascii: "G"): key = 7
    case UInt8(ascii: "A"): key = 9
    case UInt8(ascii: "B"): key = 11
    default: return nil
    }
    at += 1
    if self[at] == UInt8(ascii: "#") {
      key += 1
      at += 1
    }
    if !takes("-1", &at) {
      guard at < count, self[at].isDigit else { return nil }
      key += 12 * (Int(self[at] & 15) + 1)
      at += 1
    }
    return key <= 127 ? UInt32(key) : nil
  }
}
