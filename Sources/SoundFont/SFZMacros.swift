/// What an SFZ's `#define`s stand for.
struct SFZMacros {
  /// No line grows by macros beyond this.
  static let longestLine = 1 << 16
  /// Macros within macros deeper than this are taken for a circle.
  static let deepest = 8

  private var values: [ArraySlice<UInt8>: [UInt8]] = [:]
  /// The lengths that names have, the longest first: `$AB` is to be looked for before `$A`.
  private var lengths: [Int] = []

  /// Lets a name, with its `$`, stand for a value.
  mutating func define(_ name: String, as value: String) {
    let name = Array(name.utf8)[...]
    if !lengths.contains(name.count) {
      lengths.append(name.count)
      lengths.sort(by: >)
    }
    values[name] = Array(value.utf8)
  }

  /// A text with the values in place of the names.
  func expanded(_ text: String) -> String {
    let dollar = UInt8(ascii: "$")
    guard !values.isEmpty, text.utf8.contains(dollar) else { return text }
    var bytes = Array(text.utf8)
    for _ in 0..<SFZMacros.deepest {
      var result: [UInt8] = []
      var at = 0
      var isChanged = false
      while at < bytes.count {
        if bytes[at] == dollar, result.count < SFZMacros.longestLine,
          let (length, value) = macro(bytes[at...])
        {
          result += value
          at += length
          isChanged = true
        } else {
          result.append(bytes[at])
          at += 1
        }
      }
      if !isChanged { break }
      bytes = result
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The longest name with which a text begins, and what it stands for.
  private func macro(_ text: ArraySlice<UInt8>) -> (length: Int, value: [UInt8])? {
    for length in lengths where length <= text.count {
      if let value = values[text.prefix(length)] { return (length, value) }
    }
    return nil
  }
}
