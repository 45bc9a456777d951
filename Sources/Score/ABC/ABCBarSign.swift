extension ABCTuneReader {
  /// A bar line with its repeat signs and the ending that may follow.
  mutating func bar(_ cursor: inout ABCCursor) {
    let begin = cursor.position
    var bar = ABCBar()
    var bars = 0
    var colons = 0  // since the last |
    scan: while !cursor.isAtEnd {
      switch cursor.byte {
      case ABC.colon:
        colons += 1
        cursor.position += 1
      case ABC.bar:
        if bars == 0 { bar.repeatsBefore = colons }
        colons = 0
        bars += 1
        cursor.position += 1
      // `|` that stands close to another bar line's begin is its own: `:||:` is one sign.
      case ABC.open where cursor.peek(1) == ABC.bar:
        bar.isDouble = true
        cursor.position += 1
      case ABC.open where cursor.peek(1) == ABC.close && bars > 0:
        cursor.position += 2
      case ABC.close where bars > 0 || colons > 0:
        bar.isDouble = true
        cursor.position += 1
      default: break scan
      }
    }
    if bars == 0 {
      // `::` ends one repeat and begins the next; a lone colon is a dotted bar line.
      if colons >= 2 { (bar.repeatsBefore, bar.repeatsAfter) = (colons / 2, colons / 2) }
    } else {
      bar.repeatsAfter = colons
    }
    if bars >= 2 { bar.isDouble = true }
    bar.repeatsBefore = min(bar.repeatsBefore, 63)
    bar.repeatsAfter = min(bar.repeatsAfter, 63)
    endBar(bar, at: begin)
    if ABC.isDigit(cursor.byte) { ending(&cursor, at: cursor.position) }
  }

  private mutating func endBar(_ bar: ABCBar, at byte: Int) {
    // Decorations before a bar line: signs of the way; a fermata there is silence, not length.
    var after: [ABCWay] = []
    var kept: [ABCDecoration] = []
    for decoration in voices[current].decorations {
      guard case .way(let way) = decoration else {
        kept.append(decoration)
        continue
      }
      switch way {
      case .segno, .coda: add(.way(way), at: byte)
      case .fine, .daCapo, .dalSegno: after.append(way)
      }
    }
    voices[current].decorations = kept
    // A way back stands before the bar line, so that repeats to the right of it are not begun.
    for way in after { add(.way(way), at: byte) }
    tellLongBar(at: byte)
    add(.bar(bar), at: byte)
    voices[current].accidentals = [:]
    voices[current].tuplets = []
    if bar.repeatsAfter > 0 { voices[current].lastEnding = 0 }
  }

  /// Tells a bar that is longer than its meter says.
  ///
  /// Only what is sure: a shorter bar may be an upbeat or go on behind a sign of repetition, and one with
  /// overlays or a meter in it has no one length.
  private mutating func tellLongBar(at byte: Int) {
    let meter = voices[current].meter
    guard hasMeter, !meter.isFree, !meter.isFirstOfSeveral else { return }
    let bar = meter.barLength.double
    var length = 0.0
    scan: for symbol in voices[current].symbols.reversed() {
      switch symbol.kind {
      case .note(let note):
        // A rest over several bars is longer by right.
        if note.heads.isEmpty, note.length > meter.barLength { return }
        length += note.length.double
      case .bar: break scan
      case .meter, .overlay, .overlayBegin, .overlayEnd: return
      default: break
      }
    }
    // A sum of rounded lengths: a shortest note is far longer than what rounding makes of it.
    // Of several whole bars the lines between may be of a kind that is not read.
    let bars = length / bar
    guard bars > 1, bars < 64, abs(bars - bars.rounded()) > 1e-6 else { return }
    let beats = length * Double(meter.unit)
    let found = beats.rounded() == beats ? "\(Int(beats)) beats" : "more"
    warn(
      byte,
      "this bar holds \(found), the meter \(meter.beats)/\(meter.unit) wants \(meter.beats)")
  }

  /// The numbers of a variant ending: `1`, `1,3`, `1-3`, or a text.
  mutating func ending(_ cursor: inout ABCCursor, at begin: Int) {
    var passes: [ClosedRange<Int>] = []
    if cursor.take(ABC.quote) {
      _ = cursor.text(upTo: ABC.quote)
      let next = min(voices[current].lastEnding + 1, 255)
      passes = [next...next]
    }
    while ABC.isDigit(cursor.byte), let low = cursor.number() {
      var high = low
      if cursor.byte == ABC.minus, ABC.isDigit(cursor.peek(1)) {
        cursor.position += 1
        high = cursor.number() ?? low
      }
      if (1...255).contains(low), (low...255).contains(high), passes.count < 255 {
        passes.append(low...high)
      } else {
        warn(begin, "endings are numbered from 1 to 255")
      }
      let separator = cursor.byte
      if (separator == UInt8(ascii: ",") || separator == UInt8(ascii: ".")),
        ABC.isDigit(cursor.peek(1))
      {
        cursor.position += 1
      }
    }
    guard !passes.isEmpty else { return }
    voices[current].lastEnding = passes.reduce(0) { max($0, $1.upperBound) }
    add(.ending(passes), at: begin)
  }
}
