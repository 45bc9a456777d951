/// A crescendo or diminuendo under way.
struct ABCHairpin {
  /// The index of its first note in the performance and the position.
  var note: Int
  var position: Rational
  var beat: ABCBeat
  var isCrescendo: Bool
  /// Where it ends, once that is known.
  var end: Rational?
}

extension ABCPlayer {
  /// A hairpin that was closed ends at the dynamic that stands on its last note or the one after it, or
  /// else `%%MIDI deltaloudness` velocities (15) above or below its begin; between, velocities move with
  /// the position.
  mutating func closeHairpin(next dynamic: Int?) {
    guard let hairpin = closing else { return }
    closing = nil
    var target = hairpin.beat
    if let dynamic {
      target.set(dynamic)
    } else {
      target.add(hairpin.isCrescendo ? deltaLoudness : -deltaLoudness)
    }
    let end = hairpin.end ?? position
    let span = end - hairpin.position
    let change = Rational(target.strong - hairpin.beat.strong)
    for index in performance.notes.indices[min(hairpin.note, performance.notes.count)...] {
      let at = performance.notes[index].on - hairpin.position
      let share = span > .zero && at < span ? at / span : .one
      let moved = performance.notes[index].velocity + Int((change * share).rounded)
      performance.notes[index].velocity = min(max(moved, 1), 127)
    }
    if dynamic == nil { beat = target }
  }

  /// What the hairpins and dynamics before a note do, in their order.
  mutating func loudness(of note: ABCNote) {
    var dynamic: Int?
    for decoration in note.decorations {
      switch decoration {
      case .dynamic(let level): dynamic = level
      case .forteThen(let forte, _): dynamic = forte
      default: break
      }
    }
    closeHairpin(next: dynamic)
    if let dynamic { beat.set(dynamic) }
    for decoration in note.decorations {
      switch decoration {
      case .crescendoBegin, .diminuendoBegin:
        hairpin = ABCHairpin(
          note: performance.notes.count, position: position, beat: beat,
          isCrescendo: { if case .crescendoBegin = decoration { true } else { false } }())
      case .crescendoEnd, .diminuendoEnd:
        guard var open = hairpin else { continue }
        hairpin = nil
        open.end = position
        closing = open
        if let dynamic {
          closeHairpin(next: dynamic)
        }
      default: break
      }
    }
  }
}
