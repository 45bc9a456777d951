extension ABCMeter {
  /// The meter after `M:`; nil where it is not one.
  ///
  /// `C`, `C|`, `none`, `6/8`, `(2+3+2)/8`, `2+3/8`; of several the first one counts.
  init?(_ text: ArraySlice<UInt8>) {
    let bare = ABC.trimmed(text)
    if bare.isEmpty || ABC.similar(bare, "none") {
      self.init(isFree: true)
      return
    }
    var cursor = ABCCursor(Array(bare))
    if cursor.byte == UInt8(ascii: "C") || cursor.byte == UInt8(ascii: "c") {
      let isCut = cursor.peek(1) == ABC.bar
      self.init(beats: isCut ? 2 : 4, unit: isCut ? 2 : 4)
      return
    }
    var beats = 0
    let isGrouped = cursor.take(UInt8(ascii: "("))
    repeat {
      cursor.skipBlanks()
      guard let part = cursor.number() else { return nil }
      beats += part
      cursor.skipBlanks()
    } while cursor.take(ABC.plus)
    if isGrouped, !cursor.take(UInt8(ascii: ")")) { return nil }
    cursor.skipBlanks()
    var unit = 4
    if cursor.take(ABC.slash) {
      cursor.skipBlanks()
      guard let under = cursor.number() else { return nil }
      unit = under
    }
    guard (1...1000).contains(beats), (1...1000).contains(unit) else { return nil }
    self.init(beats: beats, unit: unit)
    cursor.skipBlanks()
    isFirstOfSeveral = !cursor.isAtEnd
  }
}

extension ABCTempo {
  /// The tempo after `Q:`, nil where it has none; `unit` is the unit of length, in whole notes.
  ///
  /// `1/4=120`, `1/4 3/8=40`, `120` and `C2=60` (in units of length, an older form), with texts in
  /// quotation marks before and after; a text alone may be a tempo word.
  init?(_ text: ArraySlice<UInt8>, unit: Rational) {
    var cursor = ABCCursor(Array(text))
    var beat = Rational.zero
    var word: ArraySlice<UInt8> = []
    var value: Rational?
    while !cursor.isAtEnd {
      cursor.skipBlanks()
      let byte = cursor.byte
      if cursor.take(ABC.quote) {
        let quoted = cursor.text(upTo: ABC.quote) ?? cursor.rest()
        if word.isEmpty { word = ABC.trimmed(quoted) }
      } else if byte == UInt8(ascii: "C") || byte == UInt8(ascii: "c") {
        cursor.position += 1
        beat += unit * (cursor.length() ?? .one)
      } else if byte == UInt8(ascii: "=") {
        cursor.position += 1
        cursor.skipBlanks()
        value = cursor.decimal()
        if beat == .zero { beat = unit }
      } else if ABC.isDigit(byte) {
        guard let number = cursor.decimal() else { return nil }
        if value != nil { continue }
        if cursor.take(ABC.slash) {
          guard let under = cursor.number(), under > 0 else { return nil }
          beat += number / Rational(under)
        } else if beat == .zero {
          beat = unit
          value = number
        } else {
          beat += number
        }
      } else {
        cursor.position += 1
      }
    }
    if value == nil, !word.isEmpty,
      let quarters = ABCTempo.words[ABC.string(word.map(ABC.lowercase))]
    {
      value = Rational(quarters)
      beat = Rational(1, 4)
    }
    guard let value, value > .zero, beat > .zero else { return nil }
    let quarter = Rational(60) / value * Rational(1, 4) / beat
    guard quarter > Rational(1, 10_000), quarter < Rational(1000) else { return nil }
    secondsPerQuarter = quarter
  }

  /// Quarters a minute of tempo words, as abc2midi's guide lists them.
  private static let words = [
    "larghissimo": 40, "adagissimo": 44, "lentissimo": 48, "largo": 56, "adagio": 59, "lento": 62,
    "larghetto": 66, "adagietto": 76, "andante": 88, "andantino": 96, "moderato": 104,
    "allegretto": 112, "allegro": 120, "vivace": 168, "vivo": 180, "presto": 192,
    "allegrissimo": 208, "vivacissimo": 220, "prestissimo": 240,
  ]
}
