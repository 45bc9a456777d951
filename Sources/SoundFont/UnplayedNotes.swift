import Score

/// The notes for which an instrument has no region, so that nobody wonders at the silence.
struct UnplayedNotes: Sendable {
  /// Notes of one instrument without a region for their key, or with none for their velocity.
  fileprivate struct Gap: Sendable {
    let instrument: Instrument
    let isOfVelocity: Bool
    var count = 0
    var keys: Set<Int> = []
    var softest = 127
    var loudest = 0
  }

  private var gaps: [Gap] = []

  /// Counts a note if no region of its instrument is for it.
  ///
  /// One that an SFZ leaves out by its rules (turns, chance, controllers, keys that switch) has a region.
  mutating func count(_ note: Note, _ instrument: Instrument) {
    // An instrument without any has a warning of its own.
    if instrument.regions.isEmpty { return }
    let (key, velocity) = (Int(note.key), Int(note.velocity))
    let regions = instrument.struck(by: key)
    if regions.contains(where: { $0.velocities.contains(velocity) }) { return }
    let isOfVelocity = !regions.isEmpty
    let known = gaps.firstIndex {
      $0.instrument === instrument && $0.isOfVelocity == isOfVelocity
    }
    if known == nil { gaps.append(Gap(instrument: instrument, isOfVelocity: isOfVelocity)) }
    let place = known ?? gaps.count - 1
    gaps[place].count += 1
    gaps[place].keys.insert(key)
    gaps[place].softest = min(gaps[place].softest, velocity)
    gaps[place].loudest = max(gaps[place].loudest, velocity)
  }

  /// One for each instrument, and one more for its velocities.
  var warnings: [String] { gaps.map(\.text) }
}

extension UnplayedNotes.Gap {
  /// `piano.sfz: no region for 3 notes (A2 to B2, key 45 to 47): silent`.
  fileprivate var text: String {
    let notes = count == 1 ? "1 note" : "\(count) notes"
    let most = 6
    let runs = self.runs
    let names = runs.prefix(most).map { run in
      let (low, high) = (run.lowerBound, run.upperBound)
      let (first, last) = (Pitch(key: UInt8(low)).name, Pitch(key: UInt8(high)).name)
      return low == high ? "\(first), key \(low)" : "\(first) to \(last), keys \(low) to \(high)"
    }
    var place = names.joined(separator: "; ")
    if runs.count > most { place += " and \(runs.count - most) more ranges" }
    if isOfVelocity {
      place +=
        softest == loudest
        ? "; velocity \(softest)" : "; velocities between \(softest) and \(loudest)"
    }
    return "\(instrument.name): no region for \(notes) (\(place)): silent"
  }

  /// The keys in ranges; one ends where there is a key between that can be played.
  private var runs: [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for key in keys.sorted() {
      if let last = runs.last,
        (last.upperBound..<key).dropFirst().allSatisfy({
          !isOfVelocity && instrument.struck(by: $0).isEmpty
        })
      {
        runs[runs.count - 1] = last.lowerBound...key
      } else {
        runs.append(key...key)
      }
    }
    return runs
  }
}

extension Instrument {
  /// The regions that striking a key can start, at some velocity.
  func struck(by key: Int) -> [Region] {
    regionsByKey[key].map { regions[$0] }.filter { region in
      guard let rules = region.rules else { return true }
      return rules.starters.isEmpty && rules.trigger != .release && rules.trigger != .releaseKey
    }
  }
}
