/// A time or a duration of an `at` line as written.
struct ScriptTime: Hashable {
  enum Unit: UInt8 {
    /// Ticks: `value` of them, `ppq` a quarter.
    case ticks
    /// Seconds: `value` × 10^−`places`.
    case seconds
    /// Samples: `value` of them, `rate` a second.
    case samples
    /// Bar `bar`, beat `value` × 10^−`places`, both from 1.
    case bar
  }

  var unit = Unit.seconds
  var places: UInt8 = 0
  var bar: Int32 = 0
  var value: Int64 = 0

  var rational: Rational {
    Rational(Int128(value), Int128(ScriptDecimal.powers[Int(places)]))
  }
}

extension ScriptCursor {
  /// Why a time cannot be read.
  enum TimeFailure: Error {
    case malformed
    case outOfRange

    var hint: String? {
      self == .malformed
        ? "a time is 1.25 or 1.25s, 1:02.5, t960, b3:2.5 or s48000" : nil
    }
  }

  /// Reads a time: `1.25`, `1.25s`, `1:02.5`, `t960`, `b3:2.5`, `s48000`.
  mutating func time() throws(TimeFailure) -> ScriptTime {
    switch next {
    case UInt8(ascii: "t"), UInt8(ascii: "s"):
      let unit: ScriptTime.Unit = next == UInt8(ascii: "t") ? .ticks : .samples
      at += 1
      guard let value = integer() else { throw .malformed }
      guard value < .max else { throw .outOfRange }
      return ScriptTime(unit: unit, value: Int64(value))
    case UInt8(ascii: "b"):
      at += 1
      return try barAndBeat()
    default: return try clockTime()
    }
  }

  /// `3` or `3:2.5`.
  private mutating func barAndBeat() throws(TimeFailure) -> ScriptTime {
    guard let bar = integer() else { throw .malformed }
    guard 1...1_000_000 ~= bar else { throw .outOfRange }
    var beat = ScriptDecimal(digits: 1, places: 0)
    if take(UInt8(ascii: ":")) {
      switch decimal() {
      case .none: throw .malformed
      case .tooLong: throw .outOfRange
      case .value(let value): beat = value
      }
      guard beat.rational >= .one else { throw .outOfRange }
    }
    return ScriptTime(
      unit: .bar, places: UInt8(beat.places), bar: Int32(bar), value: beat.digits)
  }

  /// `1.25`, `1.25s` or `1:02.5`.
  private mutating func clockTime() throws(TimeFailure) -> ScriptTime {
    let begin = at
    var seconds = try clockNumber()
    if next == UInt8(ascii: ":") {
      at = begin
      guard let minutes = integer(), take(UInt8(ascii: ":")) else { throw .malformed }
      seconds = try clockNumber()
      guard minutes <= 1_000_000, seconds.rational < Rational(60) else { throw .outOfRange }
      let (scaled, overflow) = (Int64(minutes) * 60).multipliedReportingOverflow(
        by: ScriptDecimal.powers[seconds.places])
      let (sum, sumOverflow) = scaled.addingReportingOverflow(seconds.digits)
      if overflow || sumOverflow { throw .outOfRange }
      seconds.digits = sum
    } else {
      _ = take(UInt8(ascii: "s"))
    }
    return ScriptTime(unit: .seconds, places: UInt8(seconds.places), value: seconds.digits)
  }

  private mutating func clockNumber() throws(TimeFailure) -> ScriptDecimal {
    switch decimal() {
    case .none: throw .malformed
    case .tooLong: throw .outOfRange
    case .value(let value): return value
    }
  }
}
