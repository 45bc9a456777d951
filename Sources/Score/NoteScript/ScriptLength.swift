/// The length of a note as written: whole notes, seconds, or a sum of both.
struct ScriptLength: Hashable {
  var wholes = Rational.zero
  var seconds = Rational.zero
}

/// The lengths of a script, each kept once.
struct LengthTable {
  private(set) var lengths: [ScriptLength] = []
  private var known: [ScriptLength: Int32] = [:]
  /// 1/n with up to three dots, by 4n + dots.
  private var plain: [Int: Int32] = [:]
  private var last: (key: Int, id: Int32) = (-1, 0)

  /// A quarter, the length at the start.
  static let quarter: Int32 = 0

  init() {
    _ = id(of: ScriptLength(wholes: Rational(1, 4)))
  }

  subscript(id: Int32) -> ScriptLength { lengths[Int(id)] }

  mutating func id(of length: ScriptLength) -> Int32 {
    if let id = known[length] { return id }
    let id = Int32(lengths.count)
    lengths.append(length)
    known[length] = id
    return id
  }

  /// Why a length cannot be read.
  enum Failure: Error {
    case malformed
    case zero
    case outOfRange

    var message: String {
      switch self {
      case .malformed:
        "expected a length such as :4, :8., :3/16, :350ms or :1.5s"
      case .zero: "a length of 0; a note takes time"
      case .outOfRange:
        "a length out of range: 1/99999 of a whole note to 1000000, three dots, 1000000 seconds"
      }
    }
  }

  /// Reads what follows the colon: `4`, `2..`, `3/16`, `350ms`, `1.5s`, and sums of them with `~`.
  mutating func read(_ cursor: inout ScriptCursor) throws(Failure) -> Int32 {
    let begin = cursor.at
    if let number = cursor.integer(), number < 100_000 {
      let dots = LengthTable.dots(&cursor)
      if dots <= 3, !LengthTable.goesOn(cursor) {
        let key = number * 4 + dots
        if key == last.key { return last.id }
        if number > 0 {
          let id = plain[key] ?? id(of: ScriptLength(wholes: LengthTable.plain(number, dots: dots)))
          plain[key] = id
          last = (key, id)
          return id
        }
      }
    }
    cursor.at = begin
    var sum = ScriptLength()
    repeat {
      try LengthTable.addTerm(&cursor, to: &sum)
    } while LengthTable.takeTie(&cursor)
    return id(of: sum)
  }

  private static func plain(_ number: Int, dots: Int) -> Rational {
    let twice = Int128(1) << Int128(dots)
    return Rational(twice * 2 - 1, twice * Int128(number))
  }

  /// The dots here; a dot before a digit is a decimal point.
  private static func dots(_ cursor: inout ScriptCursor) -> Int {
    var count = 0
    while cursor.next == UInt8(ascii: ".") {
      if count == 0, cursor.at + 1 < cursor.end, cursor.bytes[cursor.at + 1].isDigit { break }
      cursor.at += 1
      count += 1
    }
    return count
  }

  /// Whether more of a length follows a number and its dots.
  private static func goesOn(_ cursor: ScriptCursor) -> Bool {
    switch cursor.next {
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "m"), UInt8(ascii: "s"): return true
    case UInt8(ascii: "~"):
      return cursor.at + 1 < cursor.end && cursor.bytes[cursor.at + 1].isDigit
    default: return false
    }
  }

  /// Steps over a `~` that adds another length.
  private static func takeTie(_ cursor: inout ScriptCursor) -> Bool {
    guard cursor.next == UInt8(ascii: "~"), goesOn(cursor) else { return false }
    cursor.at += 1
    return true
  }

  private static func addTerm(_ cursor: inout ScriptCursor, to sum: inout ScriptLength)
    throws(Failure)
  {
    let begin = cursor.at
    let value: ScriptDecimal
    switch cursor.decimal() {
    case .none: throw .malformed
    case .tooLong: throw .outOfRange
    case .value(let read): value = read
    }
    if cursor.take("ms") || cursor.take("s") {
      let isMilliseconds = cursor.bytes[cursor.at - 2] == UInt8(ascii: "m")
      if value.digits == 0 { throw .zero }
      let seconds = isMilliseconds ? value.rational / Rational(1000) : value.rational
      if seconds > Rational(1_000_000) { throw .outOfRange }
      sum.seconds += seconds
      return
    }
    // A decimal point needs a unit behind the number.
    guard value.places == 0 else { throw .malformed }
    cursor.at = begin
    guard let number = cursor.integer() else { throw .malformed }
    if cursor.take(UInt8(ascii: "/")) {
      guard let under = cursor.integer() else { throw .malformed }
      if number == 0 || under == 0 { throw .zero }
      guard number <= 1_000_000, under <= 1_000_000 else { throw .outOfRange }
      sum.wholes += Rational(Int128(number), Int128(under))
      return
    }
    let dots = dots(&cursor)
    if number == 0 { throw .zero }
    guard number < 100_000, dots <= 3 else { throw .outOfRange }
    sum.wholes += plain(number, dots: dots)
  }
}
