/// How signs become sound, where the file gives no number of its own: every value in one place.
///
/// A bare score says "staccato" or "fermata" and leaves the rest to the player. These values are those
/// of the note script where it has the sign too (dynamics, accent, staccato, grace notes, the rolled
/// chord); the others are this reader's own choice. A number in the file (`sound`, the attributes
/// of a note) goes before them.
enum Interpretation {
  /// The velocity before the first dynamic sign, that of mf.
  static let velocity = 90
  /// The velocity that MusicXML calls 100 % (`sound dynamics`, `note dynamics`: MusicXML 4.0, "sound").
  static let fullVelocity = 90
  /// What a hairpin without a dynamic at its end changes.
  static let hairpin = 15
  /// How far behind the end of a hairpin its dynamic may stand, in quarters.
  static let hairpinReachQuarters = 1

  /// The velocity from a dynamic sign on.
  static func velocity(of sign: Tag) -> Int? {
    switch sign {
    case .n: 1
    case .pppppp, .ppppp: 8
    case .pppp: 15
    case .ppp: 30
    case .pp: 45
    case .p: 60
    case .mp: 75
    case .mf: 90
    case .f, .pf: 105
    case .ff: 120
    case .fff, .ffff, .fffff, .ffffff: 127
    case .fp, .sfp, .sfzp: 60
    case .sfpp: 45
    default: nil
    }
  }

  /// What a dynamic sign adds to the notes that begin at its place, and only to those.
  static func attack(of sign: Tag) -> Int? {
    switch sign {
    case .sf, .fz, .rf, .rfz, .sfz: 24
    case .sffz: 36
    // A strong begin, then soft: the notes there are as loud as f.
    case .fp, .sfp, .sfzp: 45
    case .sfpp: 60
    // Soft at first.
    case .pf: -45
    default: nil
    }
  }

  /// The share of its written length that a note with an articulation sounds, in percent.
  static func gatePercent(_ marks: Marks) -> Int64 {
    if marks.contains(.staccatissimo) { return 25 }
    if marks.contains(.spiccato) { return 35 }
    if marks.contains(.staccato) { return marks.contains(.tenuto) ? 75 : 50 }
    if marks.contains(.detachedLegato) { return 75 }
    if marks.contains(.breath) || marks.contains(.caesura) { return 75 }
    return 100
  }

  /// What the articulations of a note add to its velocity.
  static func accent(_ marks: Marks) -> Int {
    var added = 0
    if marks.contains(.accent) { added += 16 }
    if marks.contains(.strongAccent) { added += 24 }
    if marks.contains(.softAccent) { added += 8 }
    if marks.contains(.stress) { added += 8 }
    if marks.contains(.unstress) { added -= 8 }
    return added
  }

  /// How many times longer the end of a note with a fermata lasts, by the fermata's shape, in percent:
  /// the part from the last note that begins within it (in any part) to its end.
  static func fermataPercent(_ shape: ArraySlice<UInt8>) -> Int {
    if shape.spells("double-angled") { return 125 }
    if shape.spells("angled") || shape.spells("half-curve") { return 150 }
    if shape.spells("square") || shape.spells("curlew") { return 250 }
    if shape.spells("double-square") || shape.spells("double-dot") { return 300 }
    return 200
  }

  /// The same for a caesura.
  static let caesuraPercent = 150
  /// The length of a grace note with a slash, as a fraction of a whole note: 1/32.
  static let graceNote = 32
  /// The step of a rolled chord, as a fraction of a whole note (31 ms at 120 quarters a minute).
  static let arpeggioStep = 64
  /// The notes of trills, turns and mordents, as a fraction of a whole note.
  static let ornamentStep = 32
  /// The pedal comes down again this much after a change, as a fraction of a whole note.
  static let pedalChange = 32
}
