/// The piano roll: a keyboard at the side, notes as bars, voices by hue, velocity by strength.
struct RollLane {
  let roll: Roll
  let theme: Theme

  func draw(on canvas: Canvas, in box: Box, side: Box, axis: TimeAxis) {
    let keyboard = Keyboard(
      keys: roll.keys, box: Box(x: side.x, y: box.y, width: side.width, height: box.height))
    keyboard.drawRows(on: canvas, in: box, theme: theme)
    drawBars(on: canvas, in: box, axis: axis)
    let gap = keyboard.rowHeight > 4 ? 0.5 : 0
    canvas.clipped(to: box) {
      for note in roll.notes
      where note.off >= axis.range.lowerBound && note.on <= axis.range.upperBound {
        let left = axis.x(note.on)
        // A note of no length is still to be seen.
        let width = max(1, axis.x(note.off) - left - 0.5)
        canvas.fill(
          Box(
            x: left, y: keyboard.y(note.key) + gap, width: width,
            height: max(0.75, keyboard.rowHeight - 2 * gap)),
          theme.note(voice: note.voice, velocity: note.velocity))
      }
    }
    keyboard.draw(on: canvas, theme: theme)
  }

  /// Bar lines with numbers, as many as there is room for.
  private func drawBars(on canvas: Canvas, in box: Box, axis: TimeAxis) {
    let visible = roll.bars.filter { axis.range.contains($0.seconds) }
    let room = max(1, Int(box.width / 26))
    var every = 1
    for candidate in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] {
      every = candidate
      if visible.count / candidate <= room { break }
    }
    for bar in visible where (bar.number - 1) % every == 0 {
      let x = axis.x(bar.seconds)
      canvas.line([(x, box.y), (x, box.maxY)], theme.grid, width: 0.75)
      canvas.text(String(bar.number), x: x + 2, y: box.y - 3, size: 8.5, theme.faintInk)
    }
  }

  /// The names of the voices, in their colours, from `x` to the left.
  func drawLegend(on canvas: Canvas, right: Double, y: Double) {
    let used = Set(roll.notes.map(\.voice)).sorted()
    var x = right
    for voice in used.prefix(8).reversed() {
      let name = voice < roll.voices.count ? roll.voices[voice] : "track \(voice + 1)"
      let label = name.count > 24 ? String(name.prefix(23)) + "…" : name
      x -= canvas.width(of: label, size: 10)
      canvas.text(label, x: x, y: y, size: 10, theme.ink)
      x -= 13
      canvas.fill(
        Box(x: x, y: y - 8, width: 9, height: 9), theme.note(voice: voice, velocity: 110))
      x -= 12
    }
  }
}

/// A pedal: how deep it is, as a filled curve.
struct PedalLane {
  let curve: Roll.PedalCurve
  let theme: Theme

  func draw(on canvas: Canvas, in box: Box, side: Box, axis: TimeAxis) {
    canvas.fill(box, theme.ground)
    canvas.text(
      curve.name, x: side.maxX - 4, y: box.y + box.height / 2 + 3.5, size: 9.5, theme.faintInk,
      .right)
    canvas.clipped(to: box) {
      var points: [(x: Double, y: Double)] = [(axis.x(0), box.maxY)]
      var depth = 0.0
      for point in curve.points {
        let x = axis.x(point.seconds)
        points.append((x, box.maxY - depth * (box.height - 2)))
        depth = point.depth
        points.append((x, box.maxY - depth * (box.height - 2)))
      }
      points.append((max(box.maxX, points.last?.x ?? 0), box.maxY - depth * (box.height - 2)))
      points.append((points.last?.x ?? 0, box.maxY))
      var colour = theme.pedal
      colour.alpha = 0.55
      canvas.fillShape(points, colour)
      drawLifts(on: canvas, in: box, axis: axis)
    }
  }

  /// A pedal that is lifted and pressed again at once would look held: a notch shows the lift.
  private func drawLifts(on canvas: Canvas, in box: Box, axis: TimeAxis) {
    for (x, depth) in curve.lifts(shorterThan: 2, at: axis.x) {
      let bottom = box.maxY - depth * (box.height - 2)
      canvas.line([(x, box.y), (x, bottom)], theme.ground, width: 1.5)
    }
  }
}

extension Roll.PedalCurve {
  /// Where the pedal goes up and down again within a `width` of the picture, and how deep it stays.
  func lifts(shorterThan width: Double, at x: (Double) -> Double) -> [(x: Double, depth: Double)] {
    zip(points.indices, points).compactMap { index, point in
      guard index > 0, index + 1 < points.count, point.depth < points[index - 1].depth,
        points[index + 1].depth > point.depth,
        x(points[index + 1].seconds) - x(point.seconds) < width
      else { return nil }
      return (x(point.seconds), point.depth)
    }
  }
}
