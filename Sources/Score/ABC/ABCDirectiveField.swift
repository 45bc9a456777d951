extension ABCDirective {
  /// What became of a `%%MIDI` line.
  enum Reading {
    case directive(ABCDirective)
    /// Acts while the text is read.
    case broken(first: Rational, second: Rational)
    case barAccidentals(Bool)
    case chordName(name: [UInt8], intervals: [Int])
    /// Does nothing here by its nature.
    case nothing
    /// Would be heard, but is not played: why.
    case problem(String)
  }

  /// Reads what follows `%%MIDI`; `unit` is the unit of length.
  static func read(_ cursor: ABCCursor, unit: Rational) -> Reading {
    var cursor = cursor
    let name = ABC.string(cursor.word().map(ABC.lowercase))
    func number(_ low: Int, _ high: Int) -> Int? {
      cursor.signedNumber().flatMap { (low...high).contains($0) ? $0 : nil }
    }
    func numbers(_ most: Int) -> [Int] {
      var list: [Int] = []
      while list.count < most, let next = cursor.signedNumber() { list.append(next) }
      return list
    }
    func byte() -> UInt8? { number(0, 127).map { UInt8($0) } }
    func part() -> ABCPart {
      let begin = cursor.position
      let word = cursor.word()
      if ABC.equal(word, "chord") { return .chord }
      if ABC.equal(word, "bass") { return .bass }
      cursor.position = begin
      return .melody
    }
    let wrong = Reading.problem("%%MIDI \(name) needs other numbers than these")
    switch name {
    case "program":
      guard let first = number(0, 127) else { return wrong }
      if let second = number(0, 127), (1...16).contains(first) {
        return .directive(.program(channel: first - 1, number: UInt8(second)))
      }
      return .directive(.program(channel: nil, number: UInt8(first)))
    case "channel":
      guard let channel = number(1, 16) else { return wrong }
      return .directive(.channel(channel - 1))
    case "transpose", "rtranspose":
      guard let semitones = number(-127, 127) else { return wrong }
      return .directive(.transpose(semitones, isRelative: name == "rtranspose"))
    case "c":
      guard let key = number(0, 127) else { return wrong }
      return .directive(.middleC(key))
    case "beat":
      guard let a = number(0, 127), let b = number(0, 127), let c = number(0, 127) else {
        return wrong
      }
      return .directive(.beat(a, b, c, every: max(number(0, 1000) ?? 1, 1)))
    case "beatmod":
      guard let change = number(-127, 127) else { return wrong }
      return .directive(.beatChange(change))
    case "beatstring":
      let text = cursor.word()
      guard !text.isEmpty, text.count < 1000, text.allSatisfy({ "fmp".utf8.contains($0) }) else {
        return wrong
      }
      return .directive(.beatString(Array(text)))
    case "beataccents", "nobeataccents":
      return .directive(.beatAccents(name == "beataccents"))
    case "deltaloudness":
      guard let delta = number(0, 127) else { return wrong }
      return .directive(.deltaLoudness(delta))
    case "grace":
      cursor.skipBlanks()
      guard let share = cursor.length(), share > .zero, share < .one else { return wrong }
      return .directive(.graceShare(share))
    case "gracedivider":
      guard let divider = number(1, 1000) else { return wrong }
      return .directive(.graceDivider(divider))
    case "ratio":
      guard let over = number(1, 1000), let under = number(1, 1000) else { return wrong }
      let whole = Int128(over + under)
      return .broken(
        first: Rational(2 * Int128(over), whole), second: Rational(2 * Int128(under), whole))
    case "chordattack":
      guard let ticks = number(0, 480) else { return wrong }
      return .directive(.chordAttack(ticks))
    case "trim", "expand":
      cursor.skipBlanks()
      guard cursor.isAtLength, let gap = cursor.length() else { return wrong }
      let amount = gap * unit
      return .directive(.trim(name == "trim" ? amount : -amount))
    case "control":
      let target = part()
      guard let controller = byte(), let value = byte() else { return wrong }
      return .directive(.control(part: target, number: controller, value: value))
    case "portamento":
      let target = part()
      guard let value = byte() else { return wrong }
      return .directive(.control(part: target, number: 5, value: value))
    case "noportamento":
      return .directive(.control(part: part(), number: 65, value: 0))
    case "pitchbend":
      let target = part()
      guard let high = byte(), let low = byte() else { return wrong }
      return .directive(.pitchBend(part: target, value: UInt16(high) << 7 | UInt16(low)))
    case "fermatafixed", "fermataproportional":
      return .directive(.fermataAddsUnit(name == "fermatafixed"))
    case "barlines", "nobarlines":
      return .barAccidentals(name == "barlines")
    case "gchord":
      let text = cursor.word()
      if text.isEmpty { return .directive(.chordPattern([])) }
      guard let pattern = ABCStroke.pattern(text, letters: "fcbzghijGHIJ") else {
        return .problem("the chord pattern has other letters than f, c, b, z, g…j and G…J")
      }
      return .directive(.chordPattern(pattern))
    case "chordprog", "bassprog":
      guard let program = byte() else { return wrong }
      var octaves = 0
      let rest = ABC.string(cursor.rest())
      for value in -2...2 where rest.contains("octave=\(value)") { octaves = value }
      return .directive(
        .chordProgram(
          part: name == "chordprog" ? .chord : .bass, number: program, octaves: octaves))
    case "chordvol", "bassvol":
      guard let velocity = byte() else { return wrong }
      return .directive(
        .chordVelocity(part: name == "chordvol" ? .chord : .bass, velocity: velocity))
    case "gchordon", "gchordoff": return .directive(.chordsOn(name == "gchordon"))
    case "gchordbars", "drumbars":
      guard let bars = number(1, 100) else { return wrong }
      return .directive(.patternBars(part: name == "drumbars" ? .drum : .chord, bars: bars))
    case "chordname":
      let text = cursor.word()
      let intervals = numbers(6)
      guard !text.isEmpty, !intervals.isEmpty, intervals.allSatisfy({ (-60...60).contains($0) })
      else { return wrong }
      return .chordName(name: Array(text), intervals: intervals)
    case "drum":
      guard let pattern = ABCStroke.pattern(cursor.word(), letters: "dz") else {
        return .problem("the drum pattern has other letters than d and z")
      }
      let strokes = pattern.count { $0.letter == UInt8(ascii: "d") }
      let list = numbers(2 * strokes)
      let keys = (0..<strokes).map { UInt8(clamping: $0 < list.count ? list[$0] : 35) & 127 }
      let velocities = (0..<strokes).map {
        let index = strokes + $0
        return UInt8(clamping: max(index < list.count ? list[index] : 80, 1)) & 127
      }
      return .directive(.drumPattern(pattern, keys: keys, velocities: velocities))
    case "drumon", "drumoff": return .directive(.drumOn(name == "drumon"))
    case "drone":
      let list = numbers(5)
      guard list.count == 5, list.allSatisfy({ (0...127).contains($0) }) else { return wrong }
      let bytes = list.map { UInt8($0) }
      return .directive(
        .drone(program: bytes[0], keys: [bytes[1], bytes[2]], velocities: [bytes[3], bytes[4]]))
    case "droneon", "droneoff": return .directive(.droneOn(name == "droneon"))
    case "makechordchannels", "temperamentnormal", "stressmodel", "volinc": return .nothing
    case "": return .problem("%%MIDI says nothing")
    default: return .problem("'%%MIDI \(name)' is not played")
    }
  }
}
