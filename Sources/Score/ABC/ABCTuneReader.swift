/// Reads a tune's lines into voices of symbols.
struct ABCTuneReader {
  var settings: ABCSettings
  var warnings: ABCWarnings
  var title: String?
  var composer: String?
  var copyright: String?
  var voices: [ABCVoice] = []
  var voiceIndex: [[UInt8]: Int] = [:]
  /// The voice to which music goes, an index of `voices`.
  var current = 0
  var isInBody = false
  /// Whether chord symbols are to be played, so that one not understood is told.
  let playsChords: Bool
  /// Whether a meter was given at all: without one no bar is told to be too long.
  var hasMeter: Bool { settings.meter != nil }
  /// The order of parts of the header's `P:`.
  var order: [[UInt8]]?
  /// The part into which music goes.
  var part: [UInt8] = []
  var headerKey: ABCKeyField?
  /// Whether the header named a voice last, so that directives are for it.
  var isVoiceNamed = false
  /// The line being read and its index.
  var lines: [ABCLine] = []
  var lineIndex = 0
  /// The field before this line, for `+:`.
  var lastAligned: UInt8?
  /// Where the next syllable of a verse goes, and which verse it is.
  var nextSyllable = 0
  var verse = 0
  var areWordsContinued = false
  /// Where the next symbol of `s:` goes.
  var nextSymbol = 0
  /// Where the bytes of a line changed by macros came from.
  var origins: [Int32]?

  /// The most voices of a tune; the standard names no limit.
  static let mostVoices = 256

  init(settings: ABCSettings, warnings: ABCWarnings, playsChords: Bool) {
    self.playsChords = playsChords
    self.settings = settings
    self.warnings = warnings
  }

  mutating func read(_ tune: ABCBook.Tune) {
    lines = tune.lines
    for (index, line) in tune.lines.enumerated() {
      lineIndex = index
      origins = nil
      if line.starts(with: "%%") {
        directive(ABCCursor(line.bytes, from: 2), isInline: false)
      } else if let letter = line.field, isField(letter, line) {
        field(letter, ABCCursor(line.bytes, from: 2), isInline: false)
      } else {
        beginBody()
        music(line)
      }
    }
    beginBody()
  }

  /// Reads what stands before the first tune: only fields and directives, and they stay settings.
  mutating func readHeader(_ header: [ABCLine]) {
    lines = header
    for (index, line) in header.enumerated() {
      lineIndex = index
      if line.starts(with: "%%") {
        directive(ABCCursor(line.bytes, from: 2), isInline: false)
      } else if let letter = line.field, letter != UInt8(ascii: "K"), letter != UInt8(ascii: "V") {
        field(letter, ABCCursor(line.bytes, from: 2), isInline: false)
      }
    }
  }

  /// The line being read.
  var line: ABCLine { lineIndex < lines.count ? lines[lineIndex] : ABCLine(number: 1, bytes: []) }

  mutating func warn(_ byte: Int, _ message: String, hint: String? = nil) {
    var column = byte
    if let origins {
      column = byte < origins.count ? Int(origins[byte]) : line.bytes.count
    }
    warnings.warn(line, at: column, message, hint: hint)
  }

  /// In the body `A:|` is music.
  private func isField(_ letter: UInt8, _ line: ABCLine) -> Bool {
    guard isInBody, ABC.isNoteLetter(letter) else { return true }
    let next = line.bytes.count > 2 ? line.bytes[2] : 0
    return next != ABC.bar && next != ABC.colon && next != ABC.close
  }

  /// The header's end: its fields become the voices' state.
  mutating func beginBody() {
    guard !isInBody else { return }
    isInBody = true
    if voices.isEmpty { _ = voice([UInt8(ascii: "1")]) }
    let meter = settings.meter ?? ABCMeter()
    let unit = settings.unit ?? meter.unitLength
    var tempo: ABCTempo?
    if let tempoLine = settings.tempo {
      tempo = ABCTempo(tempoLine.bytes[min(2, tempoLine.bytes.count)...], unit: unit)
      if tempo == nil { noteTempo(tempoLine) }
    }
    let key = headerKey?.key ?? ABCKey()
    for index in voices.indices {
      voices[index].meter = meter
      voices[index].unit = unit
      voices[index].key = key
      if let field = headerKey { apply(field, to: index, onlyUnset: true) }
    }
    current = 0
    add(.tempo(tempo ?? .usual))
    if !meter.isFree { add(.meter(meter)) }
    add(.key(sharps: key.sharps, minor: key.isMinor))
  }

  private mutating func noteTempo(_ line: ABCLine) {
    let text = ABC.string(ABC.trimmed(line.bytes.dropFirst(2)))
    if text.isEmpty || text.hasPrefix("\"") && !text.contains("=") { return }
    warnings.warn(
      line, at: 0, "'\(text)' is not a tempo; 120 quarters a minute are played",
      hint: "write Q:1/4=120")
  }

  /// The voice of this name, made where it is new.
  mutating func voice(_ id: [UInt8]) -> Int {
    if let known = voiceIndex[id] { return known }
    if voices.count >= Self.mostVoices {
      warn(0, "a tune has more than \(Self.mostVoices) voices; the last one takes the rest")
      return voices.count - 1
    }
    var new = ABCVoice(id: id)
    let meter = settings.meter ?? ABCMeter()
    new.meter = meter
    new.unit = settings.unit ?? meter.unitLength
    if let broken = settings.broken { new.broken = broken }
    new.accidentalsLast = settings.accidentalsLast
    if let key = headerKey?.key { new.key = key }
    voices.append(new)
    voiceIndex[id] = voices.count - 1
    if isInBody, let field = headerKey { apply(field, to: voices.count - 1, onlyUnset: true) }
    return voices.count - 1
  }

  /// Takes over what `K:` or `V:` says about octaves and transposition.
  mutating func apply(_ field: ABCKeyField, to index: Int, onlyUnset: Bool = false) {
    if let octaves = field.clefOctaves, !onlyUnset || voices[index].clefOctaves == 0 {
      voices[index].clefOctaves = octaves
    }
    if let octaves = field.octaves, !onlyUnset || voices[index].octaves == 0 {
      voices[index].octaves = octaves
    }
    if let transpose = field.transpose, !onlyUnset || voices[index].transpose == 0 {
      voices[index].transpose = transpose
    }
    if let name = field.name { voices[index].name = ABC.string(ABCText.decoded(name)) }
  }

  /// Adds a symbol to the current voice.
  mutating func add(_ kind: ABCSymbol.Kind, at byte: Int = 0) {
    if voices[current].parts.last?.label != part || voices[current].parts.isEmpty {
      voices[current].parts.append((part, voices[current].symbols.count))
    }
    voices[current].symbols.append(
      ABCSymbol(kind: kind, line: Int32(lineIndex), byte: Int32(clamping: byte)))
  }
}
