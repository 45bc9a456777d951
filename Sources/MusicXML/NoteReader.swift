import Score

/// The semitones of C D E F G A B above C.
let semitonesOfSteps = [0, 2, 4, 5, 7, 9, 11]

extension PartReader {
  /// Reads a `note` element: a note, a rest, a grace note or a cue.
  mutating func readNote(_ node: XMLTree.Index) {
    var note = WrittenNote(on: cursor, duration: 0, key: 0, byte: tree.nodes[node].byte)
    var (pitch, unpitched, grace, instrument): (Int?, Int?, Int?, Int?) = (nil, nil, nil, nil)
    var (isRest, isChord, isCue, hasDuration) = (false, false, false, false)
    var notations: [Int] = []
    var lyrics: [Int] = []
    for child in tree.children(of: node) {
      switch child.tag {
      case .pitch: pitch = child.index
      case .unpitched: unpitched = child.index
      case .rest: isRest = true
      case .chord: isChord = true
      case .cue: isCue = true
      case .grace: grace = child.index
      case .duration: hasDuration = true
      case .instrument: instrument = child.index
      case .voice: note.voice = voiceNumber(tree.bytes(child.index))
      case .staff: note.staff = UInt8(clamping: (tree.integer(child.index) ?? 1) - 1)
      case .tie:
        if tree.attribute(.type, of: child.index, is: "start") { note.marks.insert(.tieStart) }
        if tree.attribute(.type, of: child.index, is: "stop") { note.marks.insert(.tieStop) }
      case .notations: notations.append(child.index)
      case .lyric: lyrics.append(child.index)
      case .play:
        if tree.child(.mute, of: child.index) != nil { warn("mutes are not played", child.index) }
      case .type, .dot, .timeModification, .listen, .visual: break
      default: warn("<\(child.tag.rawValue)> has no place in a note; left out", child.index)
      }
    }
    if grace == nil {
      note.duration = hasDuration ? duration(of: node) ?? 0 : 0
      if !hasDuration { warn("a note without a duration; it takes no time", node) }
    }
    if isChord { note.on = lastOnset }
    if let sound = instrument { note.sound = soundIndex(tree.attribute(.id, of: sound)) }

    measure.hasContent = true
    if grace == nil, !isChord { finishGraces(before: &note) }
    if grace == nil, isChord { note.delay = min(lastDelay, note.duration / 2) }
    if isRest || isCue || (pitch == nil && unpitched == nil) {
      if isCue, !isRest { warn("cue notes are not played", node) }
      if !isRest, !isCue { warn("a note without pitch or rest; taken as a rest", node) }
      readRestNotations(notations, note)
    } else if setKey(&note, pitch: pitch, unpitched: unpitched, node) {
      readAttributes(of: node, &note)
      for notation in notations { readNotations(notation, &note, node, step: pitch) }
      if let grace {
        addGrace(note, grace, isChord: isChord, type: tree.child(.type, of: node))
      } else {
        add(note)
      }
    }
    for lyric in lyrics { readLyric(lyric, at: note.on + note.delay) }
    if grace == nil, !isChord {
      lastOnset = note.on
      lastDelay = note.delay
      cursor += note.duration
      reach(cursor, node)
    }
  }

  /// Adds a note, its doubling with it, and joins the two ends of a tremolo.
  private mutating func add(_ note: WrittenNote) {
    let number = measure.notes.count
    var note = note
    alternate(&note)
    measure.notes.append(note)
    if note.marks.contains(.tremoloStart) { openTremolos[note.voice, default: []].append(number) }
    if note.marks.contains(.tremoloStop), let first = openTremolos[note.voice]?.first {
      joinTremolo(first: first, second: number)
    } else if note.on == lastOnset, let open = openTremolos[note.voice], let first = open.first,
      measure.notes[first].on == note.on, !note.marks.contains(.tremoloStart)
    {
      // The other notes of the first chord.
      openTremolos[note.voice]?.append(number)
    }
    let interval = doubling(staff: Int(note.staff))
    if interval != 0, (0...127).contains(Int(note.key) + interval) {
      var double = note
      double.key = UInt8(Int(note.key) + interval)
      double.ornament = nil
      measure.notes.append(double)
    }
  }

