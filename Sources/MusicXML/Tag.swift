/// The names of elements and attributes that the reader looks at; all others are `visual` or `unknown`.
///
/// Names become these small values while expat reads, so that no element costs a `String`.
enum Tag: String, CaseIterable, Sendable {
  /// A name that MusicXML has and that nobody can hear.
  case visual = "-visual"
  /// A name that MusicXML does not have.
  case unknown = "-unknown"

  // The frame of a document, and of an MXL container.
  case scorePartwise = "score-partwise"
  case scoreTimewise = "score-timewise"
  case opus, container, rootfiles, rootfile
  case fullPath = "full-path"
  case mediaType = "media-type"
  case part, measure, defaults, work, identification, creator, rights, credit
  case workTitle = "work-title"
  case movementTitle = "movement-title"
  case creditType = "credit-type"
  case creditWords = "credit-words"
  case concertScore = "concert-score"
  case id, number, type, implicit, xmlSpace = "xml:space"

  // The list of parts and their instruments.
  case partList = "part-list"
  case scorePart = "score-part"
  case partName = "part-name"
  case partNameDisplay = "part-name-display"
  case displayText = "display-text"
  case partGroup = "part-group"
  case scoreInstrument = "score-instrument"
  case instrumentName = "instrument-name"
  case midiInstrument = "midi-instrument"
  case midiDevice = "midi-device"
  case midiChannel = "midi-channel"
  case midiProgram = "midi-program"
  case midiBank = "midi-bank"
  case midiUnpitched = "midi-unpitched"
  case volume, pan, elevation, port
  case instrumentChange = "instrument-change"

  // Attributes of a measure.
  case attributes, divisions, key, fifths, mode, time, beats, transpose, chromatic, double, above,
    staves
  case keyStep = "key-step"
  case keyAlter = "key-alter"
  case beatType = "beat-type"
  case senzaMisura = "senza-misura"
  case octaveChange = "octave-change"
  case forPart = "for-part"
  case measureStyle = "measure-style"
  case measureRepeat = "measure-repeat"
  case beatRepeat = "beat-repeat"
  case slash

  // Notes.
  case note, pitch, step, alter, octave, unpitched, rest, chord, duration, voice, staff, dot, tie,
    cue
  case grace, instrument, notations, lyric, backup, forward
  case displayStep = "display-step"
  case displayOctave = "display-octave"
  case timeModification = "time-modification"
  case actualNotes = "actual-notes"
  case normalNotes = "normal-notes"
  case stealTimePrevious = "steal-time-previous"
  case stealTimeFollowing = "steal-time-following"
  case makeTime = "make-time"
  case timeOnly = "time-only"
  case attack, release, pizzicato
  case syllabic, text, elision, humming, laughing
  case play, mute

  // Notations.
  case tied, fermata, arpeggiate, articulations, ornaments, technical, tremolo, direction, dynamics
  case accent, staccato, tenuto, staccatissimo, spiccato, stress, unstress, caesura
  case strongAccent = "strong-accent"
  case detachedLegato = "detached-legato"
  case softAccent = "soft-accent"
  case breathMark = "breath-mark"
  case trillMark = "trill-mark"
  case turn, mordent, shake, schleifer, haydn
  case delayedTurn = "delayed-turn"
  case invertedTurn = "inverted-turn"
  case delayedInvertedTurn = "delayed-inverted-turn"
  case verticalTurn = "vertical-turn"
  case invertedVerticalTurn = "inverted-vertical-turn"
  case invertedMordent = "inverted-mordent"
  case wavyLine = "wavy-line"
  case accidentalMark = "accidental-mark"
  case placement, long
  case startNote = "start-note"
  case trillStep = "trill-step"
  case glissando, slide, bend, scoop, plop, doit, falloff, harmonic, stopped
  case snapPizzicato = "snap-pizzicato"
  case nonArpeggiate = "non-arpeggiate"
  case doubleTongue = "double-tongue"
  case tripleTongue = "triple-tongue"
  case brassBend = "brass-bend"
  case hammerOn = "hammer-on"
  case pullOff = "pull-off"
  case smear, flip

  // Directions and sounds.
  case sound, offset, words, rehearsal, metronome, wedge, pedal, segno, coda, dashes, tempo, swing
  case directionType = "direction-type"
  case beatUnit = "beat-unit"
  case beatUnitDot = "beat-unit-dot"
  case beatUnitTied = "beat-unit-tied"
  case perMinute = "per-minute"
  case metronomeNote = "metronome-note"
  case niente, damp, scordatura, percussion
  case damper = "damper-pedal"
  case soft = "soft-pedal"
  case sostenuto = "sostenuto-pedal"
  case dacapo, dalsegno, tocoda, fine
  case forwardRepeat = "forward-repeat"
  case dampAll = "damp-all"
  case stringMute = "string-mute"
  case harpPedals = "harp-pedals"
  case octaveShift = "octave-shift"
  case p, pp, ppp, pppp, ppppp, pppppp, f, ff, fff, ffff, fffff, ffffff
  case mp, mf, sf, sfp, sfpp, fp, rf, rfz, sfz, sffz, fz, n, pf, sfzp
  case otherDynamics = "other-dynamics"

