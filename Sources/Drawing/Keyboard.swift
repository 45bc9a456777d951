/// A keyboard on its side: the lowest key at the bottom, the fronts to the right, one row a semitone.
struct Keyboard: Sendable {
  /// The keys shown.
  let keys: ClosedRange<Int>
  /// Where the rows lie.
  let box: Box

  static func isBlack(_ key: Int) -> Bool { [1, 3, 6, 8, 10].contains(key % 12) }

  var rowHeight: Double { box.height / Double(keys.count) }

  /// The upper edge of a key's row.
  func y(_ key: Int) -> Double { box.maxY - Double(key - keys.lowerBound + 1) * rowHeight }

  /// The rows behind a roll, those of black keys shaded, a line at each C.
  func drawRows(on canvas: Canvas, in lane: Box, theme: Theme) {
    canvas.fill(lane, theme.ground)
    for key in keys where Self.isBlack(key) {
      canvas.fill(Box(x: lane.x, y: y(key), width: lane.width, height: rowHeight), theme.shade)
    }
    for key in keys where key % 12 == 0 {
      let bottom = y(key) + rowHeight
      canvas.line([(lane.x, bottom), (lane.maxX, bottom)], theme.grid, width: 0.5)
    }
  }

  /// The keys: white ones in sevenths of an octave with rounded front corners, black ones over them.
  func draw(on canvas: Canvas, theme: Theme) {
    canvas.clipped(to: box) {
      let octave = 12 * rowHeight
      for c in stride(from: keys.lowerBound / 12 * 12, through: keys.upperBound, by: 12) {
        let bottom = box.maxY - Double(c - keys.lowerBound) * rowHeight
        for (index, step) in [0, 2, 4, 5, 7, 9, 11].enumerated() {
          guard
            keys.contains(c + step) || keys.contains(c + step + 1) || keys.contains(c + step - 1)
          else { continue }
          let height = octave / 7
          let key = Box(
            x: box.x, y: bottom - Double(index + 1) * height, width: box.width - 1, height: height)
          canvas.fillKey(key, radius: 3, theme.whiteKey, outline: Colour(0x8A9099))
        }
      }
      for key in keys where Self.isBlack(key) {
        let row = Box(x: box.x, y: y(key), width: box.width * 0.62, height: rowHeight)
        canvas.fillKey(row, radius: 1.5, theme.blackKey, outline: nil)
      }
      for key in keys where key % 12 == 0 && rowHeight >= 2.2 {
        let size = min(9, octave / 7 * 0.8)
        canvas.text(
          "C\(key / 12 - 1)", x: box.maxX - 3, y: y(key) + rowHeight / 2 + size * 0.35, size: size,
          Colour(0x555B66), .right)
      }
    }
  }
}
