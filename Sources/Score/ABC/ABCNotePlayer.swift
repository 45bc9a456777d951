extension ABCPlayer {
  mutating func play(_ note: ABCNote, symbol: ABCSymbol, at index: Int) {
    unit = note.unit
    alignMeter()
    loudness(of: note)
    if let chord = note.chord { accompaniment.chord(chord, at: position) }
    for decoration in note.decorations {
      switch decoration {
      case .pedalDown: add(.controller(channel: 0, number: 64, value: 127))
      case .pedalUp: add(.controller(channel: 0, number: 64, value: 0))
      case .octaves(let octaves): self.octaves = octaves
      case .trillBegin: isTrilling = true
      case .fermata: pause(note.length)
      default: break
      }
    }
    if !note.lyrics.isEmpty {
      let time = times[index, default: 0]
      times[index] = time + 1
      let words = note.lyrics[min(time, note.lyrics.count - 1)]
      if !words.isEmpty { add(.text(kind: Message.TextKind.lyric, bytes: words)) }
    }
    if !note.heads.isEmpty { strike(note, symbol: symbol) }
    if note.decorations.contains(where: { if case .trillEnd = $0 { true } else { false } }) {
      isTrilling = false
    }
    for case .forteThen(_, let level) in note.decorations { beat.set(level) }
    position += note.length
    let here = position
    let layer = layer
    ties.removeAll { $0.layer == layer && performance.notes[$0.note].off < here }
  }

  /// A fermata doubles its note, or adds a unit, as a change of tempo: so all voices wait together.
  private mutating func pause(_ length: Rational) {
    guard length > .zero else { return }
    let factor = fermataAddsUnit ? (length + unit) / length : Rational(2)
    performance.pauses.append(
      ABCPerformance.Pause(from: position, to: position + length, factor: factor))
  }

  /// Plays the heads with their grace notes and ornaments.
  private mutating func strike(_ note: ABCNote, symbol: ABCSymbol) {
    var velocity = beat.velocity(at: position - barBegin, meter: meter)
    for case .accent(let more) in note.decorations { velocity += more }
    velocity = min(max(velocity, 1), 127)
    bendChannel(to: note.heads.first?.cents ?? 0)
    if note.heads.contains(where: { $0.cents != note.heads[0].cents }) {
      warnings.append(
        (symbol, "the notes of a chord cannot be bent apart; the first one's bend is played"))
    }
    let delay = playGraces(note, velocity: velocity)
    var step = Rational(Int128(chordAttack), 4 * 480)
    if note.decorations.contains(.arpeggio) { step = max(step, Rational(1, 64)) }
    if note.heads.count > 1 {
      // A spread chord takes no more than half of its length.
      let most = (note.length - delay) / Rational(2 * (note.heads.count - 1))
      step = min(step, most)
    }
    var offset = delay
    for head in note.heads {
      let key = soundingKey(head)
      guard (0...127).contains(key) else {
        warnings.append((symbol, "a note at key \(key) is outside of 0…127 and is not played"))
        continue
      }
      play(head, key: key, of: note, velocity: velocity, after: offset)
      offset += step
    }
  }

  func soundingKey(_ head: ABCHead) -> Int {
    // Channel 10 plays drums: nothing is transposed there (abc2midi's guide).
    let shift = channel == 9 ? 0 : transpose
    return head.key + shift + middleC - 60 + 12 * octaves
  }

  /// One head, which may go on from a tied one.
  private mutating func play(
    _ head: ABCHead, key: Int, of note: ABCNote, velocity: Int, after delay: Rational
  ) {
    let end = position + head.length
    let layer = layer
    if delay == .zero || note.graces.isEmpty,
      let tie = ties.firstIndex(where: {
        $0.layer == layer && $0.key == key && performance.notes[$0.note].off == position
      })
    {
      let tied = ties[tie].note
      performance.notes[tied].off = end
      if !head.isTied {
        ties.remove(at: tie)
        performance.notes[tied].off = position + sounding(head, note, whole: head.length)
      }
      return
    }
    let begin = position + delay
    guard end > begin else { return }
    if let figure = ABCOrnament(note.decorations, isTrilling: isTrilling, length: end - begin) {
      play(figure, head: head, key: key, from: begin, velocity: velocity)
    } else {
      let length = head.isTied ? end - begin : sounding(head, note, whole: end - begin)
      strike(key, from: begin, to: begin + length, velocity: velocity)
    }
    if head.isTied, !performance.notes.isEmpty {
      performance.notes[performance.notes.count - 1].off = end
      ties.append((layer, key, performance.notes.count - 1))
    }
  }

  /// How long the key stays down of a note's length.
  private func sounding(_ head: ABCHead, _ note: ABCNote, whole: Rational) -> Rational {
    if note.decorations.contains(.wedge) { return whole / Rational(4) }
    if note.decorations.contains(.staccato) || note.decorations.contains(.breath) {
      return whole / Rational(2)
    }
    if trim < .zero { return whole - trim }
    guard trim > .zero, !note.isSlurred else { return whole }
    return whole > trim ? whole - trim : whole / Rational(2)
  }

  mutating func strike(_ key: Int, from begin: Rational, to end: Rational, velocity: Int) {
    guard end > begin, (0...127).contains(key) else { return }
    notesLeft -= 1
    guard notesLeft >= 0 else { return }
    performance.notes.append(
      ABCPerformance.Note(
        on: begin, off: end, key: UInt8(key), velocity: velocity, track: track, channel: channel))
  }

  /// Grace notes take their time from the note: each its units of length over `%%MIDI gracedivider`
  /// (4), or all together a share of the note; never more than half of it.
  private mutating func playGraces(_ note: ABCNote, velocity: Int) -> Rational {
    guard !note.graces.isEmpty, note.length > .zero else { return .zero }
    var units = Rational.zero
    for grace in note.graces { units += grace.length }
    guard units > .zero else { return .zero }
    let half = note.length / Rational(2)
    var total = units * note.unit / Rational(graceDivider)
    if let graceShare { total = note.length * graceShare } else if total > half { total = half }
    var begin = position
    for grace in note.graces {
      let length = grace.length / units * total
      for head in grace.heads {
        strike(soundingKey(head), from: begin, to: begin + length, velocity: velocity)
      }
      begin += length
    }
    return total
  }

  /// Bends the channel for a microtone (the wheel's range is two semitones).
  private mutating func bendChannel(to cents: Int) {
    let place = channel.map { Int($0) - 16 } ?? layer
    guard cents != bends[place, default: 0] else { return }
    bends[place] = cents
    let value = 8192 + cents * 8192 / 200
    add(.pitchBend(channel: 0, value: UInt16(clamping: min(max(value, 0), 16383))))
  }
}
