extension ABCTuneReader {
  /// Gives the syllables of `w:` to the notes of the music line before it (ABC 2.1, section 5).
  mutating func words(_ text: ArraySlice<UInt8>, isContinued: Bool) {
    if !isContinued, !areWordsContinued {
      nextSyllable = voices[current].lineBegin
      verse = voices[current].verses
      voices[current].verses += 1
    }
    areWordsContinued = text.last == ABC.backslash
    guard verse < 100 else { return }
    var syllable: [UInt8] = []
    var index = text.startIndex
    let end = areWordsContinued ? text.endIndex - 1 : text.endIndex
    var canHyphen = false  // a hyphen here belongs to the syllable just given away
    while index < end {
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: " "), 9:
        give(&syllable, ending: " ")
      case ABC.minus:
        if syllable.isEmpty {
          // a further hyphen holds the syllable for one more note
          if canHyphen { take() }
        } else {
          give(&syllable, ending: "-")
        }
        canHyphen = true
        continue
      case UInt8(ascii: "_"):
        give(&syllable, ending: " ")
        take()
      case UInt8(ascii: "*"):
        give(&syllable, ending: " ")
        take()
      case ABC.bar:
        give(&syllable, ending: " ")
        nextBar()
      case UInt8(ascii: "~"):
        syllable.append(32)
      case ABC.backslash where index < end && text[index] == ABC.minus:
        syllable.append(ABC.minus)
        index += 1
      default:
        syllable.append(byte)
      }
      if byte != 32 && byte != 9 { canHyphen = false }
    }
    give(&syllable, ending: " ")
  }

  /// `+:` goes on with the field before it.
  mutating func continueField(_ text: ArraySlice<UInt8>) {
    switch lastAligned {
    case UInt8(ascii: "w"): words(text, isContinued: true)
    case UInt8(ascii: "s"), UInt8(ascii: "d"): symbols(text)
    default: break
    }
  }

  private mutating func give(_ syllable: inout [UInt8], ending: String) {
    guard !syllable.isEmpty else { return }
    if let index = noteFrom(nextSyllable) {
      if case .note(var note) = voices[current].symbols[index].kind {
        while note.lyrics.count < verse { note.lyrics.append([]) }
        note.lyrics.append(ABCText.decoded(syllable[...]) + Array(ending.utf8))
        voices[current].symbols[index].kind = .note(note)
      }
      nextSyllable = index + 1
    }
    syllable = []
  }

  private mutating func take() {
    if let index = noteFrom(nextSyllable) { nextSyllable = index + 1 }
  }

  /// The next note or chord from a symbol on.
  func noteFrom(_ begin: Int) -> Int? {
    var index = begin
    let symbols = voices[current].symbols
    while index < symbols.count {
      if case .note(let note) = symbols[index].kind, !note.heads.isEmpty { return index }
      index += 1
    }
    return nil
  }

  private mutating func nextBar() {
    let symbols = voices[current].symbols
    while nextSyllable < symbols.count {
      nextSyllable += 1
      if case .bar = symbols[nextSyllable - 1].kind { return }
    }
  }

  /// Gives the signs of `s:` to the notes of the music line before it (ABC 2.1, section 4.15).
  mutating func symbolLine(_ text: ArraySlice<UInt8>) {
    nextSymbol = voices[current].lineBegin
    symbols(text)
  }

  private mutating func symbols(_ text: ArraySlice<UInt8>) {
    var cursor = ABCCursor(Array(text))
    while !cursor.isAtEnd {
      cursor.skipBlanks()
      let byte = cursor.byte
      cursor.position += 1
      switch byte {
      case UInt8(ascii: "*"):
        if let index = noteFrom(nextSymbol) { nextSymbol = index + 1 }
      case ABC.bar:
        let symbols = voices[current].symbols
        while nextSymbol < symbols.count {
          nextSymbol += 1
          if case .bar = symbols[nextSymbol - 1].kind { break }
        }
      case ABC.exclamation, ABC.plus:
        let name = cursor.text(upTo: byte) ?? cursor.rest()
        decorate([decoration(name, at: text.startIndex)])
      case ABC.quote:
        let quoted = cursor.text(upTo: ABC.quote) ?? cursor.rest()
        if let chord = chordSymbol(quoted, at: text.startIndex), let index = noteFrom(nextSymbol),
          case .note(var note) = voices[current].symbols[index].kind
        {
          note.chord = chord
          voices[current].symbols[index].kind = .note(note)
        }
      default:
        if let known = settings.userSymbols[byte] { decorate(known) }
        if byte == UInt8(ascii: ".") { decorate([.staccato]) }
      }
    }
  }

  private mutating func decorate(_ decorations: [ABCDecoration]) {
    guard let index = noteFrom(nextSymbol) else { return }
    if case .note(var note) = voices[current].symbols[index].kind {
      note.decorations += decorations
      voices[current].symbols[index].kind = .note(note)
    }
    nextSymbol = index + 1
  }
}
