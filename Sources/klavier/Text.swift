/// Numbers as a person reads them, without Foundation and without a locale.
enum Text {
  /// A number with up to three decimals, without trailing zeros: `1.5`, `44100`, `-0.25`.
  static func number(_ value: Double) -> String {
    var text = fixed(value, decimals: 3)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  /// A number with exactly these decimals (0…9); ±inf and nan by name.
  static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "\(value)" }
    let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled < 0x1p62 else { return "\(value)" }
    let whole = Int64(scaled)
    let sign = value < 0 && whole != 0 ? "-" : ""
    if decimals == 0 { return "\(sign)\(whole)" }
    let digits = String(whole)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// A length of time: `4.2 s`, `3:07`, `2:03:07`.
  static func duration(seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "-:--" }
    if seconds < 60 { return "\(fixed(seconds, decimals: 1)) s" }
    return clock(seconds: seconds)
  }

  /// Minutes and seconds, hours before them where there are some: `0:07`, `3:07`, `2:03:07`.
  static func clock(seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "-:--" }
    let all = Int(seconds.rounded())
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes) = (all / 3600, all / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(all % 60))" : "\(minutes):\(two(all % 60))"
  }

  /// A count and its noun: `1 note`, `2 notes`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Words filled into lines of at most `width` characters.
  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }
}
