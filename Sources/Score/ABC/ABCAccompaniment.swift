/// What is played to a voice: chord symbols as chords and bass, a drum pattern, a drone.
///
/// Chords are as abc2midi's by default: basses in the octave from key 36, chords in the one from 48,
/// a pattern by the meter that begins anew with every bar. They are played only when asked for; drums
/// and drones, which a tune has to switch on, always.
struct ABCAccompaniment {
  private let voice: Int
  private let playsChords: Bool
  private var notes: [ABCPerformance.Note] = []
  private var signs: [ABCPerformance.Sign] = []

  private var pattern: [ABCStroke] = []
  private var patternBars = 1
  private var areChordsOn = true
  /// The chord so far, and those of this bar with their positions.
  private var chord: ABCChordSymbol?
  private var changes: [(position: Rational, chord: ABCChordSymbol)] = []
  private var chordOctaves = 0
  private var bassOctaves = 0
  private var chordVelocity = 75
  private var bassVelocity = 80

  private var drums: (strokes: [ABCStroke], keys: [UInt8], velocities: [UInt8]) = ([], [], [])
  private var areDrumsOn = false
  private var drumBars = 1
  private var barCount = 0
  /// How many items of patterns were looked at.
  private var work = 0

  private var drone: (keys: [UInt8], velocities: [UInt8]) = ([45, 33], [80, 80])
  private var droneProgram: UInt8 = 70
  private var droneBegin: Rational?

  init(voice: Int, playsChords: Bool) {
    self.voice = voice
    self.playsChords = playsChords
    pattern = ABCAccompaniment.pattern(ABCMeter())
  }

  mutating func chord(_ chord: ABCChordSymbol, at position: Rational) {
    if playsChords { changes.append((position, chord)) }
  }

  mutating func setMeter(_ meter: ABCMeter, at position: Rational) {
    pattern = ABCAccompaniment.pattern(meter)
  }

  /// A message for the chords' or the basses' channel.
  mutating func add(_ message: Message, for part: ABCPart, at position: Rational) {
    guard playsChords else { return }
    sign(message, part == .bass ? ABCTrackID.bass : ABCTrackID.chords, at: position)
  }

  private mutating func sign(_ message: Message, _ layer: Int, at position: Rational) {
    signs.append(
      ABCPerformance.Sign(
        position: position, track: ABCTrackID(voice: voice, layer: layer),
        channel: layer == ABCTrackID.drums ? 9 : nil, message: message))
  }

  mutating func obey(_ directive: ABCDirective, at position: Rational) {
    switch directive {
    case .chordPattern(let strokes): pattern = strokes
    case .chordProgram(let part, let number, let octaves):
      if part == .bass { bassOctaves = octaves } else { chordOctaves = octaves }
      add(.program(channel: 0, number: number), for: part, at: position)
    case .chordVelocity(let part, let velocity):
      if part == .bass { bassVelocity = Int(velocity) } else { chordVelocity = Int(velocity) }
    case .chordsOn(let isOn): areChordsOn = isOn
    case .patternBars(let part, let bars):
      if part == .drum { drumBars = bars } else { patternBars = bars }
      barCount = 0
    case .drumPattern(let strokes, let keys, let velocities): drums = (strokes, keys, velocities)
    case .drumOn(let isOn):
      areDrumsOn = isOn
      barCount = 0
    case .drone(let program, let keys, let velocities):
      drone = (keys, velocities)
      droneProgram = program
    case .droneOn(let isOn):
      endDrone(at: position)
      if isOn {
        droneBegin = position
        sign(.program(channel: 0, number: droneProgram), ABCTrackID.drone, at: position)
      }
    default: break
    }
  }

  /// A bar, or a rest of several, is over: its accompaniment is known.
  mutating func bar(from begin: Rational, to end: Rational, meter: ABCMeter) {
    guard (playsChords && areChordsOn) || areDrumsOn else { return }
    let length = meter.isFree ? Rational.one : meter.barLength
    let bars = (end - begin) / length
    guard bars.denominator == 1, bars.numerator > 1 else {
      oneBar(from: begin, to: end, length: length)
      return
    }
    var start = begin
    while start < end, !isFull {
      oneBar(from: start, to: start + length, length: length)
      start += length
    }
  }

  private mutating func oneBar(from begin: Rational, to end: Rational, length: Rational) {
    work += pattern.count + drums.strokes.count
    if playsChords, areChordsOn {
      for item in items(pattern, over: patternBars, from: begin, to: end, length: length) {
        let stroke = pattern[item.index]
        let now = changes.last { $0.position <= item.begin }?.chord ?? chord
        if let now, !now.isSilent { play(stroke.letter, now, from: item.begin, to: item.end) }
      }
    }
    if areDrumsOn {
      for item in items(drums.strokes, over: drumBars, from: begin, to: end, length: length) {
        let strike = drums.strokes[..<item.index].count { $0.letter == UInt8(ascii: "d") }
        guard drums.strokes[item.index].letter == UInt8(ascii: "d") else { continue }
        add(
          Int(drums.keys[strike]), Int(drums.velocities[strike]), ABCTrackID.drums, item.begin,
          item.end)
      }
    }
    chord = changes.last?.chord ?? chord
    changes = []
    barCount += 1
  }

