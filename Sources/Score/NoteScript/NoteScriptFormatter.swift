/// Lays out a note script for the eye.
///
/// The voice lines of a paragraph get their labels and bars one below the other; everywhere one blank
/// stands between words and none at line ends. No word is changed.
public struct NoteScriptFormatter {
  private let bytes: [UInt8]
  private var output: [UInt8] = []

  /// A line with a label, cut where bars end.
  private struct VoiceLine {
    var label: [UInt8]
    var bars: [Bar] = [Bar()]
    /// From the `#` on.
    var comment: [UInt8] = []
  }

  private struct Bar {
    var words: [[UInt8]] = []
    /// Whether a bar line ends it.
    var isClosed = false

    var width: Int { NoteScriptFormatter.width(text) }
    var text: [UInt8] { Array(words.joined(separator: [0x20])) }
  }

  /// The script `bytes` laid out; laid out once more it stays the same.
  ///
  /// - Throws: the mistakes of a script that cannot be read: it is not touched.
  public static func format(_ bytes: [UInt8]) throws(ScoreError) -> [UInt8] {
    _ = try Score(noteScript: bytes)
    var formatter = NoteScriptFormatter(bytes: bytes)
    formatter.write()
    return formatter.output
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func write() {
    let text = ScriptText(bytes)
    var paragraph: [VoiceLine] = []
    var blankLines = 0
    var begin = text.start
    while begin < bytes.count {
      let (content, next, _) = text.line(from: begin)
      begin = next
      let words = words(content)
      if let line = voiceLine(words) {
        if paragraph.isEmpty { writeBlankLine(blankLines) }
        paragraph.append(line)
        blankLines = 0
        continue
      }
      writeParagraph(paragraph)
      paragraph = []
      if words.isEmpty {
        blankLines += 1
        continue
      }
      writeBlankLine(blankLines)
      blankLines = 0
      writeLine(Array(words.joined(separator: [0x20])))
    }
    writeParagraph(paragraph)
  }

  /// One blank line where there were some, none at the beginning.
  private mutating func writeBlankLine(_ count: Int) {
    if count > 0, !output.isEmpty { output.append(10) }
  }

  private mutating func writeLine(_ line: [UInt8]) {
    var line = line
    while line.last == 0x20 { line.removeLast() }
    output += line
    output.append(10)
  }

  private mutating func writeParagraph(_ lines: [VoiceLine]) {
    let labelWidth = lines.map { NoteScriptFormatter.width($0.label) }.max() ?? 0
    let columns = lines.map(\.bars.count).max() ?? 0
    // What no bar line ends pushes nothing aside.
    let widths = (0..<columns).map { column in
      lines.compactMap { line in
        column < line.bars.count && line.bars[column].isClosed ? line.bars[column].width : nil
      }.max() ?? 0
    }
    for line in lines {
      var text = padded(line.label, labelWidth)
      for (column, bar) in line.bars.enumerated() where bar.isClosed || !bar.words.isEmpty {
        text.append(0x20)
        text += bar.isClosed ? padded(bar.text, widths[column]) + [0x20, 0x7C] : bar.text
      }
      if !line.comment.isEmpty { text += [0x20, 0x20] + line.comment }
      writeLine(text)
    }
  }

  private func padded(_ text: [UInt8], _ width: Int) -> [UInt8] {
    text + [UInt8](repeating: 0x20, count: max(0, width - NoteScriptFormatter.width(text)))
  }

  /// Characters, not bytes.
  private static func width(_ text: [UInt8]) -> Int {
    text.count { $0 & 0xC0 != 0x80 }
  }

  /// The words of a line; a label with its colon is one word, a string too, and a comment.
  private func words(_ line: Range<Int>) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var cursor = ScriptCursor(bytes, line)
    cursor.skipBlanks()
    let begin = cursor.at
    let isVoice = cursor.name() != nil && cursor.take(UInt8(ascii: ":"))
    if isVoice { words.append(Array(bytes[begin..<cursor.at])) } else { cursor.at = begin }
    while true {
      cursor.skipBlanks()
      if cursor.isAtEnd { return words }
      let begin = cursor.at
      if cursor.next == UInt8(ascii: "#") {
        cursor.at = cursor.end
      } else if cursor.next == UInt8(ascii: "\"") {
        skipString(&cursor)
      } else {
        repeat {
          cursor.at += 1
        } while !cursor.isAtEnd && !cursor.next.isBlank
          && !(isVoice && isCommentBehindSign(cursor))
      }
      words.append(Array(bytes[begin..<cursor.at]))
    }
  }

  /// Whether a comment begins without a blank, as in `C4 |# so`: signs end a word.
  private func isCommentBehindSign(_ cursor: ScriptCursor) -> Bool {
    cursor.next == UInt8(ascii: "#") && bytes[cursor.at - 1].endsVoiceWord
  }

  private func skipString(_ cursor: inout ScriptCursor) {
    cursor.at += 1
    while !cursor.isAtEnd, cursor.next != UInt8(ascii: "\"") {
      cursor.at += cursor.next == UInt8(ascii: "\\") ? 2 : 1
    }
    cursor.at = min(cursor.at + 1, cursor.end)
  }

  /// The words of a line as a voice line; nil if it is none.
  private func voiceLine(_ words: [[UInt8]]) -> VoiceLine? {
    guard let first = words.first, first.first?.isLetter == true,
      let colon = first.firstIndex(where: { !$0.isNameByte }), first[colon] == UInt8(ascii: ":")
    else { return nil }
    var line = VoiceLine(label: Array(first[...colon]))
    for word in words.dropFirst() {
      if word.first == UInt8(ascii: "#") {
        var comment = word
        while comment.last?.isBlank == true { comment.removeLast() }
        line.comment = comment
        continue
      }
      add(word[...], to: &line)
    }
    return line
  }

  /// Adds a word; a bar line may be glued to it.
  private func add(_ word: ArraySlice<UInt8>, to line: inout VoiceLine) {
    var rest = word
    while let bar = rest.firstIndex(of: UInt8(ascii: "|")) {
      if bar > rest.startIndex {
        line.bars[line.bars.count - 1].words.append(Array(rest[..<bar]))
      }
      line.bars[line.bars.count - 1].isClosed = true
      line.bars.append(Bar())
      rest = rest[(bar + 1)...]
    }
    if !rest.isEmpty { line.bars[line.bars.count - 1].words.append(Array(rest)) }
  }
}
