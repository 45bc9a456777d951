/// Plays a voice's symbols in their order into a performance.
struct ABCPlayer {
  let voice: Int
  let lines: [ABCLine]
  /// Where the next symbol begins, in whole notes.
  var position = Rational.zero
  var barBegin = Rational.zero
  /// The begins of the last bars, for overlays over several of them.
  var bars: [Rational] = []
  var layer = 0
  /// While an overlay is played: where the voice itself had got to, and the bars left.
  var overlay: (end: Rational, barsLeft: Int)?
  /// Where a `(&` began.
  var overlayBegin: Rational?

  var meter = ABCMeter()
  /// Whether a bar of another length went before, so that the meter has to be told again.
  private var isMeterDue = false
  var unit = Rational(1, 8)
  var beat = ABCBeat()
  var channel: UInt8?
  var transpose = 0
  var middleC = 60
  var octaves = 0
  var graceDivider = 4
  var graceShare: Rational?
  var chordAttack = 0
  var trim = Rational.zero
  var fermataAddsUnit = false
  var deltaLoudness = 15
  var isTrilling = false
  /// What the channels are bent by, in cents: those of the layers, and those of `%%MIDI channel`.
  var bends: [Int: Int] = [:]
  var hairpin: ABCHairpin?
  var closing: ABCHairpin?
  /// Notes that are tied on: what key in which layer, and which note of the performance.
  var ties: [(layer: Int, key: Int, note: Int)] = []
  /// How often each symbol was played, for the verses.
  var times: [Int: Int] = [:]
  var accompaniment: ABCAccompaniment
  var performance = ABCPerformance()
  /// How many notes may still be played; below 0 when one was left out.
  var notesLeft = ABCTuneReader.most
  var warnings: [(symbol: ABCSymbol, message: String)] = []

  init(voice: Int, lines: [ABCLine], playsChords: Bool) {
    self.voice = voice
    self.lines = lines
    accompaniment = ABCAccompaniment(voice: voice, playsChords: playsChords)
  }

  var track: ABCTrackID { ABCTrackID(voice: voice, layer: layer) }

  /// Where the voice has got to, overlays set aside.
  var end: Rational { max(overlay?.end ?? .zero, position) }

  mutating func play(_ symbols: [ABCSymbol], order: [Int]) {
    for (place, index) in order.enumerated() where notesLeft >= 0 && !accompaniment.isFull {
      if case .bar(let bar) = symbols[index].kind {
        endBar(isSplit: bar.isSection && isSplit(symbols, order, after: place))
      } else {
        play(symbols[index], at: index)
      }
    }
  }

  /// Whether a sign of repetition stands within a bar: what follows up to the next bar line completes what
  /// went before.
  private func isSplit(_ symbols: [ABCSymbol], _ order: [Int], after place: Int) -> Bool {
    let begun = position - barBegin
    guard !meter.isFree, begun > .zero, begun < meter.barLength else { return false }
    var whole = begun
    for index in order[(place + 1)...] {
      switch symbols[index].kind {
      case .note(let note): whole += note.length
      case .bar, .overlay, .overlayBegin, .overlayEnd: return whole == meter.barLength
      default: break
      }
      if whole > meter.barLength { return false }
    }
    return false
  }

  private mutating func play(_ symbol: ABCSymbol, at index: Int) {
    switch symbol.kind {
    case .note(let note): play(note, symbol: symbol, at: index)
    case .bar: endBar(isSplit: false)
    case .overlay(let count): beginOverlay(bars: count)
    case .overlayBegin: overlayBegin = position
    case .overlayEnd:
      if let open = overlay { position = max(open.end, position) }
      overlay = nil
      overlayBegin = nil
      layer = 0
    case .tempo(let tempo): performance.tempos.append((position, tempo))
    case .meter(let meter):
      self.meter = meter
      tellMeter()
      accompaniment.setMeter(meter, at: position)
    case .key(let sharps, let minor):
      if voice == 0, abs(sharps) <= 7 { add(.keySignature(sharps: sharps, minor: minor)) }
    case .directive(let directive): obey(directive)
    case .ending, .way, .part: break
    }
  }

  /// Tells the meter, from the first voice only.
  private mutating func tellMeter() {
    isMeterDue = false
    guard voice == 0, !meter.isFree else { return }
    add(.meter(beats: meter.beats, unit: meter.unit))
  }

  /// After a bar that was not as long as its meter says, the meter is told again.
  mutating func alignMeter() {
    if isMeterDue, overlay == nil { tellMeter() }
  }

  /// An upbeat, or another bar that is not as long as its meter says, gets a meter of its own, so that
  /// who counts bars finds the bar lines where they are written.
  private mutating func tellOddBar() {
    guard voice == 0, overlay == nil, !meter.isFree else { return }
    let length = position - barBegin
    guard (length / meter.barLength).denominator != 1 else { return }
    let beats = length * Rational(meter.unit)
    let (over, under) =
      beats.denominator == 1
      ? (beats.numerator, Int128(meter.unit)) : (length.numerator, length.denominator)
    guard over <= 255, under <= 128, under & (under - 1) == 0 else { return }
    performance.signs.append(
      ABCPerformance.Sign(
        position: barBegin, track: track, channel: channel,
        message: .meter(beats: Int(over), unit: Int(under))))
    isMeterDue = true
  }

  mutating func add(_ message: Message) {
    performance.signs.append(
      ABCPerformance.Sign(position: position, track: track, channel: channel, message: message))
  }

  private mutating func endBar(isSplit: Bool) {
    if let open = overlay, overlayBegin == nil {
      if open.barsLeft > 1 {
        overlay?.barsLeft -= 1
      } else {
        position = max(open.end, position)
        overlay = nil
        layer = 0
      }
    }
    if isSplit { return }
    if position > barBegin {
      tellOddBar()
      accompaniment.bar(from: barBegin, to: position, meter: meter)
      if overlay == nil {
        bars.append(barBegin)
        if bars.count > 64 { bars.removeFirst() }
      }
      barBegin = position
    }
  }

  private mutating func beginOverlay(bars count: Int) {
    let back: Rational
    if let overlayBegin {
      back = overlayBegin
    } else if count > 1, !bars.isEmpty {
      back = bars[max(bars.count - count + 1, 0)]
    } else {
      back = barBegin
    }
    overlay = (max(overlay?.end ?? position, position), count)
    position = back
    if overlayBegin == nil { barBegin = back }
    layer = min(layer + 1, 15)
  }

  /// The voice is over for now: a bar may be open.
  mutating func endPart() {
    overlayBegin = nil
    if overlay != nil { overlay?.barsLeft = 1 }
    endBar(isSplit: false)
  }

  /// The voice is over.
  mutating func finish() {
    endPart()
    closeHairpin(next: nil)
    if let open = hairpin { closing = open }
    closeHairpin(next: nil)
    accompaniment.finish(at: position, into: &performance)
    performance.end = position
  }
}
