import Score

/// Makes a score of a document's tree.
struct DocumentReader {
  let tree: XMLTree
  let complaints = Complaints()

  /// The most events that repeats and ornaments may make.
  static let mostEvents = 10_000_000
  /// The most measures that the parts of a timewise score leave out: a hundred parts of ten thousand
  /// measures, all silent.
  static let mostPadding = 1_000_000

  init(_ tree: XMLTree) { self.tree = tree }

  /// The score, without its warnings.
  func score() throws(ScoreError) -> Score {
    let parts = try parts()
    if let unknown = tree.firstUnknown {
      complaints.add(
        "elements that MusicXML does not have, such as <\(unknown.name.prefix(40))>, are left out (\(tree.unknownCount) in all)",
        at: unknown.byte)
    }
    if let entity = tree.firstSkippedEntity {
      complaints.add(
        "the entity &\(entity.name.prefix(40)); is not declared here; left out", at: entity.byte)
    }
    let grid = Grid(tree, parts)
    if grid.isRounded {
      complaints.add(
        "durations so odd that no grid of 2^24 ticks a quarter holds them are rounded", at: 0)
    }
    var sheet = ConductorSheet()
    var readers: [PartReader] = []
    for (number, part) in parts.enumerated() {
      var reader = PartReader(part, tree, grid, complaints, isFirst: number == 0, sheet: sheet)
      try reader.read()
      sheet = reader.sheet
      DynamicCurve.apply(reader.dynamics, to: &reader.measures, grid: grid, complaints: complaints)
      readers.append(reader)
    }
    return try perform(readers, sheet, grid)
  }

  private func perform(
    _ readers: [PartReader], _ sheet: ConductorSheet, _ grid: Grid
  ) throws(ScoreError) -> Score {
    let count = readers.map(\.measures.count).max() ?? 0
    let lengths = lengths(readers, sheet.form, count)
    complaints.measure = nil
    let cost = (0..<count).map { measure in
      readers.reduce(readers.count) {
        guard measure < $1.measures.count else { return $0 }
        return $0 + 2 * $1.measures[measure].notes.count + $1.measures[measure].marks.count
      }
    }
    let order = try PlayingOrder(
      Array(sheet.form.prefix(count)), cost: cost, limit: DocumentReader.mostEvents)
    for complaint in order.complaints {
      complaints.add(complaint.message, at: sheet.form[complaint.measure].byte)
    }
    var starts: [Int64] = []
    starts.reserveCapacity(order.turns.count)
    var end: Int64 = 0
    for turn in order.turns {
      starts.append(end)
      end += lengths[turn.measure]
      if end > 1 << 50 {
        throw ScoreError(.tooLarge, at: .whole, "a score of more than 2^50 ticks")
      }
    }
    let conductor = Conductor(sheet.marks, lengths: lengths) { measure in
      Set(
        readers.flatMap { reader in
          measure < reader.measures.count ? reader.measures[measure].notes.map(\.on) : []
        }
      ).sorted()
    }
    if conductor.isTempoCut {
      complaints.add(
        "tempo marks lead beyond 0.01 to 60000000 quarters a minute; the tempo stays within", at: 0)
    }
    let steps = conductor.tempoAtStart.map { Ornament.step(secondsPerQuarter: $0, grid: grid) }
    var score = Score(kind: .musicxml, timebase: .ticksPerQuarter(Int(grid.ticksPerQuarter)))
    readHead(&score)
    score.tracks.append(
      Track(name: score.title, events: conductorTrack(score, conductor, order, starts, end)))
    var allocation = ChannelAllocation()
    for reader in readers {
      var sounds = reader.sounds.isEmpty ? [PartSound()] : reader.sounds
      allocation.assign(&sounds) { index in
        let isUnpitched = reader.measures.contains {
          $0.notes.contains { $0.sound == Int32(index) && $0.marks.contains(.unpitched) }
        }
        return reader.sounds.indices.contains(index) && reader.sounds[index].wantedChannel == 9
          || isUnpitched && !reader.pitched.contains(Int32(index))
      }
      complaints.part = reader.part.id
      var player = PartPlayer(
        reader.part, sounds, reader.measures, grid, ornamentSteps: steps, complaints)
      score.tracks.append(
        Track(
          name: reader.part.name,
          events: try player.track(
            order.turns, starts: starts, end: end, limit: DocumentReader.mostEvents)))
    }
    return score
  }

  private func conductorTrack(
    _ score: Score, _ conductor: Conductor, _ order: PlayingOrder, _ starts: [Int64], _ end: Int64
  ) -> [TimedMessage] {
    var events: [TimedMessage] = []
    if let title = score.title {
      events.append(
        TimedMessage(0, .text(kind: Message.TextKind.trackName, bytes: Array(title.utf8))))
    }
    if let copyright = score.copyright {
      events.append(
        TimedMessage(0, .text(kind: Message.TextKind.copyright, bytes: Array(copyright.utf8))))
    }
    events += conductor.track(order.turns, starts: starts)
    // A sign may stand behind the last measure.
    events.append(TimedMessage(max(end, events.last?.tick ?? 0), .endOfTrack))
    return events
  }

