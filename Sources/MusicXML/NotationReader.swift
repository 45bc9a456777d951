import Score

extension PartReader {
  /// Takes what a `notations` element says of a note; `pitch` is its pitch element.
  mutating func readNotations(
    _ node: Int, _ note: inout WrittenNote, _ element: Int, step pitch: Int?
  ) {
    for child in tree.children(of: node) {
      switch child.tag {
      case .articulations: readArticulations(child.index, &note)
      case .ornaments: readOrnaments(child.index, &note, element, pitch: pitch)
      case .technical: readTechnical(child.index)
      case .dynamics: readDynamics(child.index, at: note.on, staff: Int(note.staff), sound: nil)
      case .fermata: hold(child.index, note)
      case .arpeggiate:
        note.marks.insert(.arpeggio)
        if tree.attribute(.direction, of: child.index, is: "down") {
          note.marks.insert(.arpeggioDown)
        }
        // Equal numbers join chords of several voices and staves.
        if let number = tree.decimal(attribute: .number, of: child.index)?.integer {
          note.arpeggio = Int32(max(0, min(1000, number))) + 1
        } else {
          if tree.child(.chord, of: element) == nil { arpeggioCount &+= 1 }
          note.arpeggio = -1 - (arpeggioCount & 0xFFFFFF)
        }
      case .tied:
        if tree.attribute(.type, of: child.index, is: "start"), !note.marks.contains(.tieStart) {
          warn(
            "a tie that is only printed (<tied> without <tie>); the next note sounds anew",
            child.index)
        }
        if tree.attribute(.type, of: child.index, is: "let-ring") {
          warn("let-ring ties are played as long as the note is written", child.index)
        }
      case .glissando, .slide:
        warn("glissandos and slides are not played, only their notes", child.index)
      case .nonArpeggiate, .accidentalMark, .visual: break
      default: warn("<\(child.tag.rawValue)> has no place in notations; left out", child.index)
      }
    }
  }

  /// A rest can have a fermata, and dynamics may stand at it.
  mutating func readRestNotations(_ notations: [Int], _ note: WrittenNote) {
    for node in notations {
      for child in tree.children(of: node) {
        switch child.tag {
        case .fermata: hold(child.index, note)
        case .dynamics: readDynamics(child.index, at: note.on, staff: Int(note.staff), sound: nil)
        default: break
        }
      }
    }
  }

  private mutating func hold(_ node: Int, _ note: WrittenNote) {
    guard note.duration > 0 else { return }
    sheet.marks[index].append(
      ConductorMark(
        tick: note.on,
        kind: .hold(
          percent: Interpretation.fermataPercent(tree.bytes(node)), length: note.duration)))
  }

  private mutating func readArticulations(_ node: Int, _ note: inout WrittenNote) {
    for child in tree.children(of: node) {
      switch child.tag {
      case .accent: note.marks.insert(.accent)
      case .strongAccent: note.marks.insert(.strongAccent)
      case .softAccent: note.marks.insert(.softAccent)
      case .staccato: note.marks.insert(.staccato)
      case .staccatissimo: note.marks.insert(.staccatissimo)
      case .spiccato: note.marks.insert(.spiccato)
      case .tenuto: note.marks.insert(.tenuto)
      case .detachedLegato: note.marks.insert(.detachedLegato)
      case .stress: note.marks.insert(.stress)
      case .unstress: note.marks.insert(.unstress)
      case .breathMark: note.marks.insert(.breath)
      case .caesura:
        note.marks.insert(.caesura)
        if note.duration > 0 {
          sheet.marks[index].append(
            ConductorMark(
              tick: note.on,
              kind: .hold(percent: Interpretation.caesuraPercent, length: note.duration)))
        }
      case .scoop, .plop, .doit, .falloff:
        warn("scoops, plops, doits and falloffs are not played", child.index)
      case .visual: break
      default: warn("<\(child.tag.rawValue)> has no place in articulations; left out", child.index)
      }
    }
  }

