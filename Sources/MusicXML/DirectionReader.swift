import Score

extension PartReader {
  /// Reads a `direction`: signs and words with a place, and the sound they stand for.
  mutating func readDirection(_ node: Int) {
    var tick = cursor
    var staff = -1
    var (sound, types): (Int?, [Int]) = (nil, [])
    for child in tree.children(of: node) {
      switch child.tag {
      case .directionType: types.append(child.index)
      case .sound: sound = child.index
      case .staff: staff = (tree.integer(child.index) ?? 1) - 1
      case .offset:
        // Without this attribute an offset only moves the print.
        if tree.attribute(.sound, of: child.index, is: "yes") { tick += offset(child.index) }
      case .voice, .listening, .visual: break
      default: warn("<\(child.tag.rawValue)> has no place in a direction; left out", child.index)
      }
    }
    tick = max(0, tick)
    for type in types {
      for child in tree.children(of: type) {
        readSign(child.tag, child.index, at: tick, staff: staff, sound: sound)
      }
    }
    if let sound {
      let printed = types.contains { tree.child(.dynamics, of: $0) != nil }
      readSound(sound, at: tick, staff: staff, dynamicsAreRead: printed)
    }
  }

  mutating func offset(_ node: Int) -> Int64 {
    guard let value = tree.decimal(node), let ticks = grid.ticks(value, divisions: divisions) else {
      warn("'\(tree.string(node).prefix(40))' is not an offset; left out", node)
      return 0
    }
    return ticks
  }

  private mutating func readSign(_ tag: Tag, _ node: Int, at tick: Int64, staff: Int, sound: Int?) {
    switch tag {
    case .dynamics: readDynamics(node, at: tick, staff: staff, sound: sound)
    case .wedge: readWedge(node, at: tick, staff: staff)
    case .pedal:
      if sound.map({ !hasPedal($0) }) ?? true { readPedal(node, at: tick) }
    case .metronome:
      if sound.map({ tree.attribute(.tempo, of: $0) == nil }) ?? true {
        readMetronome(node, at: tick)
      }
    case .words: readWords(tree.string(node), node, at: tick, staff: staff)
    case .rehearsal:
      if isFirst {
        sheet.marks[index].append(ConductorMark(tick: tick, kind: .rehearsal(tree.string(node))))
      }
    case .segno, .coda:
      let attribute = tag
      if sound.map({
        tree.attribute(attribute, of: $0) == nil && tree.attribute(.tocoda, of: $0) == nil
      }) ?? true {
        targets.append(
          FormTarget(tick: tick, isCoda: tag == .coda, label: nil, byte: tree.nodes[node].byte))
      }
    case .damp, .dampAll: warn("signs to damp are not played", node)
    case .stringMute: warn("mutes are not played", node)
    case .scordatura: warn("a scordatura is not played; notes sound as written", node)
    case .percussion, .harpPedals, .octaveShift, .dashes, .visual: break
    default: warn("<\(tag.rawValue)> has no place in a direction; left out", node)
    }
  }

  /// Reads dynamic signs; the number of a `sound` goes before the sign's own.
  mutating func readDynamics(_ node: Int, at tick: Int64, staff: Int, sound: Int?) {
    let number = sound.flatMap { tree.decimal(attribute: .dynamics, of: $0) }
    for child in tree.children(of: node) {
      let byte = tree.nodes[child.index].byte
      if child.tag == .otherDynamics {
        guard number == nil else { continue }
        warn(
          "other dynamics, such as '\(tree.string(child.index).prefix(20))', are not played",
          child.index)
        continue
      }
      var level = Interpretation.velocity(of: child.tag)
      let attack = Interpretation.attack(of: child.tag) ?? 0
      guard level != nil || attack != 0 else { continue }
      if level != nil, let number { level = Int(velocity(percent: number)) }
      dynamics.append(
        DynamicMark(
          tick: start + tick, staff: staff, kind: .level(level, attack: attack), byte: byte))
    }
    if let number,
      !tree.children(of: node).contains(where: { $0.tag != .otherDynamics && $0.tag != .visual })
    {
      dynamics.append(
        DynamicMark(
          tick: start + tick, staff: staff,
          kind: .level(Int(velocity(percent: number)), attack: 0), byte: tree.nodes[node].byte))
    }
  }

  private mutating func readWedge(_ node: Int, at tick: Int64, staff: Int) {
    let number = tree.decimal(attribute: .number, of: node)?.integer ?? 1
    let type = tree.attribute(.type, of: node) ?? []
    let kind: DynamicMark.Kind
    switch true {
    case type.spells("crescendo"): kind = .wedge(1, number: number)
    case type.spells("diminuendo"): kind = .wedge(-1, number: number)
    case type.spells("stop"):
      kind = .stop(number: number, niente: tree.attribute(.niente, of: node, is: "yes"))
    default: return  // continue
    }
    dynamics.append(
      DynamicMark(tick: start + tick, staff: staff, kind: kind, byte: tree.nodes[node].byte))
  }

