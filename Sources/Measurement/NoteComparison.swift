import Synthesis

/// How one note differs between two recordings; every difference is B less A.
///
/// What cannot be told from the sound is nil, and `reason` says why: where other notes lie on the same
/// partials at the same time, no number would be this note's.
public struct NoteComparison: Sendable, Hashable {
  /// The note.
  public var note: ExpectedNote
  /// Frames by which it begins later in B.
  public var onsetFrames: Double?
  /// Decibels by which it is louder in B, over 100 ms of its begin.
  public var levelDB: Double?
  /// Cents by which it is higher in B.
  public var pitchCents: Double?
  /// The ratio of the spectral centroids of its partials, B to A.
  public var centroidRatio: Double?
  /// Decibels by which B is louder in the 80 ms after its key goes up.
  public var releaseDB: Double?
  /// Whether it sounds in A but not in B (20 dB down or more).
  public var isMissing: Bool
  /// Why its onset, level or pitch could not be told, where one could not.
  public var reason: String?
}

extension NoteComparison {
  /// Looks at the partials of each note in both recordings, which must be aligned; `gain` is the factor from A
  /// to B that all notes share.
  ///
  /// A note's lowest partials are listened to where it comes out of silence (34 dB). Else its first twenty are looked
  /// for, and the five that rise most above what sounded before are listened
  /// to each for itself, in bands as narrow as its pitch asks for (60 to 145 ms of sound at once). Those count in
  /// which no note struck within the same stretch has a partial, and which were at least 20 dB quieter before the
  /// note. A level is told only where that can move it by no more than 0.35 dB, an onset where it can by no more than
  /// about a millisecond. The onset is where the growth of their envelopes agrees best, within ±60 ms. Where a note has
  /// no partial for itself but both recordings agree on all that sounds there to −30 dB, it is as late, as loud and as
  /// high in one as in the other.
  static func all(
    _ notes: [ExpectedNote], _ pair: AlignedPair, rate: Int, gain: Double = 1, jobs: Int
  ) -> [NoteComparison] {
    if notes.isEmpty { return [] }
    let sounds = pair.stretches(of: ComparedStretch.length, jobs: jobs) { range in
      (
        a: pair.a.piece(from: range.lowerBound, count: range.count).mono,
        b: pair.second(from: range.lowerBound, count: range.count).mono
      )
    }
    let (a, b) = (sounds.flatMap(\.a), sounds.flatMap(\.b))
    let order = notes.indices.sorted { notes[$0].onFrame < notes[$1].onFrame }
    let company = NoteCompany(order.map { notes[$0] }, rate: rate)
    let search = PartialSearch(rate: rate)
    // So many that a thread is not asked for each of them.
    let group = 16
    let made = inOrder((notes.count + group - 1) / group, jobs: jobs) { index in
      (index * group..<min((index + 1) * group, notes.count)).map { place in
        NoteListener(
          notes[order[place]], at: place, among: company, search: search, rate: rate
        ).compare(a, b, gain: gain)
      }
    }
    var all = [NoteComparison?](repeating: nil, count: notes.count)
    for (place, one) in made.joined().enumerated() { all[order[place]] = one }
    return all.compactMap { $0 }
  }
}
