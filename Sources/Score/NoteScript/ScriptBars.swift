/// Where the bars of a script begin, before its ticks are known: positions in whole notes, bars and beats
/// counted from 1 (`MeterMap` is the same for a score in ticks).
///
/// Before the first time signature the meter is 4/4 (SMF 1.0). Another time signature inside a bar ends
/// that bar early: the next one begins there. One that only says again what holds changes nothing.
struct ScriptBars {
  /// A stretch of bars of one length.
  struct Segment {
    /// Where its first bar begins, in whole notes.
    let position: Rational
    /// The number of its first bar, from 1.
    let bar: Int
    /// The beats of a bar.
    let beats: Int
    /// The beat is 1/`unit` of a whole note.
    let unit: Int

    /// The length of a bar in whole notes.
    var barLength: Rational { Rational(Int128(beats), Int128(unit)) }

    /// The whole bars and the rest of one from the segment's begin to `position`.
    func bars(to position: Rational) -> (whole: Int, rest: Rational) {
      let length = barLength
      let count = ((position - self.position) / length).floor
      return (
        Int(clamping: count), position - self.position - length * Rational(count)
      )
    }
  }

  /// The segments, positions rising, the first at 0.
  private(set) var segments = [
    Segment(position: .zero, bar: 1, beats: 4, unit: 4)
  ]

  /// Puts a time signature at a position that is not before the last one.
  mutating func change(at position: Rational, beats: Int, unit: Int) {
    let last = segments[segments.count - 1]
    if (last.beats, last.unit) == (beats, unit) { return }
    let (whole, rest) = last.bars(to: position)
    if last.position == position { segments.removeLast() }
    segments.append(
      Segment(
        position: position, bar: last.bar + whole + (rest > .zero ? 1 : 0), beats: beats,
        unit: unit))
  }

  /// The position of a bar and beat, both from 1; the beat may be a fraction.
  func position(bar: Int, beat: Rational = .one) -> Rational {
    let segment = segment(ofBar: bar)
    return segment.position + segment.barLength * Rational(bar - segment.bar)
      + (beat - .one) / Rational(segment.unit)
  }

  /// The bar in which a position lies, where it begins, and its segment.
  func bar(at position: Rational) -> (number: Int, begin: Rational, segment: Segment) {
    let segment = segments[segments.lastIndex(inFront: { $0.position <= position })]
    let (whole, rest) = segment.bars(to: position)
    return (segment.bar + whole, position - rest, segment)
  }

  /// The segment in which a bar lies.
  func segment(ofBar bar: Int) -> Segment {
    segments[segments.lastIndex(inFront: { $0.bar <= bar })]
  }

  /// Where the bar after the one at `position` begins.
  func nextBar(after position: Rational) -> Rational {
    let index = segments.lastIndex(inFront: { $0.position <= position })
    let (_, rest) = segments[index].bars(to: position)
    let end = position - rest + segments[index].barLength
    // A change inside a bar cuts it short.
    return index + 1 < segments.count && segments[index + 1].position < end
      ? segments[index + 1].position : end
  }

  /// Where the next change of the meter stands.
  func change(after position: Rational) -> Rational? {
    let index = segments.lastIndex(inFront: { $0.position <= position }) + 1
    return index < segments.count ? segments[index].position : nil
  }
}
