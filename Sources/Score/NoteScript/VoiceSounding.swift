/// A note whose tie waits for the next equal pitch.
struct PendingTie {
  let key: Int16
  let place: UInt32
  /// Where the key went down, from where the sounding share counts, and what is tied so far, in units.
  var onset: Int64
  var begin: Int64
  var until: Int64
  var marks: NoteWord.Marks

  mutating func scale(by factor: Int64) {
    onset *= factor
    begin *= factor
    until *= factor
  }

  func fail(_ faults: inout ScriptFaults) {
    faults.error(
      Int(place), "the tie of \(Pitch(key: UInt8(clamping: key)).name) meets no equal pitch next")
  }
}

extension VoicePlayer {
  /// Plays a single note.
  @inline(__always)
  mutating func sound(_ word: NoteWord) {
    guard let key = key(of: word) else { return }
    if word.length >= 0 { length = word.length }
    guard graces.isEmpty, ties.isEmpty, !word.marks.contains(.tie) else {
      var note = word
      note.pitch = Int16(key)
      perform([note], whole: NoteWord(place: word.place), roll: nil)
      return
    }
    let units = unitsOfCurrentLength()
    let sounding: Int64
    if word.marks.rawValue & 3 == 0, gate.denominator == 1 {
      sounding = units
    } else {
      (sounding, _) = shareOfCurrentLength(word.marks)
    }
    strike(key, word.velocity, isAccented: word.marks.contains(.accent), at: position)
    release(key, at: position + sounding)
    if word.marks.rawValue & 3 == 0, gate.denominator == 1 {
      move(by: units, word.place)
    } else {
      advance(word.place)
    }
  }

  /// The key of a word, and the octave for the next one; nil where it is beyond the keys.
  @inline(__always)
  private mutating func key(of word: NoteWord) -> UInt8? {
    guard let key = NoteWord.key(of: word, octave: octave), 0...127 ~= key else {
      faults.error(
        Int(word.place),
        "in octave \(octave) this pitch is out of range: C-1 (key 0) to G9 (key 127)")
      return nil
    }
    if word.octave > NoteWord.noOctave { octave = word.octave }
    return UInt8(key)
  }

  @inline(__always)
  private mutating func strike(
    _ key: UInt8, _ written: UInt8, isAccented: Bool, at units: Int64
  ) {
    if written == 0, dynamics.isInHairpin {
      dynamics.wait(strike: part.strikes.count, at: units, accent: isAccented)
    }
    let velocity = VoiceDynamics.with(
      accent: isAccented, velocity: written > 0 ? written : dynamics.velocity)
    part.strikes.append(
      GridEvent(units: units, code: 0x90 | UInt32(key) << 8 | UInt32(velocity) << 16))
  }

  @inline(__always)
  private mutating func release(_ key: UInt8, at units: Int64) {
    part.releases.append(GridEvent(units: units, code: 0x80 | UInt32(key) << 8 | 64 << 16))
  }

  /// The sounding share of `units`, at least 1; makes the grid finer where that is needed, so the
  /// caller must look whether it did.
  private mutating func share(of units: Int64, _ marks: NoteWord.Marks) -> Int64 {
    var (numerator, denominator) = gate
    if marks.contains(.tenuto) { (numerator, denominator) = (1, 1) }
    if marks.contains(.staccato) { (numerator, denominator) = (1, 2) }
    if denominator == 1 { return units }
    let product = Int128(units) * Int128(numerator)
    if product % Int128(denominator) == 0 { return max(1, Int64(product / Int128(denominator))) }
    return self.units(
      Rational(product, Int128(denominator) * Int128(grid.unitsPerWhole)))
  }

  /// The sounding share of the voice's length, and that length.
  private mutating func shareOfCurrentLength(_ marks: NoteWord.Marks) -> (Int64, Int64) {
    while true {
      let before = grid.unitsPerWhole
      let units = unitsOfCurrentLength()
      let share = share(of: units, marks)
      if grid.unitsPerWhole == before { return (share, units) }
    }
  }

  /// Puts a note aside until its brackets close.
  mutating func collect(_ word: NoteWord) {
    guard let key = key(of: word) else { return }
    var word = word
    word.pitch = Int16(key)
    word.octave = NoteWord.noOctave
    if case .grace = group { graces.append(word) } else { chord.append(word) }
  }

  /// Plays the chord that was collected.
  mutating func soundChord(_ word: NoteWord) {
    if word.length >= 0 { length = word.length }
    var step: Int32?
    if case .roll(let written) = group { step = written }
    group = .none
    let notes = chord
    chord = []
    perform(notes, whole: word, roll: step)
  }

