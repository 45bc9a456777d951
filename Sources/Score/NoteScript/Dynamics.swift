/// The dynamic words and their velocities.
enum Dynamics {
  static let velocities: [(name: String, velocity: UInt8)] = [
    ("pppp", 15), ("ppp", 30), ("pp", 45), ("p", 60), ("mp", 75), ("mf", 90), ("f", 105),
    ("ff", 120), ("fff", 127), ("ffff", 127),
  ]

  /// mf, the dynamic at the start.
  static let atStart: UInt8 = 90
  /// What an accent adds to the velocity, up to 127.
  static let accent: UInt8 = 16

  static func velocity(of word: String) -> UInt8? {
    for (name, velocity) in velocities where name == word { return velocity }
    return nil
  }
}
