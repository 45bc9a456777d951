extension VoiceCompiler {
  /// `]`: the end of a chord or of grace notes.
  mutating func closeSquare(_ place: Int) {
    guard isInChord, let context = contexts.popLast() else {
      skipBracket(place)
      faults.error(place, "a ] without its [")
      return
    }
    cursor.at = place + 1
    if context.count == 0 { faults.error(context.place, "nothing stands in these brackets") }
    addToOuter(context.count)
    if context.kind == .grace {
      ops.append(.closeGrace)
      if !endsWord, cursor.next == UInt8(ascii: ":") || cursor.next == UInt8(ascii: "@") {
        skipWord(from: cursor.at)
        faults.error(place, "grace notes have no length of their own")
      }
      waitForNote(grace: context.place)
      return
    }
    var word = NoteWord(place: UInt32(context.place))
    if let message = suffix(&word) {
      skipWord(from: cursor.at)
      faults.error(place, message)
    }
    ops.append(.closeChord(word))
  }

  /// `}`: the end of a tuplet, and its length.
  mutating func closeTuplet(_ place: Int) {
    guard contexts.last?.kind == .tuplet, let context = contexts.popLast() else {
      skipBracket(place)
      faults.error(place, "a } without its {")
      return
    }
    cursor.at = place + 1
    var length: Int32 = -1
    if cursor.take(UInt8(ascii: ":")) {
      do throws(LengthTable.Failure) {
        length = try lengths.read(&cursor)
      } catch {
        skipWord(from: place)
        faults.error(place, error.message)
      }
    }
    if !endsWord {
      skipWord(from: cursor.at)
      faults.error(place, "only a length can stand behind a tuplet, as in }:4")
    }
    if context.count == 0 { faults.error(context.place, "nothing stands in this tuplet") }
    add(.closeTuplet(length: length))
    addToOuter(context.count)
  }

  /// `)*2`: the end of a repeat.
  mutating func closeRepeat(_ place: Int) {
    cursor.at = place + 1
    closeOpenEnding()
    guard contexts.last?.kind == .repeat, let context = contexts.popLast() else {
      skipBracket(place)
      if let last = contexts.last, last.kind == .tuplet {
        contexts.removeLast()
        faults.error(last.place, "a tuplet that is never closed", hint: "close it with }")
      } else {
        faults.error(place, "a ) without its (")
      }
      return
    }
    guard cursor.take(UInt8(ascii: "*")), let times = cursor.integer(), endsWord else {
      skipBracket(place)
      faults.error(place, "expected how often to play this, as in )*2")
      return
    }
    guard times >= 1 else {
      faults.error(place, "a repeat is played once at least")
      return
    }
    if context.count == 0, context.endings.isEmpty, ops.count == context.index + 1 {
      faults.error(context.place, "nothing stands in this repeat")
    }
    var total = 0
    var overflow = false
    (total, overflow) = max(context.count, 1).multipliedReportingOverflow(by: times)
    for ending in context.endings {
      if ending.number <= times { total = min(total, VoiceCompiler.mostWords) + ending.count }
      guard ending.number > times else { continue }
      faults.error(
        ending.place, "ending \(ending.number) of a repeat that is played \(times) times")
    }
    overflow = overflow || total > VoiceCompiler.mostWords
    let isOutermost = !contexts.contains { $0.kind == .repeat }
    if isOutermost, !overflow { made += total }
    if overflow || made > VoiceCompiler.mostWords {
      faults.error(context.place, VoiceCompiler.tooMuch("repeats"), tooLarge: true)
      made = 0
      return
    }
    ops.append(.closeRepeat(times: UInt32(times), begin: UInt32(context.index)))
    addToOuter(total)
  }

  private mutating func addToOuter(_ count: Int) {
    if !contexts.isEmpty { contexts[contexts.count - 1].count += count }
  }

  /// An ending that its repeat closes.
  private mutating func closeOpenEnding() {
    guard contexts.last?.kind == .ending, let ending = contexts.popLast() else { return }
    faults.error(ending.place, "an ending without the ; that ends it")
  }

  /// Whether `1:` and a blank stand at `place`.
  func isNumberedEnding(_ place: Int) -> Bool {
    var at = place
    while at < cursor.end, bytes[at].isDigit { at += 1 }
    guard at > place, at < cursor.end, bytes[at] == UInt8(ascii: ":") else { return false }
    return at + 1 == cursor.end || bytes[at + 1].isBlank
  }

  /// `1: `, the beginning of an ending; false if the line cannot be read further.
  mutating func openEnding(_ place: Int) -> Bool {
    cursor.at = place
    let number = cursor.integer() ?? 0
    cursor.at += 1
    closeOpenEnding()
    guard contexts.last?.kind == .repeat else {
      faults.error(place, "an ending stands inside a repeat, as in ( C D 1: E ; 2: F ; )*2")
      strayEndings += 1
      return true
    }
    guard 1...VoiceCompiler.mostWords ~= number else {
      faults.error(place, "an ending is for the first time (1:) or a later one")
      strayEndings += 1
      return true
    }
    return open(.ending, .openEnding(number: UInt32(number), end: 0), place: place)
  }

  /// `;`: the end of an ending.
  mutating func closeEnding(_ place: Int) {
    cursor.at = place + 1
    guard contexts.last?.kind == .ending, let ending = contexts.popLast() else {
      if strayEndings > 0 {
        strayEndings -= 1
      } else {
        faults.error(place, "a ; without the ending that it closes")
      }
      return
    }
    ops.append(.closeEnding)
    guard case .openEnding(let number, _) = ops[ending.index] else { return }
    ops[ending.index] = .openEnding(number: number, end: UInt32(ops.count))
    guard contexts.last?.kind == .repeat else { return }
    contexts[contexts.count - 1].endings.append((Int(number), ending.count, ending.place))
  }

  /// Steps over a stray bracket and what is glued to it.
  private mutating func skipBracket(_ place: Int) { skipWord(from: place) }
}