  /// Plays notes that begin together, with all that single plain notes do not have.
  private mutating func perform(_ notes: [NoteWord], whole: NoteWord, roll: Int32?) {
    let plan = plan(notes, whole: whole, roll: roll)
    if plan.isTooSlow {
      faults.warning(
        Int(whole.place), "the chord is too short for its roll, which now takes half of it")
    }
    for (index, grace) in graces.enumerated() {
      let begin = position + plan.graceStep * Int64(index)
      strike(
        UInt8(clamping: grace.pitch), grace.velocity, isAccented: grace.marks.contains(.accent),
        at: begin)
      release(UInt8(clamping: grace.pitch), at: begin + plan.graceStep)
    }
    graces = []
    ties = plan.ties
    for tie in plan.waiting.values.joined() { tie.fail(&faults) }
    for note in plan.notes {
      if let onset = note.onset {
        strike(
          note.key, note.velocity, isAccented: note.marks.contains(.accent), at: onset)
      }
      if let end = note.end { release(note.key, at: end) }
    }
    move(by: plan.units, whole.place)
  }

  /// When the notes of a chord begin and end.
  private struct Plan {
    struct Planned {
      var key: UInt8
      var velocity: UInt8
      var marks: NoteWord.Marks
      /// Nil where a tie goes on.
      var onset: Int64?
      /// Nil where a tie begins.
      var end: Int64?
    }

    var units: Int64 = 0
    var graceStep: Int64 = 0
    /// Whether the roll had to be made faster.
    var isTooSlow = false
    var notes: [Planned] = []
    var ties: [PendingTie] = []
    /// The ties before these notes that no note has taken up yet, by key, the first one last.
    var waiting: [Int16: [PendingTie]] = [:]
  }

  private mutating func plan(_ notes: [NoteWord], whole: NoteWord, roll: Int32?) -> Plan {
    // Counting may make the grid finer; then all is counted again on the new one.
    while true {
      let before = grid.unitsPerWhole
      var plan = Plan()
      for tie in ties.reversed() { plan.waiting[tie.key, default: []].append(tie) }
      plan.units = unitsOfCurrentLength()
      plan.graceStep = graceStep(in: plan.units)
      let lead = plan.graceStep * Int64(graces.count)
      let offsets = offsets(
        notes.count, in: plan.units - lead, step: roll, isTooSlow: &plan.isTooSlow)
      for (index, note) in notes.enumerated() {
        add(note, whole, begin: position + lead, offset: offsets[index], to: &plan)
      }
      if grid.unitsPerWhole == before { return plan }
    }
  }

  private mutating func add(
    _ note: NoteWord, _ whole: NoteWord, begin: Int64, offset: Int64, to plan: inout Plan
  ) {
    var marks = note.marks.union(whole.marks)
    var planned = Plan.Planned(
      key: UInt8(clamping: note.pitch),
      velocity: note.velocity > 0 ? note.velocity : whole.velocity,
      marks: marks, onset: begin + offset)
    var (begin, onset) = (begin, begin + offset)
    if !plan.waiting.isEmpty, let waiting = plan.waiting[note.pitch]?.popLast() {
      planned.onset = nil
      (begin, onset) = (waiting.begin, waiting.onset)
      marks.formUnion(waiting.marks)
    }
    let until = position + plan.units
    if note.marks.union(whole.marks).contains(.tie) {
      marks.remove(.tie)
      plan.ties.append(
        PendingTie(
          key: note.pitch, place: note.marks.contains(.tie) ? note.place : whole.place,
          onset: onset, begin: begin, until: until, marks: marks))
    } else {
      planned.end = max(onset + 1, begin + share(of: until - begin, marks))
    }
    plan.notes.append(planned)
  }

  /// How long each grace note is: 1/32, but half of the note in all at most.
  private mutating func graceStep(in units: Int64) -> Int64 {
    if graces.isEmpty { return 0 }
    let most = grid.wholes(units) / Rational(2 * graces.count)
    return self.units(min(Rational(1, 32), most))
  }

  /// How much later than the first one each note of a chord begins.
  private mutating func offsets(
    _ count: Int, in units: Int64, step: Int32?, isTooSlow: inout Bool
  ) -> [Int64] {
    guard let step, count > 1 else { return [Int64](repeating: 0, count: count) }
    let half = grid.wholes(units) / Rational(2)
    let length = lengths[Int(step)]
    let here = grid.wholes(position)
    func offset(_ index: Int) -> Rational {
      let times = Rational(index)
      return length.wholes * times
        + (clock.position(length.seconds * times, after: here) - here)
    }
    // All end together, so the last one must not begin too late.
    isTooSlow = offset(count - 1) > half
    var offsets: [Int64] = [0]
    for index in 1..<count {
      let wholes =
        isTooSlow ? half * Rational(Int128(index), Int128(count - 1)) : offset(index)
      offsets.append(self.units(wholes))
    }
    return offsets
  }
}
