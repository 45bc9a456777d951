/// Reads the events of one track chunk.
///
/// What is repaired is repaired as most players do it, each kind with one warning a track.
struct SMFTrackReader {
  /// Why reading stopped.
  enum Ending {
    /// FF 2F.
    case endOfTrack
    /// No more bytes, between two events.
    case end
    /// The next track's `MTrk` where an event is due.
    case nextTrack
    /// No more bytes inside an event, or bytes that are no event.
    case broken
  }

  /// Where the next event is read.
  var at: Int
  /// Where the track must end at the latest.
  let limit: Int
  /// Whether `limit` is the true end of the chunk: then `MTrk` inside is data.
  let isLimitTrusted: Bool
  /// The track's number from 1, for messages.
  let number: Int
  /// The events so far.
  var events = EventList()
  /// What was found on the way.
  var found = DiagnosticList()
  /// Whether a note begins in the track.
  var hasNotes = false

  private var overSystemMessage: Int?
  private var clamped: (first: Int, count: Int)?
  private var systemCommon: (first: Int, count: Int)?

  init(at: Int, limit: Int, isLimitTrusted: Bool, number: Int) {
    self.at = at
    self.limit = limit
    self.isLimitTrusted = isLimitTrusted
    self.number = number
  }

  /// Reads to the track's end.
  mutating func read(_ bytes: Span<UInt8>) throws(ScoreError) -> Ending {
    // Three bytes an event is what dense tracks need. A track whose end is not known may be one of
    // thousands that all reach to the end of the file.
    if isLimitTrusted { events.reserveCapacity((limit - at) / 3) }
    let ending = try readEvents(bytes)
    if let at = overSystemMessage {
      warn(at, "running status goes on across a meta event or a system exclusive; it is obeyed")
    }
    if let clamped {
      warn(
        clamped.first,
        clamped.count == 1
          ? "a data byte above 127 is taken as 127"
          : "data bytes above 127 are taken as 127 (\(clamped.count) in this track)")
    }
    if let systemCommon {
      warn(
        systemCommon.first,
        systemCommon.count == 1
          ? "a real-time or system-common message has no place in a file; it is left out"
          : "real-time or system-common messages have no place in a file; \(systemCommon.count) are left out"
      )
    }
    return ending
  }

  private mutating func warn(_ at: Int, _ message: String) {
    found.warn(at, track: number, message)
  }

  // The position, the tick and the running status live in locals: this loop is most of the time that
  // a large file takes.
  private mutating func readEvents(_ bytes: Span<UInt8>) throws(ScoreError) -> Ending {
    var at = self.at
    var tick: Int64 = 0
    var running: UInt8 = 0
    var interrupted = false
    defer { self.at = at }
    while at < limit {
      let start = at
      var byte = bytes[at]
      if !isLimitTrusted, byte == 0x4D, bytes.hasTrack(at: at) { return .nextTrack }
      at += 1
      var delta = Int64(byte & 0x7F)
      if byte >= 0x80 {
        guard let rest = try number(bytes, &at, first: byte) else { return cut(start) }
        delta = Int64(rest)
      }
      guard at < limit else { return cut(start) }
      tick += delta

      byte = bytes[at]
      var status = byte
      if byte < 0x80 {
        guard running != 0 else {
          warn(at, "a data byte without a status; the rest of the track is left out")
          return .broken
        }
        status = running
        if interrupted {
          interrupted = false
          overSystemMessage = overSystemMessage ?? at
        }
      } else {
        at += 1
        if byte < 0xF0 {
          running = byte
          interrupted = false
        }
      }

      if status < 0xF0 {
        let length = status & 0xE0 == 0xC0 ? 1 : 2
        guard at + length <= limit else { return cut(start) }
        var first = bytes[at]
        var second: UInt8 = length == 2 ? bytes[at + 1] : 0
        if (first | second) & 0x80 != 0 {
          clamped = (clamped?.first ?? at, (clamped?.count ?? 0) + 1)
          first = first > 127 ? 127 : first
          second = second > 127 ? 127 : second
        }
        at += length
        if status & 0xF0 == 0x90 {
          if second == 0 {
            status -= 0x10
            second = 64
          } else {
            hasNotes = true
          }
        }
        events.append(
          tick: tick, code: UInt32(status) | UInt32(first) << 8 | UInt32(second) << 16)
      } else if status == 0xFF || status == 0xF0 || status == 0xF7 {
        guard at < limit else { return cut(start) }
        var type: UInt8 = 0
        if status == 0xFF {
          type = bytes[at]
          at += 1
        }
        guard at < limit, let length = try number(bytes, &at, first: nil) else {
          return cut(start)
        }
        let here = length < limit - at ? length : limit - at
        let content = bytes.extracting(at..<at + here)
        at += here
        interrupted = true
        if here < length {
          warn(start, "an event of \(length) bytes has only \(here) here; it is left out")
          return .broken
        }
        if status == 0xFF {
          if type == 0x2F {
            events.append(tick: tick, code: EventCode.endOfTrack)
            return .endOfTrack
          }
          addMeta(type, content, at: start, tick: tick)
        } else {
          let copy = [UInt8](content)
          events.append(TimedMessage(tick, status == 0xF0 ? .systemExclusive(copy) : .escape(copy)))
        }
      } else {
        systemCommon = (systemCommon?.first ?? start, (systemCommon?.count ?? 0) + 1)
        at += status == 0xF2 ? 2 : status == 0xF1 || status == 0xF3 ? 1 : 0
        if at > limit { return cut(start) }
      }
    }
    return .end
  }

