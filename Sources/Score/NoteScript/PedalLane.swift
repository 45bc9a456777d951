/// The pedals of all voices in the order of time: one piano has one of each.
///
/// What a word means depends on where the pedal is: a `ped` while it is down lifts it first, a ramp
/// begins at the present value, and the next word ends a ramp that is under way.
struct PedalLane {
  /// The controller events that result.
  private(set) var events: [GridEvent] = []
  private let controller: UInt8
  private var value: UInt8 = 0
  private var ramp: Ramp?

  private struct Ramp {
    let begin: Int64
    let length: Int64
    let from: UInt8
    let to: UInt8
  }

  /// - Parameter moves: the words for this controller, positions not falling; those of `at` lines set
  ///   the value and have events of their own already.
  init(controller: UInt8, moves: [(move: PedalMove, isWritten: Bool)]) {
    self.controller = controller
    for (move, isWritten) in moves {
      advance(to: move.units)
      ramp = nil
      apply(move, isWritten: isWritten)
    }
    advance(to: .max)
  }

  private mutating func apply(_ move: PedalMove, isWritten: Bool) {
    switch move.word.action {
    case .press:
      if value > 0 { add(0, at: move.units) }
      set(127, at: move.units)
    case .release: set(0, at: move.units)
    case .set:
      if isWritten { value = move.word.value } else { set(move.word.value, at: move.units) }
    case .ramp:
      ramp = Ramp(begin: move.units, length: move.length, from: value, to: move.word.value)
    }
  }

  private mutating func set(_ value: UInt8, at units: Int64) {
    add(value, at: units)
    self.value = value
  }

  private mutating func add(_ value: UInt8, at units: Int64) {
    events.append(
      GridEvent(units: units, code: 0xB0 | UInt32(controller) << 8 | UInt32(value) << 16))
  }

  /// Plays the ramp up to a position: one event where it reaches each value of the controller.
  private mutating func advance(to units: Int64) {
    guard let ramp, ramp.from != ramp.to else { return }
    let steps = Int64(ramp.from < ramp.to ? ramp.to - ramp.from : ramp.from - ramp.to)
    func position(_ step: Int64) -> Int64 {
      // A place between two units is the nearer one: the values are steps of 1/127 themselves.
      ramp.begin
        + Int64((Int128(ramp.length) * Int128(2 * step) + Int128(steps)) / Int128(2 * steps))
    }
    for step in 1...steps {
      let here = position(step)
      if here > units || here == units && step < steps { break }
      let value = ramp.from < ramp.to ? ramp.from + UInt8(step) : ramp.from - UInt8(step)
      // Of several steps in one place only the last can be heard.
      if step == steps || position(step + 1) > here { add(value, at: here) }
      self.value = value
    }
  }
}
