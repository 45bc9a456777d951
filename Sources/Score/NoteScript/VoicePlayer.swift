/// Plays the words of one voice: gives every note its position, length, key and velocity.
///
/// Everything that lasts (`length`, `octave`, dynamics, gate) lasts through repeats too. Positions are
/// whole units of the script's grid; when the grid grows, `rescale` puts all of them on the finer one,
/// so nothing counted in units may be kept in a local across a call that can make it grow.
struct VoicePlayer {
  let label: String
  let lengths: [ScriptLength]
  let clock: ScriptClock
  var grid: ScriptGrid
  var faults: ScriptFaults

  var part = VoicePart()
  var position: Int64 = 0
  var length = LengthTable.quarter
  var octave: Int8 = 4
  var gate: (numerator: Int64, denominator: Int64) = (1, 1)
  /// What lengths are multiplied by inside tuplets.
  var scale = Rational.one
  var tuplets: [OpenTuplet] = []
  var dynamics = VoiceDynamics()
  var ties: [PendingTie] = []
  var bars: BarCheck
  /// Grace notes that wait for their note.
  var graces: [NoteWord] = []
  /// The chord that is being collected.
  var chord: [NoteWord] = []
  var group = Group.none
  /// Whether the voice has grown longer than a script may be.
  var isTooLong = false
  /// Lengths in units, 0 where they are not known yet or depend on the position.
  private var unitsOfLength: [Int64]

  enum Group {
    case none, chord, grace
    case roll(step: Int32)
  }

  init(
    label: String, lengths: [ScriptLength], clock: ScriptClock, meters: ScriptBars,
    grid: ScriptGrid,
    faults: ScriptFaults
  ) {
    self.label = label
    self.lengths = lengths
    self.clock = clock
    self.grid = grid
    self.faults = faults
    bars = BarCheck(label: label, meters: meters)
    unitsOfLength = [Int64](repeating: 0, count: lengths.count)
  }

  mutating func play(_ ops: [VoiceOp]) {
    part.strikes.reserveCapacity(ops.count)
    part.releases.reserveCapacity(ops.count)
    var walk = VoiceWalk(ops)
    while !isTooLong, let op = walk.next() { play(op, walk) }
    for tie in ties { tie.fail(&faults) }
    dynamics.end(&faults)
    part.end = position
    grid.reach = max(grid.reach, position)
  }

  @inline(__always)
  private mutating func play(_ op: VoiceOp, _ walk: borrowing VoiceWalk) {
    switch op {
    case .note(let word):
      if case .none = group { sound(word) } else { collect(word) }
    case .rest(let place, let length):
      loseTies()
      if length >= 0 { self.length = length }
      advance(place)
    case .openChord: group = .chord
    case .openRoll(_, let step): group = .roll(step: step)
    case .openGrace: group = .grace
    case .closeGrace: group = .none
    case .closeChord(let word): soundChord(word)
    case .openTuplet(let place): openTuplet(place, copy walk)
    case .closeTuplet: closeTuplet()
    case .barLine(let place): checkBar(place)
    case .dynamic(let velocity):
      dynamics.set(velocity, at: position, in: &part)
    case .hairpin(let place): dynamics.open(Int(place), at: position, &faults)
    case .gate(let numerator, let denominator): gate = (Int64(numerator), Int64(denominator))
    case .pedal(let word): addPedal(word)
    case .openRepeat, .closeRepeat, .openEnding, .closeEnding: break
    }
  }

  /// Ties that meet no note.
  mutating func loseTies() {
    if ties.isEmpty { return }
    for tie in ties { tie.fail(&faults) }
    ties = []
  }

  /// Moves on by the voice's length.
  mutating func advance(_ place: UInt32) {
    let units = unitsOfCurrentLength()
    move(by: units, place)
  }

  mutating func move(by units: Int64, _ place: UInt32) {
    position += units
    if position > ScriptGrid.lastUnit {
      isTooLong = true
      faults.error(Int(place), "the script is longer than can be counted here", tooLarge: true)
    }
  }

  /// The voice's length here, in units; at least 1.
  @inline(__always)
  mutating func unitsOfCurrentLength() -> Int64 {
    if tuplets.isEmpty {
      let known = unitsOfLength[Int(length)]
      if known > 0 { return known }
    }
    return unitsSlowly(length)
  }

  private mutating func unitsSlowly(_ id: Int32) -> Int64 {
    let units = units(wholes(id))
    let isLasting = tuplets.isEmpty && (lengths[Int(id)].seconds == .zero || clock.isConstant)
    if isLasting { unitsOfLength[Int(id)] = units }
    return units
  }

  /// A length in whole notes, as it is from the present position on.
  mutating func wholes(_ id: Int32) -> Rational {
    let length = lengths[Int(id)]
    if length.seconds == .zero { return length.wholes * scale }
    if let outermost = tuplets.first {
      // Inside a tuplet seconds are measured at the tempo of its beginning, so that it adds up.
      return (length.wholes + length.seconds / outermost.secondsPerWhole) * scale
    }
    let here = grid.wholes(position)
    return clock.position(length.seconds, after: here + length.wholes) - here
  }

  /// So many whole notes in units, at least 1; makes the grid finer where that is needed.
  mutating func units(_ wholes: Rational) -> Int64 {
    grid.reach = max(grid.reach, position)
    let before = grid.unitsPerWhole
    let units = grid.units(of: wholes) ?? ScriptGrid.lastUnit + 1
    rescale(from: before)
    return max(units, 1)
  }

  /// Puts everything that is counted in units on the present grid.
  mutating func rescale(from before: Int64) {
    if grid.unitsPerWhole == before { return }
    let factor = grid.unitsPerWhole / before
    part.scale(by: factor)
    position *= factor
    for index in tuplets.indices { tuplets[index].begin *= factor }
    for index in ties.indices { ties[index].scale(by: factor) }
    dynamics.scale(by: factor)
    bars.scale(by: factor)
    for index in unitsOfLength.indices { unitsOfLength[index] *= factor }
  }

  private mutating func checkBar(_ place: UInt32) {
    if bars.accepts(position) { return }
    bars.check(grid.wholes(position), isExact: grid.isExact, place: Int(place), faults: &faults)
    let before = grid.unitsPerWhole
    bars.makeRoom(in: &grid)
    rescale(from: before)
    bars.prepare(&grid)
  }

  private mutating func addPedal(_ word: PedalWord) {
    var length: Int64 = 0
    if word.action == .ramp {
      length = unitsSlowly(word.length)
      let end = position + length
      guard end <= ScriptGrid.lastUnit else {
        isTooLong = true
        faults.error(
          Int(word.place), "the ramp ends later than can be counted here", tooLarge: true)
        return
      }
      grid.reach = max(grid.reach, end)
    }
    part.pedals.append(PedalMove(units: position, word: word, length: length))
  }
}
