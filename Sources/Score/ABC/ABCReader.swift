extension Score {
  /// Reads ABC notation (ABC 2.1): one tune of a file, or all of them one after the other.
  ///
  /// Texts are UTF-8 or, where they are not valid UTF-8, Latin-1. Repeats, endings, parts and jumps are
  /// unfolded; `%%MIDI` directives are obeyed as abc2midi does. Where the standard leaves the playing
  /// open, abc2midi is followed too (velocities by the place in the bar, grace notes, the chords of an
  /// accompaniment), but for the notes of a chord, which begin together, and a fermata, for which all voices wait.
  ///
  /// Every voice becomes a track; tunes share their tracks by the number of the voice. What should sound
  /// but is not understood is a warning with its line and column; what only shows is skipped.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - tune: the number after `X:` of the only tune to be read; of equal ones the first.
  ///   - chords: whether chord symbols are played as an accompaniment.
  /// - Throws: `malformed` where there is no tune (or not the one asked for) or it has no voices;
  ///   `tooLarge` above 2 million notes or symbols, repeats unfolded.
  public init(abc bytes: [UInt8], tune: Int? = nil, chords: Bool = false) throws(ScoreError) {
    var warnings = ABCWarnings()
    let book = ABCBook(bytes, warnings: &warnings)
    var tunes = book.tunes
    guard !tunes.isEmpty else {
      throw ScoreError(
        .malformed, at: .whole, "there is no tune in this ABC file",
        hint: "a tune begins with a line X:1 and has a key, K:C, before its notes")
    }
    if let tune {
      guard let found = tunes.first(where: { $0.reference == tune }) else {
        let known = tunes.prefix(20).compactMap(\.reference).map(String.init)
        throw ScoreError(
          .malformed, at: .whole, "there is no tune X:\(tune) in this file",
          hint: "it has " + known.joined(separator: ", ") + (tunes.count > 20 ? ", …" : ""))
      }
      tunes = [found]
    }
    var head = ABCTuneReader(settings: ABCSettings(), warnings: warnings, playsChords: chords)
    head.readHeader(book.header)
    var settings = head.settings
    warnings = head.warnings
    var assembly = ABCAssembly()
    var left = ABCTuneReader.most
    for tune in tunes {
      var reader = ABCTuneReader(settings: settings, warnings: warnings, playsChords: chords)
      reader.read(tune)
      // Chord kinds hold to the end of the file (abc2midi's guide).
      settings.chordKinds = reader.settings.chordKinds
      let performance = try reader.perform(left: &left)
      warnings = reader.warnings
      try assembly.add(performance, of: reader, isOneOfMany: tunes.count > 1)
    }
    self = assembly.score(warnings: warnings.all)
    if composer == nil { composer = head.composer }
    if copyright == nil { copyright = head.copyright }
  }
}
