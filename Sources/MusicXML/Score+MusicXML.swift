public import Score

extension Score {
  /// Reads MusicXML up to 4.0, plain or compressed (MXL), part by part or measure by measure.
  ///
  /// The first track holds tempo, meter, key and rehearsal marks; then comes a track for each part,
  /// with all its staves and voices, for they share one pedal. Repeats and jumps are played out.
  /// Positions are whole ticks of a grid on which every duration of the file lies. How signs sound is
  /// in `Interpretation`. What is not played is a warning, one for each kind with its first place.
  ///
  /// Throws `malformed` for what is not MusicXML, `unsupported` for entities within entities, external
  /// entities, encrypted archives and encodings besides UTF-8, UTF-16, ISO-8859-1 and US-ASCII, and
  /// `tooLarge` for what expands beyond the limits: `MXLContainer`, `XMLParser` and 10 million events.
  public init(musicXML bytes: [UInt8]) throws(ScoreError) {
    var (document, name): ([UInt8], String?) = (bytes, nil)
    if bytes.starts(with: [0x50, 0x4B]) {
      let unpacked = try MXLContainer.score(in: bytes)
      (document, name) = (unpacked.bytes, unpacked.name)
    }
    let tree: XMLTree
    do {
      tree = try XMLParser.tree(of: document)
    } catch {
      var place = Diagnostic.Place.whole
      if let line = error.line, let column = error.column {
        place = .text(line: line, column: column, source: nil)
      } else {
        var lines = LineCounter(document)
        place = lines.place(of: error.byte)
      }
      throw ScoreError(error.reason, at: place, (name.map { "\($0): " } ?? "") + error.message)
    }
    let reader = DocumentReader(tree)
    do {
      self = try reader.score()
    } catch {
      // Bytes of the document become lines, as a person counts.
      var diagnostics = error.diagnostics
      for index in diagnostics.indices {
        if case .byte(let byte, _) = diagnostics[index].place {
          var lines = LineCounter(document)
          diagnostics[index].place = lines.place(of: byte)
        }
      }
      throw ScoreError(error.reason, diagnostics)
    }
    warnings = reader.complaints.diagnostics(of: document, named: name)
  }
}
