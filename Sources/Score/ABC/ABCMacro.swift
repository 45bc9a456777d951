/// A macro (`m:`, ABC 2.1, section 9): what is written, and what is read for it.
struct ABCMacro {
  var target: [UInt8]
  var replacement: [UInt8]
  /// Whether an `n` in the target stands for any note, and letters h…z in the replacement for notes at
  /// their distance from it.
  var isTransposing: Bool

  /// Reads `~G3 = G{A}G{F}G`; nil where it is no macro.
  init?(_ text: ArraySlice<UInt8>) {
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    // An accidental `=` may stand in front; a macro's own is the one after which something follows.
    target = Array(ABC.trimmed(text[..<equals]))
    replacement = Array(ABC.trimmed(text[(equals + 1)...]))
    guard !target.isEmpty, target.count <= 31, replacement.count <= 200 else { return nil }
    isTransposing = target.contains(UInt8(ascii: "n"))
  }

  /// The most bytes that a line may grow to by macros.
  static let longest = 100_000

  /// The line with its macros replaced, each byte with the column it came from; nil where none fits.
  static func expand(
    _ line: [UInt8], with macros: [ABCMacro]
  ) -> (bytes: [UInt8], origins: [Int32])? {
    var out: [UInt8] = []
    var origins: [Int32] = []
    var index = 0
    var changed = false
    scan: while index < line.count {
      if line[index] == ABC.quote,
        let end = line[(index + 1)...].firstIndex(of: ABC.quote)
      {
        for copied in index...end { origins.append(Int32(copied)) }
        out += line[index...end]
        index = end + 1
        continue
      }
      if out.count < longest {
        for macro in macros {
          guard let (length, text) = macro.match(line, at: index) else { continue }
          out += text
          origins += [Int32](repeating: Int32(index), count: text.count)
          index += length
          changed = true
          continue scan
        }
      }
      out.append(line[index])
      origins.append(Int32(index))
      index += 1
    }
    return changed ? (out, origins) : nil
  }

  /// How many bytes it takes from here and what it puts there.
  private func match(_ line: [UInt8], at begin: Int) -> (Int, [UInt8])? {
    var index = begin
    var note: Int?
    for byte in target {
      guard index < line.count else { return nil }
      if isTransposing, byte == UInt8(ascii: "n") {
        guard ABC.isNoteLetter(line[index]) else { return nil }
        var step = ABCKey.step(line[index]) + (line[index] >= 97 ? 7 : 0)
        index += 1
        while index < line.count,
          line[index] == UInt8(ascii: "'") || line[index] == UInt8(ascii: ",")
        {
          step += line[index] == UInt8(ascii: ",") ? -7 : 7
          index += 1
          if abs(step) > 70 { return nil }
        }
        note = step
      } else {
        guard line[index] == byte else { return nil }
        index += 1
      }
    }
    // `~g` must not take the begin of `~g3`.
    if let last = target.last, ABC.isLetter(last), index < line.count,
      ABC.isDigit(line[index]) || line[index] == ABC.slash
    {
      return nil
    }
    guard let note else { return (index - begin, replacement) }
    var text: [UInt8] = []
    for byte in replacement {
      if byte >= UInt8(ascii: "h"), byte <= UInt8(ascii: "z") {
        text += ABCMacro.spelled(note + Int(byte) - Int(UInt8(ascii: "n")))
      } else {
        text.append(byte)
      }
    }
    return (index - begin, text)
  }

  /// A note so many steps above C.
  private static func spelled(_ step: Int) -> [UInt8] {
    let octave = step >= 0 ? step / 7 : (step - 6) / 7
    let letter = Array("CDEFGAB".utf8)[step - octave * 7]
    if octave >= 1 {
      return [letter + 32] + [UInt8](repeating: UInt8(ascii: "'"), count: octave - 1)
    }
    return [letter] + [UInt8](repeating: UInt8(ascii: ","), count: -octave)
  }
}