  private func readTechnical(_ node: Int) {
    for child in tree.children(of: node) {
      switch child.tag {
      case .visual: break
      case .bend, .harmonic, .stopped, .snapPizzicato, .doubleTongue, .tripleTongue, .brassBend,
        .hammerOn, .pullOff, .smear, .flip:
        warn("<\(child.tag.rawValue)> is not played", child.index)
      default: warn("<\(child.tag.rawValue)> has no place in technical; left out", child.index)
      }
    }
  }

  private mutating func readOrnaments(
    _ node: Int, _ note: inout WrittenNote, _ element: Int, pitch: Int?
  ) {
    var last: Tag?
    // Accidentals at the neighbours: above and below the sign.
    var (above, below): (Int?, Int?) = (nil, nil)
    for child in tree.children(of: node) where child.tag == .accidentalMark {
      let alter = accidental(tree.bytes(child.index))
      if tree.attribute(.placement, of: child.index, is: "below") {
        below = alter
      } else {
        above = alter
      }
    }
    func neighbour(_ steps: Int) -> UInt8? {
      neighbouringKey(pitch, steps: steps, staff: Int(note.staff), alter: steps > 0 ? above : below)
    }
    for child in tree.children(of: node) {
      switch child.tag {
      case .trillMark, .shake, .haydn:
        guard var upper = neighbour(1) else { continue }
        if let step = tree.attribute(.trillStep, of: child.index) {
          let semitones = step.spells("half") ? 1 : step.spells("unison") ? 0 : 2
          upper = UInt8(min(127, Int(note.key) + semitones))
        }
        note.ornament = .trill(
          other: upper,
          beginsWithOther: tree.attribute(.startNote, of: child.index, is: "upper"))
      case .wavyLine:
        if tree.attribute(.type, of: child.index, is: "start"), last == nil,
          let upper = neighbour(1)
        {
          note.ornament = .trill(other: upper, beginsWithOther: false)
        }
      case .mordent: if let key = neighbour(-1) { note.ornament = .mordent(neighbour: key) }
      case .invertedMordent: if let key = neighbour(1) { note.ornament = .mordent(neighbour: key) }
      case .turn, .delayedTurn, .verticalTurn:
        if let first = neighbour(1), let second = neighbour(-1) {
          note.ornament = .turn(
            first: first, second: second, isDelayed: child.tag == .delayedTurn)
        }
      case .invertedTurn, .delayedInvertedTurn, .invertedVerticalTurn:
        if let first = neighbour(-1), let second = neighbour(1) {
          note.ornament = .turn(
            first: first, second: second, isDelayed: child.tag == .delayedInvertedTurn)
        }
      case .schleifer:
        if let lower = neighbour(-2), let upper = neighbour(-1) {
          note.ornament = .slide(lower, upper)
        }
      case .tremolo: readTremolo(child.index, &note, element)
      case .accidentalMark, .visual: continue
      default: warn("<\(child.tag.rawValue)> has no place in ornaments; left out", child.index)
      }
      last = child.tag
    }
    if pitch == nil, last != nil, last != .tremolo, note.ornament == nil {
      warn("ornaments of unpitched notes are not played", node)
    }
  }

  /// The key so many steps above a pitch in the key signature, or as altered by an accidental.
  private func neighbouringKey(_ pitch: Int?, steps: Int, staff: Int, alter: Int?) -> UInt8? {
    guard let pitch, let letter = tree.child(.step, of: pitch).flatMap({ tree.bytes($0).first }),
      let step = stepIndex(letter & 0xDF), let octave = tree.integer(.octave, of: pitch)
    else { return nil }
    let position = octave * 7 + step + steps
    let other = ((position % 7) + 7) % 7
    let key =
      semitonesOfSteps[other] + 12 * ((position - other) / 7 + 1)
      + (alter ?? alteration(step: other, staff: staff)) + transposition(staff: staff)
    return (0...127).contains(key) ? UInt8(key) : nil
  }

  private func accidental(_ name: ArraySlice<UInt8>) -> Int? {
    switch true {
    case name.spells("sharp"): 1
    case name.spells("flat"): -1
    case name.spells("natural"): 0
    case name.spells("double-sharp"), name.spells("sharp-sharp"): 2
    case name.spells("flat-flat"), name.spells("double-flat"): -2
    default: nil
    }
  }
}
