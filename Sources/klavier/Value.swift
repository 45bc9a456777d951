import Score

/// Reads the values of options; what cannot be read is told with what would have been.
enum Value {
  /// A whole number within a range.
  static func whole(_ text: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let value = Int(text), range.contains(value) else {
      throw UsageError(
        "'\(text)' is not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A decimal number within a range.
  static func number(_ text: String, in range: ClosedRange<Double>) throws(UsageError) -> Double {
    guard let value = Double(text), value.isFinite, !text.contains("x"), range.contains(value)
    else {
      throw UsageError(
        "'\(text)' is not a number from \(Text.number(range.lowerBound)) to \(Text.number(range.upperBound))"
      )
    }
    return value
  }

  /// A decimal number, 0 or more, exactly; nil where the text is none or has more than 12 digits on a
  /// side of its point.
  static func decimal(_ text: Substring) -> Rational? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.joined()
    guard parts.count <= 2, !digits.isEmpty, parts.allSatisfy({ $0.count <= 12 }),
      digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int128(digits)
    else { return nil }
    let decimals = parts.count == 2 ? parts[1].count : 0
    return Rational(number, (0..<decimals).reduce(Int128(1)) { power, _ in power * 10 })
  }

  /// One of a few names.
  static func choice<Choice: RawRepresentable & CaseIterable & Equatable>(
    _ text: String, of type: Choice.Type = Choice.self, among choices: [Choice]? = nil
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    let choices = choices ?? Array(Choice.allCases)
    guard let value = Choice(rawValue: text), choices.contains(value) else {
      let names = choices.map(\.rawValue)
      throw UsageError(
        "'\(text)' is none of \(names.joined(separator: ", "))",
        hint: Suggestion.nearest(to: text, in: names).map { "did you mean '\($0)'?" })
    }
    return value
  }

  /// `on` or `off`.
  static func onOff(_ text: String) throws(UsageError) -> Bool {
    try choice(text, of: OnOff.self) == .on
  }

  /// The words of a choice, for the completions.
  static func words<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) -> Option.Completion where Choice.RawValue == String {
    .words(Choice.allCases.map(\.rawValue))
  }

  /// The two words of a switch with a value.
  enum OnOff: String, CaseIterable, Sendable {
    case on, off
  }
}
