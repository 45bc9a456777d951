/// An ABC file taken apart: what stands before the first tune, and the tunes.
struct ABCBook {
  /// A tune's lines from `X:` to the empty line that ends it, comments taken off.
  struct Tune {
    /// The number after `X:`, nil where it has none.
    var reference: Int?
    var lines: [ABCLine]
  }

  /// Fields and directives before the first tune; they hold for every tune.
  var header: [ABCLine] = []
  var tunes: [Tune] = []

  init(_ file: [UInt8], warnings: inout ABCWarnings) {
    let lines = ABCText.lines(file)
    let hasReferences = lines.contains { $0.field == UInt8(ascii: "X") }
    var inTune = false
    var textBlock: StaticString?  // the directive that ends a block of text
    var blockEnds: [String: Int] = [:]  // the last line with such a directive
    for (index, line) in lines.enumerated() {
      if let end = textBlock {
        if line.starts(with: end) { textBlock = nil }
        continue
      }
      if line.starts(with: "%%begin"), let end = ABCBook.end(of: line) {
        if blockEnds[end.description] == nil {
          blockEnds[end.description] = lines.lastIndex { $0.starts(with: end) } ?? -1
        }
        if blockEnds[end.description, default: -1] > index {
          textBlock = end
        } else {
          warnings.warn(line, at: 0, "this block of text has no end; \(end) was expected")
        }
        continue
      }
      if line.isBlank {
        inTune = false
        continue
      }
      let isDirective = line.starts(with: "%%")
      let bare = isDirective ? line : line.withoutComment
      if bare.field == UInt8(ascii: "X") {
        var cursor = ABCCursor(bare.bytes, from: 2)
        tunes.append(Tune(reference: cursor.signedNumber(), lines: [bare]))
        inTune = true
      } else if !hasReferences, !inTune, bare.field != nil {
        // A fragment without a number: its first field begins it.
        tunes.append(Tune(reference: nil, lines: [bare]))
        inTune = true
      } else if bare.bytes.isEmpty {
        continue
      } else if inTune {
        tunes[tunes.count - 1].lines.append(bare)
      } else if tunes.isEmpty, isDirective || bare.field != nil {
        header.append(bare)
      } else if !tunes.isEmpty, !isDirective, bare.field == nil, bare.bytes.contains(ABC.bar) {
        warnings.warn(
          bare, at: 0, "this line stands outside of every tune and is not played",
          hint: "an empty line ends a tune; begin a tune with X:")
      }
    }
  }

  /// How a block of text or drawing ends (ABC 2.1, section 11.4; abcm2ps `beginps`, `beginsvg`).
  private static func end(of line: ABCLine) -> StaticString? {
    if line.starts(with: "%%begintext") { return "%%endtext" }
    if line.starts(with: "%%beginps") { return "%%endps" }
    if line.starts(with: "%%beginsvg") { return "%%endsvg" }
    if line.starts(with: "%%beginjs") { return "%%endjs" }
    if line.starts(with: "%%beginml") { return "%%endml" }
    return nil
  }
}
