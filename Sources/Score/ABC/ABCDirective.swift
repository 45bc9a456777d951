/// What `%%MIDI` says (abc2midi's guide), as far as it is played while the music runs.
enum ABCDirective {
  /// Program 0…127, on channel 0…15 or the voice's own.
  case program(channel: Int?, number: UInt8)
  /// The voice's channel, 0…15.
  case channel(Int)
  /// Semitones: all that is transposed, or so much more.
  case transpose(Int, isRelative: Bool)
  /// The key of the written C, usually 60.
  case middleC(Int)
  /// Velocities of the first note of a bar, of strong ones and of the others, and how many beats make
  /// a strong one.
  case beat(Int, Int, Int, every: Int)
  case beatChange(Int)
  /// f, m and p for each part of the bar.
  case beatString([UInt8])
  case beatAccents(Bool)
  case deltaLoudness(Int)
  /// Grace notes take this share of their note.
  case graceShare(Rational)
  /// A grace note's length is its units divided by this.
  case graceDivider(Int)
  /// The notes of a chord begin so many 480ths of a quarter after each other.
  case chordAttack(Int)
  /// Notes end so much earlier (above 0) or later, in whole notes.
  case trim(Rational)
  case control(part: ABCPart, number: UInt8, value: UInt8)
  case pitchBend(part: ABCPart, value: UInt16)
  /// A fermata adds one unit of length, or doubles.
  case fermataAddsUnit(Bool)
  /// The pattern of the chords, an item for each stroke: what and how long.
  case chordPattern([ABCStroke])
  case chordProgram(part: ABCPart, number: UInt8, octaves: Int)
  case chordVelocity(part: ABCPart, velocity: UInt8)
  case chordsOn(Bool)
  case patternBars(part: ABCPart, bars: Int)
  case drumPattern([ABCStroke], keys: [UInt8], velocities: [UInt8])
  case drumOn(Bool)
  case drone(program: UInt8, keys: [UInt8], velocities: [UInt8])
  case droneOn(Bool)
}

/// Whom a directive means.
enum ABCPart {
  case melody, chord, bass, drum
}

/// One item of a pattern: a letter and its weight.
struct ABCStroke {
  var letter: UInt8
  var weight: Int

  /// Reads `fzc2z`; nil where another character stands in it.
  static func pattern(_ text: ArraySlice<UInt8>, letters: StaticString) -> [ABCStroke]? {
    var cursor = ABCCursor(Array(text))
    let known = ABC.ascii(letters)
    var strokes: [ABCStroke] = []
    while !cursor.isAtEnd {
      let letter = cursor.byte
      guard known.contains(letter), strokes.count < 1000 else { return nil }
      cursor.position += 1
      strokes.append(ABCStroke(letter: letter, weight: min(max(cursor.number() ?? 1, 1), 1000)))
    }
    return strokes
  }
}
