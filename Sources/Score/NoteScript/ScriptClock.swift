/// How a script's positions become seconds and back, before its ticks are known: exact, with positions
/// in whole notes.
struct ScriptClock {
  /// A stretch of constant tempo, or of a ramp that then holds its end.
  struct Segment {
    let position: Rational
    let seconds: Rational
    let secondsPerWhole: Rational
    let ramp: Ramp?
  }

  struct Ramp {
    let secondsPerWholeAtEnd: Rational
    let wholes: Rational

    var inTicks: TempoMap.Ramp {
      TempoMap.Ramp(secondsPerTickAtEnd: secondsPerWholeAtEnd, ticks: wholes)
    }
  }

  /// Positions rising, the first at 0.
  private(set) var segments = [
    Segment(position: .zero, seconds: .zero, secondsPerWhole: Rational(2), ramp: nil)
  ]

  /// Puts a tempo at a position that is not before the last one; of two at one place the later counts.
  mutating func change(at position: Rational, secondsPerWhole: Rational, ramp: Ramp?) {
    let seconds = seconds(at: position)
    if segments[segments.count - 1].position == position { segments.removeLast() }
    segments.append(
      Segment(position: position, seconds: seconds, secondsPerWhole: secondsPerWhole, ramp: ramp))
  }

  /// Whether one tempo holds from the beginning to the end.
  var isConstant: Bool { segments.count == 1 && segments[0].ramp == nil }

  /// The time of a position.
  func seconds(at position: Rational) -> Rational {
    let segment = segments[segments.lastIndex(inFront: { $0.position <= position })]
    return segment.seconds + segment.seconds(after: position - segment.position)
  }

  /// The position of a time.
  func position(at seconds: Rational) -> Rational {
    let segment = segments[segments.lastIndex(inFront: { $0.seconds <= seconds })]
    return segment.position + segment.wholes(after: seconds - segment.seconds)
  }

  /// The position so many seconds after another one.
  ///
  /// Not by way of the time from the start: sums of many tempos have denominators without end.
  func position(_ seconds: Rational, after position: Rational) -> Rational {
    var index = segments.lastIndex(inFront: { $0.position <= position })
    var position = position
    var left = seconds
    while index + 1 < segments.count {
      let segment = segments[index]
      let next = segments[index + 1].position
      let here =
        segment.seconds(after: next - segment.position)
        - segment.seconds(after: position - segment.position)
      if left <= here { break }
      left = left - here
      position = next
      index += 1
    }
    let segment = segments[index]
    guard segment.ramp != nil else { return position + left / segment.secondsPerWhole }
    let inside = position - segment.position
    return segment.position + segment.wholes(after: segment.seconds(after: inside) + left)
  }

  /// The segment at a position, and where the next one begins.
  func segment(at position: Rational) -> (segment: Segment, end: Rational?) {
    let index = segments.lastIndex(inFront: { $0.position <= position })
    return (
      segments[index], index + 1 < segments.count ? segments[index + 1].position : nil
    )
  }
}

extension ScriptClock.Segment {
  /// The seconds from the segment's begin to so many whole notes after it.
  func seconds(after wholes: Rational) -> Rational {
    ramp.map { $0.inTicks.seconds(after: wholes, from: secondsPerWhole) }
      ?? wholes * secondsPerWhole
  }

  /// The whole notes that so many seconds fill from the segment's begin.
  func wholes(after seconds: Rational) -> Rational {
    guard let ramp else { return seconds / secondsPerWhole }
    let whole = ramp.inTicks.seconds(after: ramp.wholes, from: secondsPerWhole)
    if seconds >= whole { return ramp.wholes + (seconds - whole) / ramp.secondsPerWholeAtEnd }
    // Inside the ramp the time is a logarithm of the position: halve the interval until it is below
    // 2⁻³⁰ of a whole note, a five-hundredth of a sample, which also keeps the denominators small.
    var (low, high) = (Int128(0), (ramp.wholes * Rational(1 << 30)).floor + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      let time = ramp.inTicks.seconds(after: Rational(middle, 1 << 30), from: secondsPerWhole)
      if time <= seconds { low = middle } else { high = middle }
    }
    let below = ramp.inTicks.seconds(after: Rational(low, 1 << 30), from: secondsPerWhole)
    let above = ramp.inTicks.seconds(after: Rational(high, 1 << 30), from: secondsPerWhole)
    return Rational(seconds - below <= above - seconds ? low : high, 1 << 30)
  }
}
