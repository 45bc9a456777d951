import Testing

@testable import GrandPiano

/// Some neighbouring keys, judged by their median.
struct Register: Sendable, CustomTestStringConvertible {
  var name: String
  var keys: ClosedRange<Int>
  var testDescription: String { name }

  static let all = [
    Register(name: "A0–D#1", keys: 21...27), Register(name: "E1–B1", keys: 28...35),
    Register(name: "C2–G2", keys: 36...43), Register(name: "G#2–D#3", keys: 44...51),
    Register(name: "E3–B3", keys: 52...59), Register(name: "C4–G4", keys: 60...67),
    Register(name: "G#4–D#5", keys: 68...75), Register(name: "E5–B5", keys: 76...83),
    Register(name: "C6–G6", keys: 84...91), Register(name: "G#6–D#7", keys: 92...99),
    Register(name: "E7–C8", keys: 100...108),
  ]
}

/// Every third key, and two of three from F5 up, where single keys scatter most, struck at a velocity.
enum Struck {
  static let keys = (21...108).filter { $0 % 3 == 0 || ($0 > 76 && $0 % 3 == 2) }

  static let soft = strings(40)
  static let middle = strings(80)
  static let loud = strings(112)

  static func workshop(_ preset: GrandPiano.Preset = .grand) -> Workshop {
    var settings = GrandPiano.Settings()
    settings.noise = 0
    settings.preset = preset
    return Workshop(settings: settings, rate: 44_100)
  }

  private static func strings(_ velocity: UInt8) -> [StruckString] {
    var workshop = workshop()
    return keys.map { StruckString(key: $0, velocity: velocity, workshop: &workshop) }
  }

  /// The median of a quantity over a register's keys.
  static func median(_ register: Register, _ values: [Int: Double]) -> Double {
    median(values.filter { register.keys.contains($0.key) }.map(\.value))
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    if sorted.isEmpty { return .nan }
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }
}
