extension Score {
  /// The score of a note script, version 1: voice lines, `at` lines, directives and macros.
  ///
  /// Positions are exact: the ticks are the least common multiple of what the script asks for (see
  /// `ScriptGrid`). All voices play on channel 1, each in a track of its own.
  ///
  /// - Parameter bytes: the whole script in UTF-8, with or without a byte order mark, its lines ended by
  ///   LF, CRLF or CR.
  /// - Throws: all mistakes of the script, 20 at most, each with its line and column.
  public init(noteScript bytes: [UInt8]) throws(ScoreError) {
    guard bytes.count < Int(Int32.max) else {
      throw ScoreError(.tooLarge, at: .whole, "a script of 2 GB or more")
    }
    var reader = NoteScriptReader(bytes)
    reader.read()
    let isEmpty = reader.isEmpty
    var script = reader.compiled()
    if isEmpty, script.faults.errorCount == 0 {
      throw ScoreError(
        .malformed, at: .text(line: 1, column: 1, source: nil),
        "nothing to play: no voice line and no at line", hint: "a first one is rh: C4 D4 E4")
    }
    let tracks = script.layOut()
    let isTooLarge = script.faults.isTooLarge
    let hasErrors = script.faults.errorCount > 0
    let found = script.faults.diagnostics(in: script.text)
    if hasErrors { throw ScoreError(isTooLarge ? .tooLarge : .malformed, found) }
    self.init(
      kind: .notes, timebase: .ticksPerQuarter(script.ticksPerQuarter), tracks: tracks,
      title: script.directives.title.map(TextDecoder.decode),
      composer: script.directives.composer.map(TextDecoder.decode),
      copyright: script.directives.copyright.map(TextDecoder.decode), warnings: found)
    concertPitchCents = script.directives.tuning.map(ScriptTuning.cents) ?? 0
  }
}
