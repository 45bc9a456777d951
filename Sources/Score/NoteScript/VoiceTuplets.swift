/// A tuplet that is being played.
struct OpenTuplet {
  /// Where it begins and how long it is.
  var begin: Int64
  let wholes: Rational
  /// The scale outside.
  let outerScale: Rational
  /// The voice's length behind it.
  let length: Int32
  /// The tempo at its beginning, for lengths in seconds inside.
  let secondsPerWhole: Rational
  let place: UInt32
}

extension VoicePlayer {
  /// Looks ahead for the length of the content, and fits it.
  mutating func openTuplet(_ place: UInt32, _ walk: consuming VoiceWalk) {
    let secondsPerWhole =
      tuplets.last?.secondsPerWhole
      ?? clock.segment(at: grid.wholes(position)).segment.secondsPerWhole
    let (content, length) = VoicePlayer.content(
      walk, lengths: lengths, length: length, secondsPerWhole: secondsPerWhole)
    let wholes = wholes(length)
    if content == .zero {
      faults.error(Int(place), "nothing in this tuplet has a length")
    }
    tuplets.append(
      OpenTuplet(
        begin: position, wholes: wholes, outerScale: scale, length: length,
        secondsPerWhole: secondsPerWhole, place: place))
    if content > .zero { scale = wholes / content }
  }

  mutating func closeTuplet() {
    guard let wholes = tuplets.last?.wholes else { return }
    // This may put all positions on a finer grid, the tuplet's begin among them.
    let units = units(wholes)
    guard let tuplet = tuplets.popLast() else { return }
    // Not the sum of what was played: that may be rounded.
    position = tuplet.begin
    scale = tuplet.outerScale
    length = tuplet.length
    move(by: units, tuplet.place)
  }

  /// The sum of the lengths up to the closing bracket, and the tuplet's own length.
  private static func content(
    _ walk: consuming VoiceWalk, lengths: [ScriptLength], length: Int32, secondsPerWhole: Rational
  ) -> (Rational, Int32) {
    var (outer, sum) = ([(Rational, Int32)](), Rational.zero)
    var length = length
    let first = length
    func wholes(_ id: Int32) -> Rational {
      let length = lengths[Int(id)]
      return length.seconds == .zero
        ? length.wholes : length.wholes + length.seconds / secondsPerWhole
    }
    var isInGroup = false
    while let op = walk.next() {
      switch op {
      case .note(let word) where !isInGroup:
        if word.length >= 0 { length = word.length }
        sum += wholes(length)
      case .rest(_, let own):
        if own >= 0 { length = own }
        sum += wholes(length)
      case .openChord, .openRoll, .openGrace: isInGroup = true
      case .closeGrace: isInGroup = false
      case .closeChord(let word):
        isInGroup = false
        if word.length >= 0 { length = word.length }
        sum += wholes(length)
      case .openTuplet:
        outer.append((sum, length))
      case .closeTuplet(let own):
        guard let (before, lengthBefore) = outer.popLast() else {
          return (sum, own >= 0 ? own : first)
        }
        length = own >= 0 ? own : lengthBefore
        sum = before + wholes(length)
      default: break
      }
    }
    return (sum, length)
  }
}
