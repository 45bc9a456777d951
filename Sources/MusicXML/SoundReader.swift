import Score

// What a `sound` element says to players.
extension PartReader {
  /// Reads a `sound` element.
  mutating func readSound(
    _ node: Int, at position: Int64, staff: Int = -1, dynamicsAreRead: Bool = false
  ) {
    var tick = position
    if let child = tree.child(.offset, of: node) { tick = max(0, cursor + offset(child)) }
    if let tempo = tree.attribute(.tempo, of: node) {
      if let perMinute = Decimal(tempo), perMinute.digits > 0 {
        let passes = tree.attribute(.timeOnly, of: node).map { passMask($0) } ?? 0
        setTempo(perMinute, unit: Rational(1, 4), at: tick, passes: passes)
      } else {
        warn("a tempo that is no number above 0; left out", node)
      }
    }
    if !dynamicsAreRead, let percent = tree.decimal(attribute: .dynamics, of: node) {
      dynamics.append(
        DynamicMark(
          tick: start + tick, staff: staff,
          kind: .level(Int(velocity(percent: percent)), attack: 0),
          byte: tree.nodes[node].byte))
    }
    for (tag, number) in [(Tag.damper, 64), (.sostenuto, 66), (.soft, 67)] as [(Tag, UInt8)] {
      guard let value = tree.attribute(tag, of: node) else { continue }
      let level: Double? =
        value.spells("yes") ? 127 : value.spells("no") ? 0 : Decimal(value).map { $0.double * 1.27 }
      if let level {
        let setting = UInt8(max(0, min(127, level.rounded())))
        measure.marks.append(PartMark(tick: tick, kind: .controller(number, setting)))
      }
    }
    if let pan = tree.decimal(attribute: .pan, of: node) {
      let degrees = max(-180, min(180, pan.integer))
      measure.marks.append(
        PartMark(tick: tick, kind: .controller(10, PartSound.pan(degrees: degrees))))
    }
    if tree.attribute(.pizzicato, of: node, is: "yes") { warn("pizzicato is not played", node) }
    readJumps(node, at: tick)
    for child in tree.children(of: node) {
      switch child.tag {
      case .midiInstrument: changeProgram(child.index, at: tick)
      case .swing:
        if tree.children(of: child.index).contains(where: { $0.tag != .visual }) {
          warn("swing is not played; notes sound straight", child.index)
        }
      case .play:
        if tree.child(.mute, of: child.index) != nil { warn("mutes are not played", child.index) }
      default: break
      }
    }
  }

  private mutating func changeProgram(_ node: Int, at tick: Int64) {
    let id = tree.attribute(.id, of: node) ?? []
    guard let sound = sounds.firstIndex(where: { $0.id.elementsEqual(id) }) else { return }
    var changed = PartSound()
    changed.read(tree, midiInstrument: node, complaints)
    if let program = changed.program {
      measure.marks.append(PartMark(tick: tick, kind: .program(sound: Int32(sound), program)))
    }
    for (number, value) in [(7, changed.volume), (10, changed.pan)] as [(UInt8, UInt8?)] {
      if let value { measure.marks.append(PartMark(tick: tick, kind: .controller(number, value))) }
    }
  }

  private mutating func readJumps(_ node: Int, at tick: Int64) {
    guard tree.nodes[node].attributeCount > 0 else { return }
    let byte = tree.nodes[node].byte
    if let label = tree.string(attribute: .segno, of: node) {
      targets.append(FormTarget(tick: tick, isCoda: false, label: label, byte: byte))
    }
    if let label = tree.string(attribute: .coda, of: node) {
      targets.append(FormTarget(tick: tick, isCoda: true, label: label, byte: byte))
    }
    if tree.attribute(.forwardRepeat, of: node, is: "yes") { sheet.form[index].beginsRepeat = true }
    var jumps = false
    if tree.attribute(.dacapo, of: node, is: "yes") {
      sheet.form[index].dacapo = true
      jumps = true
    }
    if let label = tree.string(attribute: .dalsegno, of: node) {
      sheet.form[index].dalsegno = label
      jumps = true
    }
    if let label = tree.string(attribute: .tocoda, of: node) {
      sheet.form[index].tocoda = label
      jumps = true
    }
    if tree.attribute(.fine, of: node) != nil {
      sheet.form[index].fine = true
      jumps = true
    }
    if jumps {
      sheet.form[index].byte = byte
      if let passes = tree.attribute(.timeOnly, of: node) {
        sheet.form[index].passes = passMask(passes)
      }
    }
  }
}
