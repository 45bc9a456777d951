/// The dynamics of a voice: the velocity in force, and the hairpin that is open.
struct VoiceDynamics {
  private(set) var velocity = Dynamics.atStart
  private var hairpin: Hairpin?

  private struct Hairpin {
    let place: Int
    var begin: Int64
    /// The notes inside, which wait for the velocity at the end.
    var notes: [(strike: Int, units: Int64, accent: Bool)] = []
  }

  var isInHairpin: Bool { hairpin != nil }

  /// A note whose velocity the open hairpin decides.
  mutating func wait(strike: Int, at units: Int64, accent: Bool) {
    hairpin?.notes.append((strike, units, accent))
  }

  mutating func scale(by factor: Int64) {
    guard hairpin != nil else { return }
    hairpin?.begin *= factor
    for index in (hairpin?.notes ?? []).indices { hairpin?.notes[index].units *= factor }
  }

  mutating func open(_ place: Int, at position: Int64, _ faults: inout ScriptFaults) {
    if hairpin != nil {
      faults.error(
        place, "a hairpin inside another one", hint: "put a dynamic word such as mf between them")
      return
    }
    hairpin = Hairpin(place: place, begin: position)
  }

  /// A dynamic word, which also ends the hairpin: linear in the position.
  mutating func set(_ velocity: UInt8, at position: Int64, in part: inout VoicePart) {
    if let hairpin {
      let (first, last) = (Int128(self.velocity), Int128(velocity))
      let whole = Int128(position - hairpin.begin)
      for note in hairpin.notes where whole > 0 {
        let done = Int128(note.units - hairpin.begin)
        // Half up, as all rounding here.
        let twice = 2 * (first * whole + (last - first) * done) + whole
        let value = UInt8(clamping: twice / (2 * whole))
        part.strikes[note.strike].set(
          velocity: VoiceDynamics.with(accent: note.accent, velocity: value))
      }
    }
    hairpin = nil
    self.velocity = velocity
  }

  static func with(accent: Bool, velocity: UInt8) -> UInt8 {
    accent ? min(velocity + Dynamics.accent, 127) : velocity
  }

  /// A hairpin that meets no dynamic word.
  func end(_ faults: inout ScriptFaults) {
    guard let hairpin else { return }
    faults.error(
      hairpin.place, "this hairpin meets no dynamic word",
      hint: "say where it leads, as in p < C4 D f E")
  }
}

extension GridEvent {
  /// Changes the velocity of a note-on.
  mutating func set(velocity: UInt8) { code = code & 0xFFFF | UInt32(velocity) << 16 }
}
