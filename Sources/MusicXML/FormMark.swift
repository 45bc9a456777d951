/// What the bar lines and directions of a measure say about the order of playing, from all parts.
struct FormMark: Sendable, Hashable {
  /// A repeat begins here.
  var beginsRepeat = false
  /// A repeat ends here.
  var endsRepeat = false
  /// How often it is played in all, if the file says so.
  var times: Int?
  /// Whether it is repeated after a jump, too.
  var repeatsAfterJump = false
  /// The passes of an ending that begins here; empty if they are not said.
  var endingStart: [Int]?
  /// An ending stops here.
  var endingStop = false
  /// Labels of the signs at the begin.
  var segnos: [String] = []
  var codas: [String] = []
  /// Jumps at the end; `passes` as in `WrittenNote.timeOnly`.
  var dacapo = false
  var dalsegno: String?
  var tocoda: String?
  var fine = false
  var passes: UInt64 = 0
  /// The same as words and signs say it, for files without `sound`.
  var signs = Signs()
  /// Where the first of these stands in the document.
  var byte: UInt32 = 0

  struct Signs: Sendable, Hashable {
    var segno = false
    var coda = false
    var dacapo = false
    var dalsegno = false
    var tocoda = false
    var fine = false
  }
}

/// A segno or a coda and where it stands in its measure.
struct FormTarget: Sendable {
  var tick: Int64
  var isCoda: Bool
  /// nil where only the sign is printed.
  var label: String?
  var byte: UInt32
}

extension PartReader {
  /// Puts signs to their measure, those at its end to the next one.
  mutating func placeTargets() {
    for target in targets {
      let place = target.tick > 0 && target.tick >= measure.length ? index + 1 : index
      sheet.extend(to: place + 1)
      sheet.form[place].byte = target.byte
      switch (target.label, target.isCoda) {
      case (let label?, false): sheet.form[place].segnos.append(label)
      case (let label?, true): sheet.form[place].codas.append(label)
      case (nil, false): sheet.form[place].signs.segno = true
      case (nil, true): sheet.form[place].signs.coda = true
      }
    }
    targets = []
  }

  /// Reads a `barline`.
  mutating func readBarline(_ node: Int) {
    let isLeft = tree.attribute(.location, of: node, is: "left")
    let isMiddle = tree.attribute(.location, of: node, is: "middle")
    func barlineTick() -> Int64 { isLeft ? 0 : max(cursor, measure.length) }
    if let label = tree.string(attribute: .segno, of: node) {
      targets.append(
        FormTarget(tick: barlineTick(), isCoda: false, label: label, byte: tree.nodes[node].byte))
    }
    if let label = tree.string(attribute: .coda, of: node) {
      targets.append(
        FormTarget(tick: barlineTick(), isCoda: true, label: label, byte: tree.nodes[node].byte))
    }
    for child in tree.children(of: node) {
      switch child.tag {
      case .repetition:
        if isMiddle {
          warn("a repeat in the middle of a measure counts for the whole measure", child.index)
        }
        sheet.form[index].byte = tree.nodes[child.index].byte
        if tree.attribute(.direction, of: child.index, is: "forward") {
          sheet.form[index].beginsRepeat = true
        } else if tree.attribute(.direction, of: child.index, is: "backward") {
          sheet.form[index].endsRepeat = true
          sheet.form[index].repeatsAfterJump = tree.attribute(
            .afterJump, of: child.index, is: "yes")
          if let times = tree.decimal(attribute: .times, of: child.index)?.integer {
            sheet.form[index].times = max(1, times)
          }
        } else {
          warn("a repeat without a direction; left out", child.index)
        }
      case .ending: readEnding(child.index)
      case .fermata:
        sheet.marks[index].append(
          ConductorMark(
            tick: barlineTick(),
            kind: .hold(percent: Interpretation.fermataPercent(tree.bytes(child.index)), length: 0))
        )
      case .segno, .coda:
        let isCoda = child.tag == .coda
        if tree.attribute(isCoda ? .coda : .segno, of: node) == nil {
          targets.append(
            FormTarget(
              tick: barlineTick(), isCoda: isCoda, label: nil, byte: tree.nodes[child.index].byte))
        }
      case .wavyLine, .visual: break
      default: warn("<\(child.tag.rawValue)> has no place in a barline; left out", child.index)
      }
    }
  }

  private mutating func readEnding(_ node: Int) {
    sheet.form[index].byte = tree.nodes[node].byte
    if tree.attribute(.type, of: node, is: "start") {
      let text = tree.attribute(.number, of: node) ?? []
      var numbers: [Int] = []
      var value: Int?
      for byte in text {
        if byte >= 48, byte <= 57 {
          value = min(1000, (value ?? 0) * 10 + Int(byte - 48))
        } else if let found = value {
          numbers.append(found)
          value = nil
        }
      }
      if let value { numbers.append(value) }
      sheet.form[index].endingStart = numbers.filter { (1...64).contains($0) }
    } else {
      sheet.form[index].endingStop = true
    }
  }
}
