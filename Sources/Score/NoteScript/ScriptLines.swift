/// The bytes of a script in the making, and how its words are spelled.
struct ScriptLines {
  private(set) var bytes: [UInt8] = []
  /// The time of the last `at` line; nil before the first.
  private(set) var lastTick: Int64?

  init(expecting events: Int) { bytes.reserveCapacity(events * 24 + 64) }

  mutating func add(_ text: String) { bytes += text.utf8 }

  mutating func add(_ words: [UInt8]) { bytes += words }

  mutating func add(_ value: Int) { addNumber(Int64(value)) }

  private mutating func addNumber(_ value: Int64) {
    var rest = value.magnitude
    if rest < 10 {
      bytes.append(0x30 + UInt8(rest))
      return
    }
    var power: UInt64 = 10
    while rest / power >= 10 { power *= 10 }
    while power > 0 {
      bytes.append(0x30 + UInt8(rest / power))
      rest %= power
      power /= 10
    }
  }

  /// `at t960 ` and the verb.
  mutating func at(_ tick: Int64, _ verb: String) {
    addTime(tick)
    add(verb)
  }

  mutating func at(_ tick: Int64, _ words: [UInt8]) {
    addTime(tick)
    bytes += words
  }

  private mutating func addTime(_ tick: Int64) {
    lastTick = tick
    add("at t")
    addNumber(tick)
    bytes.append(0x20)
  }

  /// Ends a line with the channel and the track where they are not the first ones.
  mutating func end(channel: UInt8, track: Int) {
    if channel > 0 {
      add(" ch=")
      add(Int(channel) + 1)
    }
    if track > 0 {
      add(" track=")
      add(track + 1)
    }
    end()
  }

  mutating func end() { bytes.append(10) }

  private static let letters = [
    "C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B",
  ]

  /// A key as a pitch with sharps.
  mutating func addPitch(_ key: UInt8) {
    add(ScriptLines.letters[Int(key % 12)])
    if key < 12 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(key < 12 ? 0x31 : 0x2F + key / 12)
  }

  /// A pitch wheel's value in cents: two decimals tell its steps of 0.0244 apart.
  mutating func addCents(_ value: UInt16) {
    let steps = Int(value) - 8192
    let hundredths = (abs(steps) * 20000 + 4096) / 8192
    if steps < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes += ScriptLines.decimal(Int128(hundredths), places: 2)
  }
}

extension ScriptLines {
  /// `digits` × 10^−`places` without zeros at its end.
  static func decimal(_ digits: Int128, places: Int) -> [UInt8] {
    var (digits, places) = (digits, places)
    while places > 0, digits % 10 == 0 {
      digits /= 10
      places -= 1
    }
    if places == 0 { return Array("\(digits)".utf8) }
    var text = Array("\(digits)".utf8)
    while text.count <= places { text.insert(0x30, at: 0) }
    text.insert(UInt8(ascii: "."), at: text.count - places)
    return text
  }

  /// A number above 0, exactly if 17 digits can say it: as a decimal of up to six places, else as a
  /// fraction.
  static func number(_ value: Rational) -> [UInt8] {
    let million = value * Rational(1_000_000)
    if million.denominator == 1 { return decimal(million.numerator, places: 6) }
    let most: Int128 = 99_999_999_999_999_999
    if value.numerator <= most, value.denominator <= most {
      return Array("\(value.numerator)/\(value.denominator)".utf8)
    }
    return decimal(max((value * Rational(1_000_000)).rounded, 1), places: 6)
  }

  /// A length in whole notes as a fraction; the nearest 1/1000000 where its parts are larger.
  static func length(_ wholes: Rational) -> [UInt8] {
    let most: Int128 = 1_000_000
    if wholes.numerator <= most, wholes.denominator <= most {
      return Array("\(wholes.numerator)/\(wholes.denominator)".utf8)
    }
    let scale = wholes > .one ? max(most / (wholes.floor + 1), 1) : most
    let near = Rational(min(max((wholes * Rational(scale)).rounded, 1), most), scale)
    return Array("\(near.numerator)/\(near.denominator)".utf8)
  }

  /// `sysex F0 7E …`.
  static func systemExclusive(_ content: [UInt8]) -> [UInt8] {
    var words = Array("sysex".utf8)
    for byte in content {
      words.append(0x20)
      words.append(hexDigit(byte >> 4))
      words.append(hexDigit(byte & 15))
    }
    return words
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 - 10 + value
  }

  /// A string in quotes: control characters and bytes that are not UTF-8 as escapes.
  static func quoted(_ content: [UInt8]) -> [UInt8] {
    let text = ScriptText(content)
    var words: [UInt8] = [UInt8(ascii: "\"")]
    var at = 0
    while at < content.count {
      let byte = content[at]
      let length = text.sequenceLength(at: at, end: content.count)
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        words += [UInt8(ascii: "\\"), byte]
      case 10: words += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case _ where length == nil || byte < 0x20 || byte == 0x7F:
        words += [UInt8(ascii: "\\"), UInt8(ascii: "x"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      default: words += content[at..<at + (length ?? 1)]
      }
      at += length ?? 1
    }
    words.append(UInt8(ascii: "\""))
    return words
  }
}
