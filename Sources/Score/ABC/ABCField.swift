extension ABCTuneReader {
  /// Acts on an information field; the cursor stands behind the colon.
  mutating func field(_ letter: UInt8, _ given: ABCCursor, isInline: Bool) {
    var cursor = given
    let text = ABC.trimmed(cursor.remaining)
    switch letter {
    case UInt8(ascii: "T"):
      if title == nil, !text.isEmpty { title = ABC.string(ABCText.decoded(text)) }
    case UInt8(ascii: "C"):
      if composer == nil, !text.isEmpty { composer = ABC.string(ABCText.decoded(text)) }
    case UInt8(ascii: "M"): meter(text, at: cursor.position)
    case UInt8(ascii: "L"): unit(text, at: cursor.position)
    case UInt8(ascii: "Q"): tempo(text, at: cursor.position)
    case UInt8(ascii: "K"): key(cursor)
    case UInt8(ascii: "V"): voiceField(&cursor)
    case UInt8(ascii: "P"): partField(text, at: cursor.position)
    case UInt8(ascii: "U"): userSymbol(text, at: cursor.position)
    case UInt8(ascii: "m"):
      if let macro = ABCMacro(text), settings.macros.count < 100 {
        settings.macros.append(macro)
      } else {
        warn(cursor.position, "this is not a macro of at most 31 characters and 200 in its text")
      }
    case UInt8(ascii: "I"): directive(cursor, isInline: true)
    case UInt8(ascii: "w"):
      if isInBody { words(text, isContinued: false) }
    case UInt8(ascii: "s"), UInt8(ascii: "d"):
      if isInBody { symbolLine(text) }
    case ABC.plus:
      if isInBody { continueField(text) }
    default: break  // what only a reader or a librarian needs
    }
    if letter != ABC.plus { lastAligned = letter }
  }

  private mutating func meter(_ text: ArraySlice<UInt8>, at byte: Int) {
    guard let meter = ABCMeter(text) else {
      warn(byte, "'\(ABC.string(text))' is not a meter", hint: "write M:3/4")
      return
    }
    if isInBody {
      voices[current].meter = meter
      add(.meter(meter), at: byte)
    } else {
      settings.meter = meter
    }
  }

  private mutating func unit(_ text: ArraySlice<UInt8>, at byte: Int) {
    var cursor = ABCCursor(Array(text))
    guard let over = cursor.number(), over > 0 else {
      warn(byte, "'\(ABC.string(text))' is not a length", hint: "write L:1/8")
      return
    }
    var under = 1
    if cursor.take(ABC.slash) { under = cursor.number() ?? 1 }
    guard over <= 64, (1...1024).contains(under) else {
      warn(byte, "'\(ABC.string(text))' is no length that is read here", hint: "write L:1/8")
      return
    }
    let unit = Rational(Int128(over), Int128(under))
    if isInBody { voices[current].unit = unit } else { settings.unit = unit }
  }

  private mutating func tempo(_ text: ArraySlice<UInt8>, at byte: Int) {
    guard isInBody else {
      settings.tempo = line
      return
    }
    if let tempo = ABCTempo(text, unit: voices[current].unit) {
      add(.tempo(tempo), at: byte)
    } else if text.first != ABC.quote || text.contains(UInt8(ascii: "=")) {
      warn(byte, "'\(ABC.string(text))' is not a tempo", hint: "write Q:1/4=120")
    }
  }

  private mutating func key(_ cursor: ABCCursor) {
    let before = isInBody ? voices[current].key : ABCKey()
    let field = ABCKeyField(key: cursor, before: before)
    for problem in field.problems { warn(problem.byte, problem.message) }
    guard isInBody else {
      headerKey = field
      beginBody()
      return
    }
    apply(field, to: current)
    if let key = field.key {
      voices[current].key = key
      voices[current].accidentals = [:]
      add(.key(sharps: key.sharps, minor: key.isMinor), at: cursor.position)
    }
  }

  private mutating func voiceField(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    let id = Array(cursor.word())
    guard !id.isEmpty else {
      warn(begin, "V: needs the name of a voice")
      return
    }
    let field = ABCKeyField(voice: cursor)
    for problem in field.problems { warn(problem.byte, problem.message) }
    if id == [UInt8(ascii: "*")] {
      for index in voices.indices { apply(field, to: index) }
      return
    }
    // A first voice that only the reader made, and that has no music, is the one named now.
    let index = voice(id)
    apply(field, to: index)
    current = index
    isVoiceNamed = true
    if isInBody, !voices[index].isContinued {
      voices[index].lineBegin = voices[index].symbols.count
      voices[index].verses = 0
    }
  }

  private mutating func userSymbol(_ text: ArraySlice<UInt8>, at byte: Int) {
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")), let symbol = text.first else {
      warn(byte, "U: needs a letter and what it stands for", hint: "write U:T=!trill!")
      return
    }
    var value = ABC.trimmed(text[(equals + 1)...])
    if value.first == ABC.quote {
      settings.userSymbols[symbol] = [.silent]
      return
    }
    var found: [ABCDecoration] = []
    while let mark = value.first, mark == ABC.exclamation || mark == ABC.plus {
      let rest = value.dropFirst()
      guard let end = rest.firstIndex(of: mark) else { break }
      found.append(decoration(rest[..<end], at: byte))
      value = ABC.trimmed(rest[(end + 1)...])
    }
    if found.isEmpty, !value.isEmpty { found = [decoration(value, at: byte)] }
    settings.userSymbols[symbol] = found
  }

  /// The decoration of this name; one that is not known is told and silent.
  mutating func decoration(_ name: ArraySlice<UInt8>, at byte: Int) -> ABCDecoration {
    if let known = ABCDecoration.named(name) { return known }
    if !settings.drawn.contains(Array(name)) {
      warn(byte, "the decoration '\(ABC.string(name))' is not known and not played")
    }
    return .silent
  }
}
