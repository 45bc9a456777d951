import Score

extension PartReader {
  /// Keeps a grace note until the note that it leans on is read, or the voice ends.
  mutating func addGrace(_ note: WrittenNote, _ grace: Int, isChord: Bool, type: Int?) {
    var length = grid.ticks(partOfWhole: Interpretation.graceNote)
    // Without a slash it is an appoggiatura, as long as it looks.
    if !tree.attribute(.slash, of: grace, is: "yes"), let type,
      let whole = noteValue(tree.bytes(type))
    {
      length = max(1, (whole * Rational(Int128(4 * grid.ticksPerQuarter))).ticks)
    }
    let previous = tree.decimal(attribute: .stealTimePrevious, of: grace)
    let following = tree.decimal(attribute: .stealTimeFollowing, of: grace)
    if !isChord || graceSlots.isEmpty {
      graceSlots.append(
        GraceSlot(
          length: length, isBefore: previous != nil,
          percent: (previous ?? following).map { max(0, min(100, $0.double)) }))
    }
    if tree.attribute(.makeTime, of: grace) != nil {
      warn("grace notes that make time take it from the note after them", grace)
    }
    var kept = note
    kept.on = cursor
    kept.arpeggio = Int32(graceSlots.count - 1)
    kept.marks.remove(.arpeggio)
    graces.append(kept)
  }

  /// Places the grace notes before `note`, which is about to be added.
  mutating func finishGraces(before note: inout WrittenNote) {
    guard !graces.isEmpty else { return }
    let wantsBefore = graceSlots.allSatisfy(\.isBefore)
    if wantsBefore, takeFromPrevious(endingAt: note.on, voice: note.voice) { return }
    let room = note.duration / 2
    let lengths = lengths(of: room, whole: note.duration)
    var offset: Int64 = 0
    var begins: [Int64] = []
    for length in lengths {
      begins.append(offset)
      offset += length
    }
    for var grace in graces {
      let slot = Int(grace.arpeggio)
      grace.on = note.on + begins[slot]
      grace.duration = lengths[slot]
      grace.arpeggio = 0
      measure.notes.append(grace)
    }
    note.delay = min(offset, note.duration)
    graces = []
    graceSlots = []
  }

  /// Places grace notes that no note follows: they end where the voice has come to.
  mutating func finishGraces() {
    guard let last = graces.last else { return }
    if !takeFromPrevious(endingAt: cursor, voice: last.voice) {
      place(endingAt: cursor, room: max(cursor / 2, 0), whole: cursor)
    }
  }

  /// Shortens the notes that end at a tick by the grace notes, which sound there; false if there is none.
  private mutating func takeFromPrevious(endingAt end: Int64, voice: Int32) -> Bool {
    // They are the last ones read: a chord, seldom more than ten.
    var before: [Int] = []
    for index in measure.notes.indices.reversed().prefix(64)
    where measure.notes[index].voice == voice && measure.notes[index].duration > 0
      && measure.notes[index].on + measure.notes[index].duration == end
    {
      before.append(index)
    }
    guard let shortest = before.map({ measure.notes[$0].duration }).min(), shortest > 1 else {
      return false
    }
    let taken = place(endingAt: end, room: shortest / 2, whole: shortest)
    for index in before { measure.notes[index].cut = taken }
    return true
  }

  @discardableResult
  private mutating func place(endingAt end: Int64, room: Int64, whole: Int64) -> Int64 {
    let lengths = lengths(of: room, whole: whole)
    let total = lengths.reduce(0, +)
    var begins: [Int64] = []
    var begin = max(0, end - total)
    for length in lengths {
      begins.append(begin)
      begin += length
    }
    for var grace in graces {
      let slot = Int(grace.arpeggio)
      grace.on = begins[slot]
      grace.duration = lengths[slot]
      grace.arpeggio = 0
      measure.notes.append(grace)
    }
    graces = []
    graceSlots = []
    return total
  }

  /// The lengths of the grace notes: as written or asked for, together at most `room`, each at least a tick.
  private func lengths(of room: Int64, whole: Int64) -> [Int64] {
    let wanted = graceSlots.map { slot in
      slot.percent.map { Int64(Double(whole) * $0 / 100) / Int64(graceSlots.count) } ?? slot.length
    }
    let total = wanted.reduce(0, +)
    // Before a rest of no length there is no room to keep to.
    guard total > room, room > 0 else { return wanted.map { max(1, $0) } }
    return wanted.map { max(1, Int64(Double($0) * Double(room) / Double(total))) }
  }
}

/// The place of one grace note or grace chord.
struct GraceSlot: Sendable {
  /// In ticks.
  var length: Int64
  /// Whether it sounds before the beat.
  var isBefore: Bool
  /// The share of the note that it takes its time from, if the file says so.
  var percent: Double?
}
