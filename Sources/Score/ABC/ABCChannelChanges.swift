/// What a tune leaves changed in its channels: the next tune, which shares them, begins as new.
struct ABCChannelChanges {
  private struct Place: Hashable {
    var track: ABCTrackID
    var channel: UInt8?
    var slot: StateSlot
  }

  private var places: Set<Place> = []
  /// Banks first: one counts from the next program on.
  private var (banks, others) = ([ABCPerformance.Sign](), [ABCPerformance.Sign]())

  /// Takes note of what signs change.
  mutating func note(_ signs: [ABCPerformance.Sign]) {
    for sign in signs {
      guard let slot = StateSlot(sign.message), let initial = slot.initial else { continue }
      switch slot {
      case .meter, .key: continue
      case .controller, .program, .pressure, .wheel: break
      }
      guard
        places.insert(Place(track: sign.track, channel: sign.channel, slot: slot)).inserted
      else { continue }
      let reset = ABCPerformance.Sign(
        position: .zero, track: sign.track, channel: sign.channel, message: initial)
      if slot.isBank { banks.append(reset) } else { others.append(reset) }
    }
  }

  /// The signs that set everything back, which is done with that.
  mutating func takeAll() -> [ABCPerformance.Sign] {
    defer { self = ABCChannelChanges() }
    return banks + others
  }
}