  private mutating func readPedal(_ node: Int, at tick: Int64) {
    let type = tree.attribute(.type, of: node) ?? []
    func add(_ kind: PartMark.Kind) { measure.marks.append(PartMark(tick: tick, kind: kind)) }
    switch true {
    case type.spells("start"):
      add(.controller(64, 127))
      isSostenuto = false
    case type.spells("sostenuto"):
      add(.controller(66, 127))
      isSostenuto = true
    case type.spells("stop"): add(.controller(isSostenuto ? 66 : 64, 0))
    case type.spells("change"): add(.pedalChange)
    default: break  // continue, discontinue, resume: of the printed line
    }
  }

  private func hasPedal(_ sound: Int) -> Bool {
    tree.attribute(.damper, of: sound) != nil || tree.attribute(.sostenuto, of: sound) != nil
  }

  private mutating func readMetronome(_ node: Int, at tick: Int64) {
    var units: [Rational] = []
    var dot = Rational.zero
    var perMinute: Decimal?
    var isUnreadable = false
    for child in tree.children(of: node) {
      switch child.tag {
      case .beatUnit:
        guard let value = noteValue(tree.bytes(child.index)) else {
          isUnreadable = true
          continue
        }
        units.append(value)
        dot = value
      case .beatUnitDot:
        // Each dot adds half of what the one before added: 1, 3/2, 7/4.
        if units.isEmpty { continue }
        dot = dot * Rational(1, 2)
        units[units.count - 1] += dot
      case .perMinute: perMinute = firstNumber(tree.bytes(child.index))
      case .beatUnitTied, .metronomeNote: isUnreadable = true
      default: break
      }
    }
    if isUnreadable {
      warn("a metronome mark of this form is not played", node)
    } else if let unit = units.first, let perMinute, perMinute.digits > 0 {
      setTempo(perMinute, unit: unit, at: tick)
    } else if units.count == 2 {
      // The first value lasted as long as the second one does from here on.
      sheet.marks[index].append(ConductorMark(tick: tick, kind: .modulation(units[0] / units[1])))
    } else {
      warn("a metronome mark without a number is not played", node)
    }
  }

  private func firstNumber(_ text: ArraySlice<UInt8>) -> Decimal? {
    let isNumeric = { (byte: UInt8) in byte >= 48 && byte <= 57 || byte == UInt8(ascii: ".") }
    guard let begin = text.firstIndex(where: { $0 >= 48 && $0 <= 57 }) else { return nil }
    let end = text[begin...].firstIndex { !isNumeric($0) } ?? text.endIndex
    return Decimal(text[begin..<end])
  }

  mutating func setTempo(
    _ perMinute: Decimal, unit: Rational, at tick: Int64, passes: UInt64 = 0
  ) {
    // Seconds a quarter = 60 / (beats a minute × quarters a beat).
    let seconds = Rational(60) / (perMinute.rational * unit * Rational(4))
    sheet.marks[index].append(ConductorMark(tick: tick, kind: .tempo(seconds), passes: passes))
  }

  /// Words: kept as text; jumps and "cresc." are understood, tempo words are not.
  private mutating func readWords(_ text: String, _ node: Int, at tick: Int64, staff: Int) {
    guard !text.allSatisfy(\.isWhitespace) else { return }
    measure.marks.append(PartMark(tick: tick, kind: .words(text)))
    let word = text.lowercased()
    let compact = String(word.filter { !$0.isWhitespace && $0 != "." })
    if compact.hasPrefix("dc") && compact.count <= 12 || word.contains("da capo") {
      sheet.form[index].signs.dacapo = true
    } else if compact.hasPrefix("ds") && compact.count <= 12 || word.contains("dal segno") {
      sheet.form[index].signs.dalsegno = true
    } else if compact == "tocoda" || compact == "alcoda" {
      sheet.form[index].signs.tocoda = true
    } else if compact == "fine" {
      sheet.form[index].signs.fine = true
    } else if compact.hasPrefix("cresc") || compact.hasPrefix("dim") || compact.hasPrefix("decresc")
    {
      dynamics.append(
        DynamicMark(
          tick: start + tick, staff: staff, kind: .word(compact.hasPrefix("cresc") ? 1 : -1),
          byte: tree.nodes[node].byte))
    } else if ["rit", "rall", "accel", "string", "allarg", "calando", "atempo"].contains(
      where: compact.hasPrefix)
    {
      warn("words that change the tempo, such as 'rit.', are not played", node)
    }
  }
}
