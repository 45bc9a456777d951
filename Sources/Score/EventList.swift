/// The messages of a track, 8 bytes each: a collection of `TimedMessage`s for tens of millions of them.
///
/// Nearly every message of a real file fits into 32 bits beside the 32 bits of its tick. Those that do
/// not (texts, system exclusives, tempos that are no whole microseconds) lie in a table of their own,
/// and ticks from 2³² on keep their upper halves in another that is empty otherwise.
public struct EventList: Sendable {
  /// Tick in the upper 32 bits, code in the lower (see `EventCode`).
  private(set) var words: [UInt64] = []
  /// The upper halves of the ticks; empty while all are 0.
  private var upperTicks: [UInt32] = []
  /// What fits into no code.
  private var payloads: [Message] = []

  /// No messages.
  public init() {}

  /// The messages of a sequence, in its order.
  public init<Events: Sequence>(_ events: Events) where Events.Element == TimedMessage {
    words.reserveCapacity(events.underestimatedCount)
    for event in events { append(event) }
  }

  /// Makes room for so many messages.
  public mutating func reserveCapacity(_ count: Int) { words.reserveCapacity(count) }

  /// Adds a message at the end.
  public mutating func append(_ event: TimedMessage) {
    append(tick: event.tick, code: code(of: event.message))
  }

  /// Adds a message that is known to fit its code.
  @inline(__always)
  mutating func append(tick: Int64, code: UInt32) {
    let tick = UInt64(bitPattern: tick)
    let upper = tick >> 32
    if upper != 0 || !upperTicks.isEmpty { appendUpper(UInt32(truncatingIfNeeded: upper)) }
    words.append(tick << 32 | UInt64(code))
  }

  private mutating func appendUpper(_ upper: UInt32) {
    if upperTicks.isEmpty { upperTicks = [UInt32](repeating: 0, count: words.count) }
    upperTicks.append(upper)
  }

  private mutating func code(of message: Message) -> UInt32 {
    if let code = EventCode.code(of: message) { return code }
    payloads.append(message)
    return EventCode.payload(payloads.count - 1)
  }

  /// The tick of a message.
  func tick(at index: Int) -> Int64 {
    let lower = words[index] >> 32
    return upperTicks.isEmpty
      ? Int64(lower) : Int64(bitPattern: UInt64(upperTicks[index]) << 32 | lower)
  }

  /// The code of a message.
  @inline(__always)
  func code(at index: Int) -> UInt32 { UInt32(truncatingIfNeeded: words[index]) }

  /// A message.
  func message(at index: Int) -> Message {
    let code = code(at: index)
    if let slot = EventCode.slot(code) { return payloads[slot] }
    return EventCode.message(code)
  }
}

extension EventList {
  /// The bytes of all texts.
  var texts: [[UInt8]] {
    payloads.compactMap { if case .text(_, let bytes) = $0 { bytes } else { nil } }
  }

  /// Whether there is a text of a kind, or was one.
  func mayHaveText(kind: UInt8) -> Bool {
    payloads.contains { if case .text(kind, _) = $0 { true } else { false } }
  }
}

extension EventList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The count.
  public var endIndex: Int { words.count }

  /// A message and its tick.
  public subscript(index: Int) -> TimedMessage {
    get { TimedMessage(tick(at: index), message(at: index)) }
    set {
      let tick = UInt64(bitPattern: newValue.tick)
      if tick >> 32 != 0, upperTicks.isEmpty {
        upperTicks = [UInt32](repeating: 0, count: words.count)
      }
      if !upperTicks.isEmpty { upperTicks[index] = UInt32(truncatingIfNeeded: tick >> 32) }
      words[index] = tick << 32 | UInt64(code(of: newValue.message, replacing: code(at: index)))
    }
  }

  /// The code of a message that takes the place of another; its payload goes into the other's slot.
  private mutating func code(of message: Message, replacing old: UInt32) -> UInt32 {
    if let slot = EventCode.slot(old), EventCode.code(of: message) == nil {
      payloads[slot] = message
      return old
    }
    return code(of: message)
  }

  /// Exchanges two messages.
  public mutating func swapAt(_ a: Int, _ b: Int) {
    words.swapAt(a, b)
    if !upperTicks.isEmpty { upperTicks.swapAt(a, b) }
  }

  /// Replaces a range of messages.
  public mutating func replaceSubrange<Events: Collection>(
    _ range: Range<Int>, with events: Events
  ) where Events.Element == TimedMessage {
    if range.lowerBound == words.count {
      for event in events { append(event) }
      return
    }
    var changed = EventList()
    changed.reserveCapacity(words.count - range.count + events.count)
    for index in 0..<range.lowerBound { changed.append(self[index]) }
    for event in events { changed.append(event) }
    for index in range.upperBound..<words.count { changed.append(self[index]) }
    self = changed
  }
}

extension EventList: ExpressibleByArrayLiteral {
  /// The messages of a literal.
  public init(arrayLiteral events: TimedMessage...) { self.init(events) }
}

extension EventList: Hashable {
  /// Whether both hold equal messages at equal ticks in equal order.
  public static func == (a: EventList, b: EventList) -> Bool {
    if a.words == b.words, a.upperTicks == b.upperTicks, a.payloads == b.payloads { return true }
    return a.count == b.count && a.elementsEqual(b)
  }

  /// Hashes the messages.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for event in self { hasher.combine(event) }
  }
}