  /// Sets the sounding key; false, with a warning, where there is none.
  private mutating func setKey(
    _ note: inout WrittenNote, pitch: Int?, unpitched: Int?, _ node: XMLTree.Index
  ) -> Bool {
    guard let pitch else {
      return setUnpitchedKey(&note, unpitched ?? node, node)
    }
    guard let letter = tree.child(.step, of: pitch).flatMap({ tree.bytes($0).first }),
      let step = stepIndex(letter & 0xDF), let octave = tree.integer(.octave, of: pitch),
      (-2...12).contains(octave)
    else {
      warn("a pitch that cannot be read; the note is not played", pitch)
      return false
    }
    var alter = 0
    if let child = tree.child(.alter, of: pitch) {
      guard let value = tree.decimal(child), abs(value.double) <= 12 else {
        warn("an alteration that cannot be read; the note is not played", child)
        return false
      }
      if !value.isWhole {
        warn("microtones are rounded to semitones, halves to the even one", child)
      }
      alter = Int(value.double.rounded(.toNearestOrEven))
    }
    let key =
      semitonesOfSteps[step] + 12 * (octave + 1) + alter + transposition(staff: Int(note.staff))
    guard (0...127).contains(key) else {
      warn("a pitch outside the 128 keys of MIDI; the note is not played", pitch)
      return false
    }
    note.key = UInt8(key)
    pitched.insert(note.sound)
    return true
  }

  private mutating func setUnpitchedKey(
    _ note: inout WrittenNote, _ unpitched: Int, _ node: XMLTree.Index
  ) -> Bool {
    let sound = Int(note.sound)
    if sounds.indices.contains(sound), let key = sounds[sound].unpitchedKey {
      note.key = key
    } else {
      warn(
        "unpitched notes without a <midi-unpitched> are played as key 38, the snare drum", unpitched
      )
      note.key = 38
    }
    note.marks.insert(.unpitched)
    return true
  }

  /// The attributes of the element that change how the note is played.
  private mutating func readAttributes(of node: XMLTree.Index, _ note: inout WrittenNote) {
    let element = tree.nodes[node]
    guard element.attributeCount > 0 else { return }
    if let percent = tree.decimal(attribute: .dynamics, of: node) {
      note.ownVelocity = velocity(percent: percent)
    }
    if let attack = tree.decimal(attribute: .attack, of: node),
      let ticks = grid.ticks(attack, divisions: divisions)
    {
      note.delay = max(0, min(note.duration, note.delay + ticks))
    }
    if let release = tree.decimal(attribute: .release, of: node),
      let ticks = grid.ticks(release, divisions: divisions)
    {
      // A release after the written end is not played: the next note may be the same key.
      note.cut = max(0, min(note.duration, -ticks))
    }
    if let passes = tree.attribute(.timeOnly, of: node) { note.timeOnly = passMask(passes) }
    if tree.attribute(.pizzicato, of: node, is: "yes") { warn("pizzicato is not played", node) }
  }

  /// The velocity for a percentage of `Interpretation.fullVelocity`.
  func velocity(percent: Decimal) -> UInt8 {
    let value = (percent.double * Double(Interpretation.fullVelocity) / 100).rounded()
    return UInt8(max(1, min(127, value)))
  }

  /// Numbers with commas between them as bits.
  func passMask(_ text: ArraySlice<UInt8>) -> UInt64 {
    var mask: UInt64 = 0
    for number in text.split(separator: UInt8(ascii: ",")) {
      var digits = number
      while let first = digits.first, first.isXMLSpace { digits = digits.dropFirst() }
      while let last = digits.last, last.isXMLSpace { digits = digits.dropLast() }
      if let value = Decimal(digits)?.integer, (1...64).contains(value) { mask |= 1 << (value - 1) }
    }
    return mask
  }

  /// A voice's name as a number; names that are not numbers become large ones.
  private func voiceNumber(_ text: ArraySlice<UInt8>) -> Int32 {
    if let number = Decimal(text)?.integer, (0...10000).contains(number) { return Int32(number) }
    var hash = TagTable.seed
    for byte in text { hash = TagTable.mix(hash, byte) }
    return Int32(hash & 0xFF_FFFF) + 20000
  }

  /// The part's sound of that id; one of its own where the part list does not name it.
  private mutating func soundIndex(_ id: ArraySlice<UInt8>?) -> Int32 {
    guard let id else { return 0 }
    if let known = sounds.firstIndex(where: { $0.id.elementsEqual(id) }) { return Int32(known) }
    guard sounds.count < 1000 else { return 0 }
    sounds.append(PartSound(id: Array(id)))
    return Int32(sounds.count - 1)
  }

  /// A syllable.
  private mutating func readLyric(_ node: XMLTree.Index, at tick: Int64) {
    var text = ""
    var continues = false
    for child in tree.children(of: node) {
      switch child.tag {
      case .text: text += tree.string(child.index)
      case .elision:
        let sign = tree.string(child.index)
        text += sign.isEmpty ? " " : sign
      case .syllabic:
        let kind = tree.bytes(child.index)
        continues = kind.spells("begin") || kind.spells("middle")
      default: break
      }
    }
    guard !text.isEmpty else { return }
    let verse = tree.decimal(attribute: .number, of: node)?.integer ?? 1
    measure.marks.append(
      PartMark(
        tick: tick, kind: .lyric(verse: max(1, min(99, verse)), continues ? text + "-" : text)))
  }
}