  // Barlines.
  case barline, location, ending, times
  case repetition = "repeat"
  case afterJump = "after-jump"

  // What notation says and no note can be made of.
  case harmony, listening, listen
  case figuredBass = "figured-bass"
}

extension Tag {
  /// Elements and attributes of MusicXML 4.0 that are for the eye (layout, engraving, fingerings, links) or only for other programs.
  static let silent = """
    accidental accidental-text accord accordion-high accordion-low accordion-middle accordion-registration \
    appearance arrow arrow-direction arrow-style arrowhead artificial assess bar-style barre base-pitch \
    bass bass-alter bass-separator bass-step beam beater bookmark bottom-margin bracket cancel circular-arrow \
    clef clef-octave-change concert-staff credit-image credit-symbol degree degree-alter degree-type degree-value \
    diatonic directive distance down-bow effect encoder encoding encoding-date encoding-description \
    end-line end-paragraph ensemble except-voice extend eyeglasses feature figure figure-number \
    fingering fingernails first first-fret footnote frame frame-frets frame-note frame-strings fret \
    function glass glyph golpe grouping group group-abbreviation group-abbreviation-display group-barline \
    group-link group-name group-name-display group-symbol group-time half-muted handbell harmon-closed \
    harmon-mute heel hole hole-closed hole-shape hole-type image instrument-abbreviation instrument-link \
    instrument-sound instruments interchangeable inversion invisible key-accidental key-octave kind \
    left-divider left-margin level line line-detail line-width link lyric-font lyric-language \
    measure-distance measure-layout measure-numbering membrane metal metronome-arrows metronome-beam \
    metronome-dot metronome-relation metronome-tied metronome-tuplet metronome-type midi-name millimeters \
    miscellaneous miscellaneous-field movement-number multiple-rest music-font natural normal-dot normal-type \
    note-size notehead notehead-text numeral numeral-alter numeral-fifths numeral-key numeral-mode \
    numeral-root open open-string opus-link other-appearance other-articulation other-direction other-notation \
    other-ornament other-percussion other-play other-technical page-height page-layout page-margins page-width \
    part-abbreviation part-abbreviation-display part-clef part-link part-symbol part-transpose pedal-alter \
    pedal-step pedal-tuning per-beat pitched player player-name pluck pre-bend prefix principal-voice print \
    relation repeater right-divider right-margin root root-alter root-step scaling second semi-pitched sign \
    slash-dot slash-type slur software solo sounding-pitch source staff-details staff-distance staff-divide \
    staff-layout staff-lines staff-size staff-tuning staff-type stem stick stick-location stick-material \
    stick-type straight string suffix supports swing-style swing-type symbol sync system-distance system-dividers \
    system-layout system-margins tap tenths thumb-position time-relation timpani toe top-margin \
    top-system-distance touching-pitch tuning-alter tuning-octave tuning-step tuplet tuplet-actual tuplet-dot \
    tuplet-normal tuplet-number tuplet-type up-bow virtual-instrument virtual-library virtual-name wait \
    with-bar wood word-font work-number inverted-vertical-bow metronome-beat listen-assess unstress-mark \
    for-part-link ipa other-listen other-listening bend-alter curve virtual sub sup page-number
    """
}

/// Finds the tag of a name by its bytes: a hash table of open addresses.
struct TagTable: Sendable {
  private var slots: [(first: UInt32, length: UInt32, tag: Tag)]
  private var names: [UInt8] = []

  /// The table of all tags and of the silent names.
  static let all = TagTable()

  private init() {
    slots = [(UInt32, UInt32, Tag)](repeating: (0, 0, .unknown), count: 2048)
    for tag in Tag.allCases where tag != .visual && tag != .unknown {
      add(Array(tag.rawValue.utf8), tag)
    }
    for name in Tag.silent.split(separator: " ") { add(Array(name.utf8), .visual) }
  }

  private mutating func add(_ name: [UInt8], _ tag: Tag) {
    var hash = TagTable.seed
    for byte in name { hash = TagTable.mix(hash, byte) }
    var slot = Int(hash & 2047)
    while slots[slot].length != 0 { slot = (slot + 1) & 2047 }
    slots[slot] = (UInt32(names.count), UInt32(name.count), tag)
    names += name
  }

  /// The hash of no bytes.
  static let seed: UInt32 = 2_166_136_261

  /// The hash with one byte more (FNV-1a, folded).
  @inline(__always)
  static func mix(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
    let mixed = (hash ^ UInt32(byte)) &* 16_777_619
    return mixed ^ (mixed >> 15)
  }

  /// The tag of a name whose bytes give `hash`; `.unknown` if there is none.
  @inline(__always)
  func tag(hash: UInt32, of name: Span<UInt8>) -> Tag {
    var slot = Int(hash & 2047)
    while slots[slot].length != 0 {
      if Int(slots[slot].length) == name.count {
        let first = Int(slots[slot].first)
        var index = 0
        while index < name.count, names[first + index] == name[index] { index += 1 }
        if index == name.count { return slots[slot].tag }
      }
      slot = (slot + 1) & 2047
    }
    return .unknown
  }
}
