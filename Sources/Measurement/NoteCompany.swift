import Synthesis

/// The notes that sound with a note, by time.
struct NoteCompany {
  /// All notes, by their onsets.
  let notes: [ExpectedNote]
  private let hertz: [Double]
  private let rate: Double
  /// The longest time from a key's way down to its way up, in frames.
  private let longest: Int

  /// Notes by their onsets.
  init(_ notes: [ExpectedNote], rate: Int) {
    self.notes = notes
    hertz = notes.map(\.hertz)
    self.rate = Double(rate)
    longest = notes.map { $0.offFrame - $0.onFrame }.max() ?? 0
  }

  /// Whether a note other than that at `place`, struck within the frames, has a partial in the band.
  func strikes(
    _ band: ClosedRange<Double>, in frames: Range<Int>, besides place: Int
  ) -> Bool {
    isIn(band, from: place, besides: place) {
      frames.contains(notes[$0].onFrame)
    } isOver: {
      notes[$0].onFrame < frames.lowerBound
    } isLater: {
      notes[$0].onFrame >= frames.upperBound
    }
  }

  /// Whether a note other than that at `place` may sound in the band within the frames: it was struck before their
  /// end, and its key has gone up less than `afterSeconds` before their begin.
  func mayHold(
    _ band: ClosedRange<Double>, in frames: Range<Int>, besides place: Int, afterSeconds: Double
  ) -> Bool {
    let after = Int(afterSeconds * rate)
    return isIn(band, from: place, besides: place) {
      notes[$0].onFrame < frames.upperBound && notes[$0].offFrame + after > frames.lowerBound
    } isOver: {
      notes[$0].onFrame + longest + after < frames.lowerBound
    } isLater: {
      notes[$0].onFrame >= frames.upperBound
    }
  }

  /// Looks at the notes before and behind a place until they lie too far away.
  private func isIn(
    _ band: ClosedRange<Double>, from place: Int, besides: Int, _ counts: (Int) -> Bool,
    isOver: (Int) -> Bool, isLater: (Int) -> Bool
  ) -> Bool {
    var index = place - 1
    while index >= 0, !isOver(index) {
      if counts(index), hasPartial(index, in: band) { return true }
      index -= 1
    }
    index = place + 1
    while index < notes.count, !isLater(index) {
      if counts(index), hasPartial(index, in: band) { return true }
      index += 1
    }
    return false
  }

  /// Whether one of a note's first twenty partials lies in a band.
  ///
  /// Strings are stiff: the n-th partial lies up to n²/2 · 0.0006 above n times the first.
  private func hasPartial(_ index: Int, in band: ClosedRange<Double>) -> Bool {
    let f0 = hertz[index]
    let most = Int(band.upperBound / f0)
    let least = Int((band.lowerBound / f0 / 1.12).rounded(.up))
    guard least <= min(most, 20) else { return false }
    for n in max(1, least)...min(max(1, most), 20) {
      let low = f0 * Double(n)
      let high = low * (1 + 0.0003 * Double(n * n))
      if low <= band.upperBound, high >= band.lowerBound { return true }
    }
    return false
  }
}
