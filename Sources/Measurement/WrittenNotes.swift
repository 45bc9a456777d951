/// The notes of two scores side by side: what only one of them has is known without listening.
public struct WrittenNotes: Sendable, Hashable {
  /// The notes that only the first score has, in its order by key.
  public private(set) var missing: [ExpectedNote] = []
  /// The notes that only the second score has, in the first one's time.
  public private(set) var added: [ExpectedNote] = []
  /// The largest distance, in frames, of two notes that are one; nil where no note is in both.
  public private(set) var largestShiftFrames: Int?

  /// Pairs notes of one key whose onsets lie within 50 ms of each other, `b` taken `lagFrames` earlier.
  public init(_ a: [ExpectedNote], _ b: [ExpectedNote], lagFrames: Int = 0, rate: Int) {
    let window = rate / 20
    let ofA = Dictionary(grouping: a, by: \.key)
    let ofB = Dictionary(grouping: b.map { $0.later(by: -lagFrames) }, by: \.key)
    for key in Set(ofA.keys).union(ofB.keys).sorted() {
      let first = (ofA[key] ?? []).sorted { $0.onFrame < $1.onFrame }
      let second = (ofB[key] ?? []).sorted { $0.onFrame < $1.onFrame }
      var (i, j) = (0, 0)
      while i < first.count || j < second.count {
        guard i < first.count else {
          added += second[j...]
          break
        }
        guard j < second.count else {
          missing += first[i...]
          break
        }
        let shift = second[j].onFrame - first[i].onFrame
        if abs(shift) <= window {
          largestShiftFrames = max(largestShiftFrames ?? 0, abs(shift))
          (i, j) = (i + 1, j + 1)
        } else if shift > 0 {
          missing.append(first[i])
          i += 1
        } else {
          added.append(second[j])
          j += 1
        }
      }
    }
  }

  /// How many notes only one of both has.
  var unpaired: Int { missing.count + added.count }
}

extension Comparison {
  /// Holds two scores' notes against each other: a note that only the first has is missing whatever is heard at its
  /// place, one that only the second has is added.
  ///
  /// The sounds' lag is taken out where more notes agree with it.
  public mutating func apply(_ a: [ExpectedNote], _ b: [ExpectedNote], rate: Int) {
    if isIdentical { return }
    let straight = WrittenNotes(a, b, rate: rate)
    let shifted = WrittenNotes(a, b, lagFrames: Int(lagFrames.rounded()), rate: rate)
    let written = shifted.unpaired < straight.unpaired ? shifted : straight
    added = written.added
    var missing = written.missing.reduce(into: [ExpectedNote: Int]()) { $0[$1, default: 0] += 1 }
    for index in notes.indices {
      guard let count = missing[notes[index].note], count > 0 else { continue }
      missing[notes[index].note] = count - 1
      // What was listened to at its place is another note.
      notes[index] = NoteComparison(note: notes[index].note, isMissing: true)
    }
    let heard = notes.compactMap { $0.onsetFrames.map(abs) }.max()
    let shift = written.largestShiftFrames.map(Double.init)
    guard let largest = [heard, shift].compactMap({ $0 }).max() else { return }
    (onsetDeviationFrames, onsetDoubtFrames) = (largest, 0)
  }
}