  /// The length of each measure: that of the longest part.
  private func lengths(_ readers: [PartReader], _ form: [FormMark], _ count: Int) -> [Int64] {
    var lengths: [Int64] = []
    lengths.reserveCapacity(count)
    for measure in 0..<count {
      var longest: Int64 = 0
      for reader in readers {
        complaints.part = reader.part.id
        guard measure < reader.measures.count else {
          complaints.measure = nil
          complaints.add(
            "part \(reader.part.id) has \(reader.measures.count) measures, another one \(count); the rest is silent",
            at: reader.measures.last?.byte ?? 0)
          continue
        }
        longest = max(longest, reader.measures[measure].length)
      }
      for reader in readers where measure < reader.measures.count {
        let written = reader.measures[measure]
        complaints.part = reader.part.id
        complaints.measure = written.number
        if !written.hasContent, longest == 0 {
          complaints.add("a measure without notes or rests; it takes no time", at: written.byte)
        } else if written.length > 0, let nominal = written.nominal, !written.isImplicit {
          // A pickup may come first, and its complement last.
          if written.length > nominal {
            complaints.add(
              "a measure longer than its time signature; all of it is played", at: written.byte)
          } else if longest < nominal, measure > 0, measure < count - 1,
            !isPiece(readers, form, measure, of: nominal)
          {
            complaints.add(
              "a measure shorter than its time signature; the next one follows at once",
              at: written.byte)
          }
        }
      }
      lengths.append(longest)
    }
    return lengths
  }

  /// Whether a short measure is a piece of one: before or behind it comes an uncounted one, or a repeat cuts it.
  private func isPiece(
    _ readers: [PartReader], _ form: [FormMark], _ measure: Int, of nominal: Int64
  ) -> Bool {
    let neighbours = [measure - 1, measure + 1].contains { other in
      readers.contains {
        $0.measures.indices.contains(other)
          && ($0.measures[other].isImplicit || form[other].endsRepeat || form[other].beginsRepeat)
      }
    }
    return neighbours || form[measure].endsRepeat || form[measure].beginsRepeat
  }

  /// The parts with their measures, in the order of the part list.
  private func parts() throws(ScoreError) -> [Part] {
    guard let root = tree.nodes.first, root.tag == .scorePartwise || root.tag == .scoreTimewise
    else {
      let name =
        tree.nodes.first.map { "<\($0.tag.rawValue)>" } ?? tree.firstUnknown.map { "<\($0.name)>" }
      if tree.nodes.first?.tag == .opus {
        throw ScoreError(
          .unsupported, at: .whole, "an opus, which only names other files; give one of its scores")
      }
      throw ScoreError(
        .malformed, at: .whole,
        "the first element is \(name?.prefix(50) ?? "none"), not <score-partwise> or <score-timewise>; not MusicXML"
      )
    }
    var parts: [Part] = []
    var listed: [[UInt8]: Int] = [:]
    if let list = tree.child(.partList, of: 0) {
      for child in tree.children(of: list) where child.tag == .scorePart {
        listed[tree.attribute(.id, of: child.index).map(Array.init) ?? []] = parts.count
        parts.append(Part(tree, scorePart: child.index, complaints: complaints))
      }
    }
    func place(_ node: Int) -> Int {
      let id = tree.attribute(.id, of: node).map(Array.init) ?? []
      if let known = listed[id] { return known }
      complaints.add(
        "a part that the part list does not name is played, too", at: tree.nodes[node].byte)
      listed[id] = parts.count
      parts.append(Part(id: String(decoding: id, as: UTF8.self)))
      return parts.count - 1
    }
    if root.tag == .scorePartwise {
      for child in tree.children(of: 0) where child.tag == .part {
        let part = place(child.index)
        for measure in tree.children(of: child.index) where measure.tag == .measure {
          parts[part].measures.append((measure.index, measure.index))
        }
      }
    } else {
      var count = 0
      var padding = 0
      for measure in tree.children(of: 0) where measure.tag == .measure {
        for child in tree.children(of: measure.index) where child.tag == .part {
          let part = place(child.index)
          // Measures in which the part does not stand are empty for it.
          padding += max(0, count - parts[part].measures.count)
          if padding > DocumentReader.mostPadding {
            throw ScoreError(
              .tooLarge, at: .byte(Int(tree.nodes[child.index].byte), track: nil),
              "the parts leave out more than \(DocumentReader.mostPadding) measures in all")
          }
          while parts[part].measures.count < count {
            parts[part].measures.append((nil, measure.index))
          }
          parts[part].measures.append((child.index, measure.index))
        }
        count += 1
      }
    }
    for part in parts where part.measures.isEmpty {
      complaints.add("part '\(part.id)' of the part list has no music", at: 0)
    }
    parts.removeAll { $0.measures.isEmpty }
    let longest = parts.map(\.measures.count).max() ?? 0
    if longest.multipliedReportingOverflow(by: parts.count).partialValue > DocumentReader.mostEvents
    {
      throw ScoreError(
        .tooLarge, at: .whole,
        "\(parts.count) parts and \(longest) measures; at most \(DocumentReader.mostEvents) measures in all are read"
      )
    }
    if parts.isEmpty {
      throw ScoreError(.malformed, at: .whole, "a score without a part that has a measure")
    }
    return parts
  }
}
