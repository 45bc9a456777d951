/// Reads the lines of a script: sorts them into voice lines, macros, directives and `at` lines.
struct NoteScriptReader {
  /// A voice: its label and its lines.
  struct Voice {
    let label: String
    var lines: [Range<Int>]
  }

  /// A voice is a track, and MIDI files count tracks in 16 bits.
  static let mostVoices = 65535

  let text: ScriptText
  private(set) var voices: [Voice] = []
  private(set) var macros = ScriptMacros()
  private(set) var directives = ScriptDirectives()
  var statement: ScriptStatement
  private var voiceOfLabel: [ArraySlice<UInt8>: Int] = [:]
  private var isFirst = true
  private var atLine = ScriptAtLine()

  init(_ bytes: [UInt8]) {
    text = ScriptText(bytes)
    statement = ScriptStatement(
      ScriptCursor(bytes, 0..<0), faults: ScriptFaults(), lengths: LengthTable())
  }

  /// Whether anything is said that takes time or sends an event.
  var isEmpty: Bool {
    directives.events.lines.isEmpty
      && !voices.contains { $0.lines.contains { isWritten($0) } }
  }

  private func isWritten(_ line: Range<Int>) -> Bool {
    for index in line where !text.bytes[index].isBlank {
      return text.bytes[index] != UInt8(ascii: "#")
    }
    return false
  }

  mutating func read() {
    var begin = text.start
    let bytes = text.bytes
    while begin < bytes.count {
      if !isFirst,
        let next = PlainAtLine.read(bytes.span, from: begin, into: &directives.events)
      {
        begin = next
        continue
      }
      let (content, next, isASCII) = text.line(from: begin)
      begin = next
      if !isASCII, let wrong = text.firstInvalidByte(in: content) {
        let byte = hexadecimal(text.bytes[wrong])
        statement.error(
          wrong, "byte 0x\(byte) is not UTF-8", hint: "in a string, write \\x\(byte)")
        continue
      }
      readLine(content)
    }
    macros.measure(text.bytes, faults: &statement.faults)
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }

  private mutating func readLine(_ content: Range<Int>) {
    var cursor = ScriptCursor(text.bytes, content)
    cursor.skipBlanks()
    guard !cursor.isAtEnd, cursor.next != UInt8(ascii: "#") else { return }
    defer { isFirst = false }
    let place = cursor.at
    if cursor.takeAt() {
      statement.start(cursor)
      atLine.read(&statement, into: &directives.events)
      return
    }
    guard let range = cursor.name() else {
      statement.error(
        place, "expected a label, a directive or at, found \"\(cursor.firstWord)\"",
        hint: "a voice line begins with a label and a colon, as in rh: C4")
      return
    }
    if cursor.take(UInt8(ascii: ":")) {
      addVoiceLine(text.bytes[range], cursor.at..<content.upperBound)
      return
    }
    var ahead = cursor
    ahead.skipBlanks()
    if ahead.take(UInt8(ascii: "=")) {
      addMacro(range, ahead.at..<content.upperBound)
      return
    }
    statement.start(cursor)
    readDirective(range)
  }

  private mutating func addVoiceLine(_ label: ArraySlice<UInt8>, _ line: Range<Int>) {
    if let voice = voiceOfLabel[label] {
      voices[voice].lines.append(line)
    } else if voices.count == NoteScriptReader.mostVoices {
      // Told once: a script of more voices is not read on for more mistakes.
      if !statement.faults.isTooLarge {
        statement.faults.error(
          label.startIndex, "more than \(NoteScriptReader.mostVoices) voices", tooLarge: true)
      }
    } else {
      voiceOfLabel[label] = voices.count
      voices.append(Voice(label: String(decoding: label, as: UTF8.self), lines: [line]))
    }
  }

  private mutating func addMacro(_ name: Range<Int>, _ body: Range<Int>) {
    let text = text.words(name)
    if ScriptDirectives.names.contains(text) {
      let said = String(ScriptCursor(self.text.bytes, body).rest.drop { $0 == " " || $0 == "\t" })
      statement.error(
        name.lowerBound, "\"\(text)\" is a directive and cannot name a macro",
        hint: said.isEmpty ? nil : "a directive stands without =, as in \(text) \(said)")
    } else if !macros.add(
      self.text.bytes[name], ScriptMacros.Macro(place: name.lowerBound, body: body))
    {
      statement.error(name.lowerBound, "the macro \"\(text)\" is already there")
    } else if !isWritten(body) {
      statement.error(body.lowerBound, "expected the words of the macro \"\(text)\"")
    }
  }

  private mutating func readDirective(_ range: Range<Int>) {
    let name = text.words(range)
    let place = range.lowerBound
    guard statement.cursor.isAtEnd || statement.cursor.next.isBlank else {
      let said = ScriptCursor(text.bytes, place..<statement.cursor.end).firstWord
      let hint = voiceHint(place)
      statement.error(
        place, "unknown word \"\(said)\" at the beginning of a line", hint: hint)
      return
    }
    if name == "script" {
      guard isFirst else {
        statement.error(place, "script stands in the first line")
        return
      }
      directives.readHeader(&statement)
    } else if name == "at" {
      atLine.read(&statement, into: &directives.events)
    } else if !directives.read(name, place: place, &statement) {
      let hint = voiceHint(place)
      statement.error(
        place, "unknown directive \"\(name)\"",
        hint: hint ?? NearestWord.hint(name, in: ScriptDirectives.names)
          ?? "a voice line begins with a label and a colon, as in \(name): C4")
    }
  }

  /// What to say of a line that begins with a pitch or with another word of voices: it lacks its label.
  private func voiceHint(_ place: Int) -> String? {
    let line = ScriptCursor(text.bytes, place..<statement.cursor.end)
    var cursor = line
    var note = NoteWord(place: 0)
    let isPitch =
      cursor.pitch(&note) && (cursor.isAtEnd || !cursor.next.isLetter && !cursor.next.isDigit)
    guard isPitch || VoiceCompiler.vocabulary.contains(line.firstWord) else { return nil }
    return "notes and their words stand in a voice line, as in v: \(line.rest)"
  }

  /// Checks and compiles all voices.
  consuming func compiled() -> CompiledScript {
    var compiler = VoiceCompiler(
      text.bytes, macros: macros, faults: statement.faults, lengths: statement.lengths)
    var programs: [[VoiceOp]?] = []
    for voice in voices { programs.append(compiler.compile(voice.lines)) }
    compiler.checkUnusedMacros()
    return CompiledScript(
      text: text, voices: voices, programs: programs, directives: directives,
      lengths: compiler.lengths.lengths, faults: compiler.faults)
  }
}

extension ScriptCursor {
  /// Steps over `at` and a blank; byte by byte, as most lines of a long script begin so.
  fileprivate mutating func takeAt() -> Bool {
    guard at + 2 < end, bytes[at] == UInt8(ascii: "a"), bytes[at + 1] == UInt8(ascii: "t"),
      bytes[at + 2].isBlank
    else { return false }
    at += 3
    return true
  }

  /// The word that begins here, for messages.
  var firstWord: String {
    var end = at
    while end < self.end, !bytes[end].isBlank { end += 1 }
    return ScriptCursor(bytes, at..<end).rest
  }
}
