import Score

/// The velocity of one staff over the written part: levels, and hairpins linear in the position.
struct DynamicCurve: Sendable {
  /// A stretch that begins at `tick`; it moves to `endLevel` until `endTick` and stays there.
  private struct Segment: Sendable {
    var tick: Int64
    var level: Int
    var endTick: Int64
    var endLevel: Int
  }

  /// A hairpin, or "cresc.", that is not closed yet.
  private struct Opened {
    var tick: Int64
    var direction: Int
    /// nil for words.
    var number: Int?
    var byte: UInt32
  }

  private var segments: [Segment] = []
  private var attacks: [Int64: Int] = [:]

  /// The curve of these marks, which are in the order of their ticks; `reach` is how far behind a
  /// hairpin its dynamic may stand.
  init(_ marks: [DynamicMark], reach: Int64, complaints: Complaints) {
    segments.append(
      Segment(
        tick: .min, level: Interpretation.velocity, endTick: .min, endLevel: Interpretation.velocity
      ))
    var opened: Opened?
    for (index, mark) in marks.enumerated() {
      switch mark.kind {
      case .level(let level, let attack):
        if attack != 0 { attacks[mark.tick] = attack }
        guard let level else { continue }
        if let open = opened { close(open, at: mark.tick, target: level) }
        opened = nil
        add(Segment(tick: mark.tick, level: level, endTick: mark.tick, endLevel: level))
      case .wedge(let direction, let number):
        if let open = opened { close(open, at: mark.tick, target: nil) }
        opened = Opened(tick: mark.tick, direction: direction, number: number, byte: mark.byte)
      case .word(let direction):
        if let open = opened { close(open, at: mark.tick, target: nil) }
        opened = Opened(tick: mark.tick, direction: direction, number: nil, byte: mark.byte)
      case .stop(let number, let niente):
        guard let open = opened, open.number ?? number == number else { continue }
        opened = nil
        close(
          open, at: mark.tick, target: niente ? 1 : DynamicCurve.next(marks, index, reach: reach))
      }
    }
    if let open = opened {
      complaints.add(
        "a crescendo or diminuendo that no dynamic and no end follows; not played", at: open.byte)
    }
  }

  /// The first level at a mark or at most `reach` behind it.
  private static func next(_ marks: [DynamicMark], _ index: Int, reach: Int64) -> Int? {
    for mark in marks[index...].prefix(100) {
      if mark.tick > marks[index].tick + reach { return nil }
      if case .level(let level?, _) = mark.kind { return level }
    }
    return nil
  }

  private mutating func close(_ open: Opened, at tick: Int64, target: Int?) {
    let level = segments[segments.count - 1].endLevel
    // A dynamic against the hairpin's direction is a new begin, not its end.
    var end = max(8, min(127, level + open.direction * Interpretation.hairpin))
    if let target, (target - level) * open.direction > 0 { end = target }
    add(Segment(tick: open.tick, level: level, endTick: tick, endLevel: end))
  }

  private mutating func add(_ segment: Segment) {
    if let last = segments.last, last.tick == segment.tick, last.tick == last.endTick {
      segments.removeLast()
    }
    segments.append(segment)
  }

  /// The velocity of a note that begins at a tick of the part.
  func velocity(at tick: Int64) -> UInt8 {
    let segment = segments[segments.lastIndex(inFront: { $0.tick <= tick })]
    var level = segment.endLevel
    if tick < segment.endTick {
      let part = Double(tick - segment.tick) / Double(segment.endTick - segment.tick)
      level = segment.level + Int((Double(segment.endLevel - segment.level) * part).rounded())
    }
    if !attacks.isEmpty { level += attacks[tick] ?? 0 }
    return UInt8(max(1, min(127, level)))
  }
}

extension DynamicCurve {
  /// Sets the velocity of every note of a part.
  ///
  /// A mark at one staff counts for the whole part, unless another staff has its own at the same place.
  static func apply(
    _ marks: [DynamicMark], to measures: inout [WrittenMeasure], grid: Grid, complaints: Complaints
  ) {
    var marks = marks
    marks.stablySort { $0.tick }
    let staves = measures.lazy.flatMap { $0.notes.lazy.map { Int($0.staff) } }.max() ?? 0
    var byStaff = [[DynamicMark]](repeating: [], count: staves + 1)
    var index = 0
    while index < marks.count {
      var end = index
      while end < marks.count, marks[end].tick == marks[index].tick { end += 1 }
      let own = Set(marks[index..<end].map(\.staff).filter { $0 >= 0 && $0 <= staves })
      for mark in marks[index..<end] {
        if own.count > 1, own.contains(mark.staff) {
          byStaff[mark.staff].append(mark)
        } else {
          for staff in 0...staves { byStaff[staff].append(mark) }
        }
      }
      index = end
    }
    let reach = Int64(Interpretation.hairpinReachQuarters) * grid.ticksPerQuarter
    let curves = byStaff.map { DynamicCurve($0, reach: reach, complaints: complaints) }
    var start: Int64 = 0
    for measure in measures.indices {
      for note in measures[measure].notes.indices {
        let written = measures[measure].notes[note]
        measures[measure].notes[note].velocity =
          written.ownVelocity > 0
          ? written.ownVelocity : curves[Int(written.staff)].velocity(at: start + written.on)
      }
      start += measures[measure].length
    }
  }
}