  private mutating func cut(_ start: Int) -> Ending {
    warn(start, "the track ends inside an event; the event is left out")
    return .broken
  }

  /// A variable-length number of at most four bytes; nil where the bytes end.
  private func number(_ bytes: Span<UInt8>, _ at: inout Int, first: UInt8?) throws(ScoreError)
    -> Int?
  {
    let start = first == nil ? at : at - 1
    var value = 0
    var byte: UInt8
    if let first {
      byte = first
    } else {
      guard at < limit else { return nil }
      byte = bytes[at]
      at += 1
    }
    var count = 1
    while true {
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
      if count == 4 {
        throw ScoreError(
          .malformed, at: .byte(start, track: self.number),
          "a variable-length number of more than four bytes at byte \(start)")
      }
      guard at < limit else { return nil }
      byte = bytes[at]
      at += 1
      count += 1
    }
  }

  private mutating func addMeta(_ type: UInt8, _ content: Span<UInt8>, at: Int, tick: Int64) {
    // A played file has thousands of tempos: no arrays and fractions for them.
    if type == 0x51, content.count >= 3,
      let code = EventCode.tempo(
        microseconds: Int(content[0]) << 16 | Int(content[1]) << 8 | Int(content[2]))
    {
      events.append(tick: tick, code: code)
      return
    }
    let bytes = [UInt8](content)
    func add(_ message: Message) { events.append(TimedMessage(tick, message)) }
    switch type {
    case 1...15: add(.text(kind: type, bytes: bytes))
    case 0x21 where bytes.count == 1: add(.port(bytes[0]))
    case 0x51 where bytes.count >= 3:
      let microseconds = Int128(bytes[0]) << 16 | Int128(bytes[1]) << 8 | Int128(bytes[2])
      if microseconds > 0 {
        add(.tempo(secondsPerQuarter: Rational(microseconds, 1_000_000)))
      } else {
        warn(at, "a tempo of 0; it is ignored")
        add(.meta(type: type, bytes: bytes))
      }
    case 0x58 where bytes.count >= 2 && bytes[0] > 0 && bytes[1] < 12:
      add(.meter(beats: Int(bytes[0]), unit: 1 << Int(bytes[1])))
      if bytes.count != 4 || bytes[2] != 24 || bytes[3] != 8 {
        add(.meta(type: type, bytes: bytes))
      }
    case 0x59
    where bytes.count == 2 && abs(Int(Int8(bitPattern: bytes[0]))) <= 7 && bytes[1] < 2:
      add(.keySignature(sharps: Int(Int8(bitPattern: bytes[0])), minor: bytes[1] == 1))
    default: add(.meta(type: type, bytes: bytes))
    }
  }
}

extension Span<UInt8> {
  /// Whether the four bytes of a chunk's name stand here, and room for its length.
  func hasTrack(at: Int) -> Bool {
    at + 8 <= count && self[at] == 0x4D && self[at + 1] == 0x54 && self[at + 2] == 0x72
      && self[at + 3] == 0x6B
  }

  /// A number of four bytes, most significant first; the caller has checked that they are there.
  func bigEndian32(at: Int) -> Int {
    Int(self[at]) << 24 | Int(self[at + 1]) << 16 | Int(self[at + 2]) << 8 | Int(self[at + 3])
  }

  /// A number of two bytes, most significant first.
  func bigEndian16(at: Int) -> Int { Int(self[at]) << 8 | Int(self[at + 1]) }

  /// A number of four bytes, least significant first.
  func littleEndian32(at: Int) -> Int {
    Int(self[at]) | Int(self[at + 1]) << 8 | Int(self[at + 2]) << 16 | Int(self[at + 3]) << 24
  }

  /// Whether these ASCII characters stand here.
  func has(_ text: String, at: Int) -> Bool {
    let length = text.utf8.count
    guard at >= 0, at + length <= count else { return false }
    var index = at
    for character in text.utf8 {
      if self[index] != character { return false }
      index += 1
    }
    return true
  }
}

extension [UInt8] {
  /// The bytes of a span.
  init(_ span: Span<UInt8>) {
    self.init()
    reserveCapacity(span.count)
    for index in span.indices { append(span[index]) }
  }
}
