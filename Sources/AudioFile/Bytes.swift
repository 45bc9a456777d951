extension [UInt8] {
  /// Adds an integer, lowest byte first.
  mutating func append(little value: Int, count: Int) {
    for i in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
  }

  /// Adds an integer, highest byte first.
  mutating func append(big value: Int, count: Int) {
    for i in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
  }

  /// The integer of `count` bytes at a place, highest byte first.
  func big(_ place: Int, count: Int) -> Int {
    self[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The integer of `count` bytes at a place, lowest byte first.
  func little(_ place: Int, count: Int) -> Int {
    self[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Puts an integer in the place of `count` bytes, lowest byte first.
  mutating func put(little value: Int, at place: Int, count: Int) {
    for i in 0..<count { self[place + i] = UInt8(truncatingIfNeeded: value >> (8 * i)) }
  }

  /// Puts an integer in the place of `count` bytes, highest byte first.
  mutating func put(big value: Int, at place: Int, count: Int) {
    for i in 0..<count {
      self[place + i] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - i)))
    }
  }
}
