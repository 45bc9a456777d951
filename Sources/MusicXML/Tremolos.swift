import Score

extension PartReader {
  /// A tremolo on one note, or one end of a tremolo between two.
  mutating func readTremolo(_ node: Int, _ note: inout WrittenNote, _ element: Int) {
    let strokes = max(0, min(8, tree.integer(node) ?? 3))
    let isPair =
      tree.attribute(.type, of: node, is: "start") || tree.attribute(.type, of: node, is: "stop")
    var step = Rational(1, 4) / Rational(Int128(1 << (strokes == 0 ? 3 : strokes)))
    if !isPair {
      // The strokes come on top of the note's own flags.
      if let type = tree.child(.type, of: element), let value = noteValue(tree.bytes(type)),
        value < Rational(1, 4)
      {
        step = step * value * Rational(4)
      }
      if let modification = tree.child(.timeModification, of: element),
        let actual = tree.integer(.actualNotes, of: modification), (1...1000).contains(actual),
        let normal = tree.integer(.normalNotes, of: modification), (1...1000).contains(normal)
      {
        step = step * Rational(Int128(normal), Int128(actual))
      }
    }
    let ticks = max(1, (step * Rational(Int128(4 * grid.ticksPerQuarter))).ticks)
    note.ornament = .tremolo(step: ticks)
    if tree.attribute(.type, of: node, is: "start") { note.marks.insert(.tremoloStart) }
    if tree.attribute(.type, of: node, is: "stop") { note.marks.insert(.tremoloStop) }
  }

  /// Makes the two ends of a tremolo alternate over the time of both.
  mutating func joinTremolo(first: Int, second: Int) {
    let voice = measure.notes[second].voice
    guard case .tremolo(let step) = measure.notes[first].ornament,
      measure.notes[second].on > measure.notes[first].on, let opened = openTremolos[voice]
    else { return }
    let begin = measure.notes[first].on
    let span = measure.notes[second].on + measure.notes[second].duration - begin
    for index in opened {
      measure.notes[index].duration = span
      measure.notes[index].ornament = .alternation(start: 0, span: span, step: step)
    }
    joined = JoinedTremolo(
      voice: voice, on: measure.notes[second].on, begin: begin, span: span, step: step)
    openTremolos[voice] = nil
    alternate(&measure.notes[second])
  }

  /// Makes a note of the second chord of a tremolo, if it is one, play its share of it.
  func alternate(_ note: inout WrittenNote) {
    guard let joined, note.voice == joined.voice, note.on == joined.on else { return }
    note.on = joined.begin
    note.duration = joined.span
    note.delay = 0
    note.ornament = .alternation(start: joined.step, span: joined.span, step: joined.step)
  }

  /// Staggers the notes of each rolled chord of the measure; all end together.
  mutating func rollChords() {
    var chords: [Int64: [Int]] = [:]
    for (index, note) in measure.notes.enumerated() where note.marks.contains(.arpeggio) {
      // A chord is an onset and a number.
      chords[note.on << 25 | Int64(note.arpeggio + 1 << 24), default: []].append(index)
    }
    for members in chords.values where members.count > 1 {
      let isDown = members.contains { measure.notes[$0].marks.contains(.arpeggioDown) }
      let ordered = members.sorted {
        let (a, b) = (measure.notes[$0].key, measure.notes[$1].key)
        return a == b ? $0 < $1 : isDown ? a > b : a < b
      }
      let shortest = members.map { measure.notes[$0].duration - measure.notes[$0].delay }.min() ?? 0
      let step = min(
        grid.ticks(partOfWhole: Interpretation.arpeggioStep), shortest / Int64(2 * members.count))
      for (place, index) in ordered.enumerated() {
        measure.notes[index].delay += Int64(place) * step
      }
    }
  }
}

/// A tremolo whose second chord is being read.
struct JoinedTremolo: Sendable {
  var voice: Int32
  var on: Int64
  var begin: Int64
  var span: Int64
  var step: Int64
}
