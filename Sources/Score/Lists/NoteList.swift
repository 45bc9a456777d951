/// A list of notes as text: onset and offset in seconds, pitch, velocity; a note a line.
enum NoteList {
  /// The fields of a line between tabs, commas or semicolons, or between blanks where there are none.
  static func fields(_ line: String) -> [String] {
    let separators: [Character] = ["\t", ";", ","]
    for separator in separators where line.contains(separator) {
      return line.split(separator: separator, omittingEmptySubsequences: false).map(\.trimmed)
    }
    return line.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Seconds in decimals, to the nanosecond, without zeros at the end.
  static func seconds(_ time: Rational) -> String {
    let nanoseconds = (time * Rational(1_000_000_000)).rounded
    var digits = String(nanoseconds % 1_000_000_000)
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
    return "\(nanoseconds / 1_000_000_000).\(digits)"
  }

  /// The exact value of a decimal number such as `12.0625` or `1e-3`, of at most 18 digits; nil for
  /// anything else.
  static func decimal(_ text: String) -> Rational? {
    var value: Int128 = 0
    var scale = 0
    var digits = 0
    var seenPoint = false
    var rest = Substring(text)
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest = rest.dropFirst() }
    while let character = rest.first {
      if character == ".", !seenPoint {
        seenPoint = true
      } else if let digit = character.wholeNumberValue, character.isASCII {
        digits += 1
        // What lies below 10⁻¹⁸ is dropped; what lies above 10¹⁸ is no time.
        if seenPoint, scale == 18 {
          rest = rest.dropFirst()
          continue
        }
        value = value * 10 + Int128(digit)
        if seenPoint { scale += 1 }
        if value >= 1_000_000_000_000_000_000_000_000_000_000_000_000 { return nil }
      } else {
        break
      }
      rest = rest.dropFirst()
    }
    guard digits > 0 else { return nil }
    if let mark = rest.first, mark == "e" || mark == "E" {
      guard let exponent = Int(rest.dropFirst()), -18...18 ~= exponent else { return nil }
      scale -= exponent
    } else if !rest.isEmpty {
      return nil
    }
    if isNegative { value = -value }
    guard scale <= 18 + 18 else { return nil }
    var power: Int128 = 1
    for _ in 0..<abs(scale) { power *= 10 }
    if scale >= 0 { return Rational(value, power) }
    let (product, overflow) = value.multipliedReportingOverflow(by: power)
    return overflow ? nil : Rational(product)
  }
}

extension Score {
  /// The notes as lines of onset, offset, pitch and velocity between tabs, times in seconds, sorted by
  /// onset, then pitch; the first line names the columns.
  public func noteList(options: Performance.Options = Performance.Options()) -> [UInt8] {
    let performance = Performance(self, options: options)
    let map = performance.tempoMap
    let strokes = performance.strokes.sorted {
      ($0.on, $0.note.key, $0.note.id) < ($1.on, $1.note.key, $1.note.id)
    }
    var bytes = Array("onset\toffset\tpitch\tvelocity\n".utf8)
    for stroke in strokes {
      bytes += NoteList.seconds(map.seconds(at: stroke.on)).utf8
      bytes.append(0x09)
      bytes += NoteList.seconds(map.seconds(at: stroke.off)).utf8
      bytes += "\t\(stroke.note.key)\t\(stroke.note.velocity)\n".utf8
    }
    return bytes
  }

  /// The score of a list of notes: onset and offset in seconds, pitch, velocity (64 where it is left out).
  ///
  /// Fields lie between tabs, commas, semicolons or blanks. The first line may name them, in any order:
  /// `onset` or `start`, `offset` or `end` or `duration`, `pitch` (also `key`, `note`, `midi`), `velocity`,
  /// `channel` (from 1). A pitch is a key number, which may have zeros behind a point, or a name. Lines that
  /// begin with `#` are comments. Times are exact to the nanosecond.
  public init(noteList bytes: [UInt8]) throws(ScoreError) {
    var reader = NoteListReader()
    let events = try reader.read(bytes)
    self.init(
      kind: .tsv, timebase: .secondsPerTick(Rational(1, 1_000_000_000)),
      tracks: [Track(events: events)])
  }
}
