import Score
import Testing

/// A body and what is heard of it.
struct ABCRow: Sendable, CustomTestStringConvertible {
  var name: String
  var body: String
  var heard: String
  var key = "C"
  var header = ""
  var testDescription: String { name }
}

/// ABC texts and what is heard of them, written short.
enum ABCText {
  /// A tune with a plain header around its body.
  static func tune(_ body: String, key: String = "C", header: String = "") -> [UInt8] {
    Array("X:1\nT:Test\nM:4/4\nL:1/4\n\(header)K:\(key)\n\(body)\n".utf8)
  }

  /// The notes as `C4@0:1`: name, onset and length in quarters; by onset, then key.
  static func heard(_ score: Score) -> String {
    guard case .ticksPerQuarter(let division) = score.timebase else { return "no quarters" }
    func quarters(_ ticks: Int64) -> Rational { Rational(Int128(ticks), Int128(division)) }
    return Performance(score).strokes.sorted { ($0.on, $0.note.key) < ($1.on, $1.note.key) }.map {
      "\(Pitch(key: $0.note.key).name)@\(quarters($0.on)):\(quarters($0.off - $0.on))"
    }.joined(separator: " ")
  }

  /// The notes of a tune's body.
  static func heard(
    _ body: String, key: String = "C", header: String = "", chords: Bool = false
  ) throws -> String {
    heard(try Score(abc: tune(body, key: key, header: header), chords: chords))
  }

  /// The keys alone, without their times.
  static func keys(_ body: String, key: String = "C", header: String = "") throws -> String {
    try heard(body, key: key, header: header).split(separator: " ").map {
      String($0.prefix { $0 != "@" })
    }.joined(separator: " ")
  }
}
