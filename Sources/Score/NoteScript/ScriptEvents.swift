/// An event of an `at` line or a directive, at the time that is written there.
struct WrittenEvent {
  var time: ScriptTime
  /// The byte that errors of its time point at.
  var place: UInt32
  /// As `EventCode` has it; what fits into none lies in the table of messages.
  var code: UInt32
  /// The number of a `note` in the table of durations, -1 for other verbs.
  var duration: Int32 = -1
  /// From 0.
  var track: UInt16 = 0
}

/// How long a `note` lasts, and how its key goes up.
struct WrittenDuration {
  var time: ScriptTime
  var place: UInt32
  var releaseVelocity: UInt8
}

/// All that a script says outside its voice lines.
struct ScriptEvents {
  /// Directives: before whatever else stands at their positions.
  var directives: [WrittenEvent] = []
  /// `at` lines, in the order of the file.
  var lines: [WrittenEvent] = []
  var durations: [WrittenDuration] = []
  /// The messages that fit into no code.
  private(set) var messages: [Message] = []
  /// Tempos and meters.
  var changes: [TimeChange] = []
  var trackNames: [UInt16: [UInt8]] = [:]
  /// The highest track that something stands on, from 0; -1 for none.
  var lastTrack = -1

  /// Gives back the memory of the lines, which are most of a long script, once they are placed.
  mutating func forgetLines() {
    lines = []
    durations = []
  }

  /// The code of a message, which goes into the table if it has to.
  mutating func code(_ message: Message) -> UInt32 {
    if let code = EventCode.code(of: message) { return code }
    messages.append(message)
    return EventCode.payload(messages.count - 1)
  }

  /// The message of a code.
  func message(_ code: UInt32) -> Message {
    EventCode.slot(code).map { messages[$0] } ?? EventCode.message(code)
  }
}