  /// The items of a pattern that begin in a bar.
  private func items(
    _ pattern: [ABCStroke], over bars: Int, from begin: Rational, to end: Rational, length: Rational
  ) -> [(index: Int, begin: Rational, end: Rational)] {
    let total = pattern.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return [] }
    let unit = length * Rational(bars) / Rational(total)
    let origin = begin - length * Rational(barCount % bars)
    var items: [(index: Int, begin: Rational, end: Rational)] = []
    var position = origin
    for (index, stroke) in pattern.enumerated() {
      let next = position + unit * Rational(stroke.weight)
      if position >= begin, position < end { items.append((index, position, next)) }
      position = next
    }
    return items
  }

  private mutating func play(
    _ letter: UInt8, _ chord: ABCChordSymbol, from begin: Rational, to end: Rational
  ) {
    let keys = chord.keys
    switch letter {
    case UInt8(ascii: "f"): addBass(chord, begin, end)
    case UInt8(ascii: "c") where keys.isEmpty: addBass(chord, begin, end)
    case UInt8(ascii: "b"):
      addBass(chord, begin, end)
      for key in keys { addChord(key, begin, end) }
    case UInt8(ascii: "c"): for key in keys { addChord(key, begin, end) }
    case UInt8(ascii: "g")...UInt8(ascii: "j"):
      let index = Int(letter - UInt8(ascii: "g"))
      if index < keys.count { addChord(keys[index], begin, end) }
    case UInt8(ascii: "G")...UInt8(ascii: "J"):
      let index = Int(letter - UInt8(ascii: "G"))
      if index < keys.count { addChord(keys[index] - 12, begin, end) }
    default: break
    }
  }

  private mutating func addBass(_ chord: ABCChordSymbol, _ begin: Rational, _ end: Rational) {
    add(
      36 + (chord.bass ?? chord.root) + 12 * bassOctaves, bassVelocity, ABCTrackID.bass, begin, end)
  }

  private mutating func addChord(_ key: Int, _ begin: Rational, _ end: Rational) {
    add(key + 12 * chordOctaves, chordVelocity, ABCTrackID.chords, begin, end)
  }

  private mutating func add(
    _ key: Int, _ velocity: Int, _ layer: Int, _ begin: Rational, _ end: Rational
  ) {
    guard (0...127).contains(key), velocity > 0, end > begin else { return }
    notes.append(
      ABCPerformance.Note(
        on: begin, off: end, key: UInt8(key), velocity: velocity,
        track: ABCTrackID(voice: voice, layer: layer),
        channel: layer == ABCTrackID.drums ? 9 : nil))
  }

  private mutating func endDrone(at position: Rational) {
    guard let begin = droneBegin else { return }
    droneBegin = nil
    for (key, velocity) in zip(drone.keys, drone.velocities) {
      add(Int(key), Int(velocity), ABCTrackID.drone, begin, position)
    }
  }

  /// The voice is over.
  mutating func finish(at position: Rational, into performance: inout ABCPerformance) {
    endDrone(at: position)
    performance.notes += notes
    performance.signs += signs
    notes = []
    signs = []
  }

  /// Whether patterns were played more often than any music needs.
  var isFull: Bool { notes.count > ABCTuneReader.most || work > 20 * ABCTuneReader.most }

  /// The default pattern of a meter (abc2midi's; the meters that it leaves silent get one of their kin).
  private static func pattern(_ meter: ABCMeter) -> [ABCStroke] {
    let text: String
    switch (meter.beats, meter.isFree) {
    case (_, true): text = "fzczfzcz"
    case (2, _): text = meter.unit == 2 ? "fzczfzcz" : "fzcz"
    case (3, _): text = "fzczcz"
    case (4, _), (8, _): text = "fzczfzcz"
    case (5, _): text = "fzbcz"
    case (6, _): text = meter.unit == 4 ? "fzczfzczfzcz" : "fzcfzc"
    case (7, _): text = "fzbczcz"
    case (9, _): text = "fzcfzcfzc"
    case (12, _): text = "fzcfzcfzcfzc"
    default: text = "fzcz"
    }
    return text.utf8.map { ABCStroke(letter: $0, weight: 1) }
  }
}

extension ABCChordSymbol {
  /// The keys of the chord in the octave from 48, lowest first where a bass of its own turns it over.
  var keys: [Int] {
    var keys = intervals.map { 48 + root + $0 }
    if let bass, let turn = keys.firstIndex(where: { $0 % 12 == bass }), turn > 0 {
      let raised = keys[..<turn].map { $0 + 12 }
      keys = keys[turn...] + raised
    }
    return keys
  }
}
