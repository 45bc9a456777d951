import Score

extension PartReader {
  /// Takes what an `attributes` element says from here on.
  mutating func readAttributes(_ node: XMLTree.Index) {
    for child in tree.children(of: node) {
      switch child.tag {
      case .divisions:
        guard let value = tree.decimal(child.index), value.digits > 0 else {
          warn(
            "'\(tree.string(child.index).prefix(40))' is not a number of divisions; left out",
            child.index)
          continue
        }
        divisions = value
        hasDivisions = true
      case .key: readKey(child.index)
      case .time: readTime(child.index)
      case .transpose: readTranspose(child.index)
      case .measureStyle: readStyle(child.index)
      case .forPart, .staves, .instrument, .visual: break
      default: warn("<\(child.tag.rawValue)> has no place in attributes; left out", child.index)
      }
    }
  }

  private func staffNumber(_ node: XMLTree.Index) -> Int? {
    tree.decimal(attribute: .number, of: node).map { $0.integer - 1 }
  }

  private mutating func readKey(_ node: XMLTree.Index) {
    var altered = [Int](repeating: 0, count: 7)
    if let fifths = tree.integer(.fifths, of: node) {
      // F C G D A E B, sharps; the other way round, flats. Beyond 7 a second time round.
      let order = [3, 0, 4, 1, 5, 2, 6]
      for step in 0..<min(abs(fifths), 14) {
        if fifths > 0 { altered[order[step % 7]] += 1 } else { altered[order[6 - step % 7]] -= 1 }
      }
      if isFirst, staffNumber(node) ?? 0 == 0 {
        let minor = tree.child(.mode, of: node).map { tree.bytes($0).spells("minor") } ?? false
        if abs(fifths) <= 7 {
          sheet.marks[index].append(
            ConductorMark(tick: cursor, kind: .key(fifths: fifths, minor: minor)))
        }
      }
    } else {
      var step = 0
      for child in tree.children(of: node) {
        if child.tag == .keyStep { step = tree.bytes(child.index).first.flatMap(stepIndex) ?? 0 }
        if child.tag == .keyAlter, let alter = tree.decimal(child.index) {
          altered[step] = Int(alter.double.rounded())
        }
      }
    }
    alterations[staffNumber(node) ?? -1] = altered
    if staffNumber(node) == nil { alterations = [-1: altered] }
  }

  private mutating func readTime(_ node: XMLTree.Index) {
    var beats: [Int] = []
    var total = Rational.zero
    var (sum, unit) = (0, 0)
    var isOneUnit = true
    for child in tree.children(of: node) {
      switch child.tag {
      case .beats:
        beats = tree.string(child.index).split(separator: "+").compactMap { part in
          var text = part
          while text.first == " " { text = text.dropFirst() }
          while text.last == " " { text = text.dropLast() }
          return Int(text)
        }
      case .beatType:
        guard let type = tree.integer(child.index), type > 0, type <= 1024, !beats.isEmpty,
          beats.allSatisfy({ $0 > 0 && $0 < 10000 })
        else {
          warn("a time signature that cannot be read; measures are taken as they are", node)
          nominal = nil
          measure.nominal = nil
          return
        }
        let number = beats.reduce(0, +)
        total += Rational(Int128(number * 4), Int128(type))
        isOneUnit = isOneUnit && (unit == 0 || unit == type)
        sum += number
        unit = max(unit, type)
      default: break
      }
    }
    guard total > .zero else {  // senza misura
      nominal = nil
      measure.nominal = nil
      return
    }
    let ticks = total * Rational(Int128(grid.ticksPerQuarter))
    nominal = ticks.denominator == 1 ? Int64(clamping: ticks.numerator) : nil
    // A signature in the middle of a measure says nothing about this one's length.
    measure.nominal = cursor == 0 ? nominal : nil
    if isFirst, staffNumber(node) ?? 0 == 0 {
      // Mixed units are told in the smallest: 3/8 + 2/4 is 7/8.
      let inUnits = total * Rational(Int128(unit), 4)
      let number = isOneUnit ? sum : Int(clamping: inUnits.rounded)
      sheet.marks[index].append(
        ConductorMark(tick: cursor, kind: .meter(beats: number, unit: unit)))
    }
  }

  private mutating func readTranspose(_ node: XMLTree.Index) {
    let chromatic = tree.decimal(.chromatic, of: node) ?? Decimal(0)
    if !chromatic.isWhole {
      warn("a transposition by a part of a semitone is rounded", node)
    }
    let octaves = max(-10, min(10, tree.integer(.octaveChange, of: node) ?? 0))
    let semitones = max(-127, min(127, Int(chromatic.double.rounded()))) + 12 * octaves
    var double = 0
    if let child = tree.child(.double, of: node) {
      double = tree.attribute(.above, of: child, is: "yes") ? 12 : -12
    }
    if let staff = staffNumber(node) {
      transposition[staff] = semitones
      doubling[staff] = double
    } else {
      transposition = [-1: semitones]
      doubling = [-1: double]
    }
  }

  private mutating func readStyle(_ node: XMLTree.Index) {
    for child in tree.children(of: node) {
      switch child.tag {
      case .measureRepeat:
        measureRepeat =
          tree.attribute(.type, of: child.index, is: "start")
          ? max(1, min(64, tree.integer(child.index) ?? 1)) : 0
      case .beatRepeat, .slash:
        if tree.attribute(.type, of: child.index, is: "start") {
          warn(
            "beat repeats and slashes are played as the notes that are written under them",
            child.index)
        }
      default: break
      }
    }
  }

  /// The semitones by which a step is altered in the key of a staff.
  func alteration(step: Int, staff: Int) -> Int {
    (alterations[staff] ?? alterations[-1])?[step] ?? 0
  }

  /// The semitones from a written to a sounding pitch on a staff.
  func transposition(staff: Int) -> Int { transposition[staff] ?? transposition[-1] ?? 0 }

  /// The semitones from a note to its doubling on a staff; 0 without one.
  func doubling(staff: Int) -> Int { doubling[staff] ?? doubling[-1] ?? 0 }

  /// C 0 … B 6.
  func stepIndex(_ letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "C"): 0
    case UInt8(ascii: "D"): 1
    case UInt8(ascii: "E"): 2
    case UInt8(ascii: "F"): 3
    case UInt8(ascii: "G"): 4
    case UInt8(ascii: "A"): 5
    case UInt8(ascii: "B"): 6
    default: nil
    }
  }
}
