extension Score {
  /// The words of a karaoke file (`.kar`), empty for any other file.
  ///
  /// They are texts in place of lyrics: headers begin with `@`, syllables that begin a line with `/`,
  /// those that begin a paragraph with `\`.
  var karaoke: String {
    let texts = tracks.map { track -> [String] in
      guard track.events.mayHaveText(kind: Message.TextKind.text) else { return [] }
      return track.events.indices.compactMap { index -> String? in
        guard EventCode.slot(track.events.code(at: index)) != nil,
          case .text(Message.TextKind.text, let bytes) = track.events.message(at: index)
        else { return nil }
        return TextDecoder.decode(bytes, as: textEncoding)
      }
    }
    guard texts.contains(where: { $0.contains { $0.hasPrefix("@") } }) else { return "" }
    var words = ""
    for track in texts where track.contains(where: { $0.hasPrefix("\\") || $0.hasPrefix("/") }) {
      for text in track where !text.hasPrefix("@") {
        let beginsLine = text.hasPrefix("\\") || text.hasPrefix("/")
        words += beginsLine ? "\n" + text.dropFirst() : text
      }
    }
    return words
  }
}
