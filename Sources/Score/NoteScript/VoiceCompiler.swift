/// Reads the words of voice lines into operations: brackets are matched, macros put in their places,
/// every word checked.
struct VoiceCompiler {
  /// How deep brackets and macros may stand in each other.
  static let deepest = 64
  /// How many events a script may make of repeats and macros.
  static let mostWords = 10_000_000

  /// A bracket that is open.
  struct Context {
    enum Kind {
      case chord, grace, tuplet, `repeat`, ending
    }

    let kind: Kind
    let place: Int
    /// The operation that opened it.
    let index: Int
    /// The words so far, those of inner repeats as often as they are played.
    var count = 0
    /// The endings of a repeat.
    var endings: [(number: Int, count: Int, place: Int)] = []
  }

  let bytes: [UInt8]
  var macros: ScriptMacros
  var lengths: LengthTable
  var faults: ScriptFaults

  var ops: [VoiceOp] = []
  var contexts: [Context] = []
  /// What is being read: the line or the macro on top of those that it stands in.
  var cursor: ScriptCursor
  private var sources: [(cursor: ScriptCursor, macro: ArraySlice<UInt8>)] = []
  /// A grace note that waits for its note.
  private var waitingGrace: Int?
  /// Endings that stand nowhere: their semicolons are no further mistakes.
  var strayEndings = 0
  /// Whether a macro is being checked that nothing uses.
  private var isChecking = false
  /// What repeats and macros have made in all.
  var made = 0

  init(_ bytes: [UInt8], macros: ScriptMacros, faults: ScriptFaults, lengths: LengthTable) {
    self.bytes = bytes
    self.lengths = lengths
    self.macros = macros
    self.faults = faults
    cursor = ScriptCursor(bytes, 0..<0)
    ops.reserveCapacity(1024)
  }

  /// The operations of a voice; nil if there is a mistake in it.
  mutating func compile(_ lines: [Range<Int>]) -> [VoiceOp]? {
    let errors = faults.errorCount
    ops = []
    contexts = []
    waitingGrace = nil
    strayEndings = 0
    for line in lines { compile(line: line) }
    for context in contexts {
      faults.error(
        context.place,
        context.kind == .ending
          ? "an ending without the ; that ends it" : "a repeat that is never closed",
        hint: context.kind == .ending ? nil : "close it with )*2")
    }
    graceMustBeUsed()
    return faults.errorCount == errors ? ops : nil
  }

  /// Checks the macros that nothing uses.
  mutating func checkUnusedMacros() {
    for (name, macro) in macros.all.sorted(by: { $0.value.place < $1.value.place })
    where macros[name]?.isUsed == false {
      check(macro)
    }
  }

  private mutating func check(_ macro: ScriptMacros.Macro) {
    isChecking = true
    ops = []
    contexts = []
    waitingGrace = nil
    strayEndings = 0
    compile(line: macro.body)
    for context in contexts {
      faults.error(context.place, "this is never closed")
    }
    isChecking = false
  }

  private mutating func compile(line: Range<Int>) {
    let outer = sources.count
    cursor = ScriptCursor(bytes, line)
    while true {
      cursor.skipBlanks()
      if !cursor.isAtEnd {
        if !word() { break }
      } else if sources.count > outer {
        cursor = sources.removeLast().cursor
      } else {
        break
      }
    }
    sources.removeLast(sources.count - outer)
    closeLine()
  }

  /// What must not go on in the next line: chords and tuplets.
  private mutating func closeLine() {
    while let last = contexts.last, last.kind != .repeat, last.kind != .ending {
      contexts.removeLast()
      let (name, bracket) =
        switch last.kind {
        case .tuplet: ("tuplet", "}")
        case .grace: ("grace note", "]")
        default: ("chord", "]")
        }
      faults.error(last.place, "a \(name) that is never closed", hint: "close it with \(bracket)")
    }
  }

  /// Whether the word stands inside the brackets of a chord or a grace note.
  var isInChord: Bool {
    guard let kind = contexts.last?.kind else { return false }
    return kind == .chord || kind == .grace
  }

  /// Adds an operation and counts it.
  mutating func add(_ op: VoiceOp) {
    if waitingGrace != nil {
      switch op {
      case .note, .openChord, .openRoll: waitingGrace = nil
      default: graceMustBeUsed()
      }
    }
    ops.append(op)
    if !contexts.isEmpty { contexts[contexts.count - 1].count += 1 }
  }

  private mutating func graceMustBeUsed() {
    guard let place = waitingGrace else { return }
    waitingGrace = nil
    faults.error(place, "a grace note stands directly before a note or a chord")
  }

  mutating func waitForNote(grace place: Int) { waitingGrace = place }

  /// Opens a bracket if it is not too deep; false if it is.
  mutating func open(_ kind: Context.Kind, _ op: VoiceOp, place: Int) -> Bool {
    guard contexts.count + sources.count < VoiceCompiler.deepest else {
      faults.error(
        place, "brackets and macros stand more than \(VoiceCompiler.deepest) deep in each other",
        tooLarge: true)
      contexts = []
      return false
    }
    add(op)
    contexts.append(Context(kind: kind, place: place, index: ops.count - 1))
    return true
  }

  /// Puts the words of a macro in the place of `$name`; false if reading cannot go on.
  mutating func enterMacro(place: Int) -> Bool {
    cursor.at += 1
    guard let range = cursor.name(), cursor.isAtEnd || cursor.next.endsVoiceWord else {
      let hasName = cursor.at > place + 1
      skipWord(from: place)
      faults.error(
        place,
        hasName
          ? "a macro takes no length and no marks, it stands for its words alone"
          : "expected the name of a macro behind $")
      return true
    }
    let name = bytes[range]
    let text = String(decoding: name, as: UTF8.self)
    guard let macro = macros[name] else {
      let macros = macros
      faults.error(
        place, "no macro has the name \"\(text)\"", hint: NearestWord.hint(text, in: macros.names))
      return true
    }
    if isChecking {
      // The macro inside is checked on its own; putting it in here could go on for ever.
      waitingGrace = nil
      if !contexts.isEmpty { contexts[contexts.count - 1].count += 1 }
      return true
    }
    macros.use(name)
    if sources.contains(where: { $0.macro == name }) {
      faults.error(place, "the macro \"\(text)\" contains itself")
      return true
    }
    guard contexts.count + sources.count < VoiceCompiler.deepest else {
      faults.error(
        place, "brackets and macros stand more than \(VoiceCompiler.deepest) deep in each other",
        tooLarge: true)
      return false
    }
    if sources.isEmpty {
      made += macro.size
      guard made <= VoiceCompiler.mostWords else {
        faults.error(place, VoiceCompiler.tooMuch("macros"), tooLarge: true)
        return false
      }
    }
    sources.append((cursor, name))
    cursor = ScriptCursor(bytes, macro.body)
    return true
  }

  static func tooMuch(_ what: String) -> String {
    "the \(what) of this script would make more than 10 million events"
  }

  /// Steps to the end of the word that begins at `place`.
  mutating func skipWord(from place: Int) {
    cursor.at = max(cursor.at, place + 1)
    while !cursor.isAtEnd, !cursor.next.endsVoiceWord { cursor.at += 1 }
  }

  /// The word that begins at `place`, shortened for a message.
  func text(from place: Int) -> String {
    var end = place + 1
    while end < cursor.end, !bytes[end].endsVoiceWord { end += 1 }
    let text = String(decoding: bytes[place..<end], as: UTF8.self)
    return text.count > 40 ? text.prefix(40) + "…" : text
  }
}
