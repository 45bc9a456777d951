extension ABCTuneReader {
  /// `P:`: in the header the order of the parts, in the body the name of the part that begins.
  mutating func partField(_ text: ArraySlice<UInt8>, at byte: Int) {
    if isInBody {
      guard let first = text.first else { return }
      // Parts have one letter (ABC 2.1, section 3.1.9); a longer name is a heading.
      part = text.count == 1 ? [first] : Array(text)
      current = 0
      if voices[current].parts.last?.label != part {
        voices[current].parts.append((part, voices[current].symbols.count))
        add(.part, at: byte)
      }
      beginPartLine()
      return
    }
    guard let order = ABCPartOrder.read(text) else {
      warn(byte, "this order of parts is not understood", hint: "write P:AABB or P:(AB)3C")
      return
    }
    if order.count > ABCPartOrder.most {
      warn(byte, "the order has more than \(ABCPartOrder.most) parts; the rest is left out")
    }
    self.order = order.prefix(ABCPartOrder.most).map { [$0] }
    if self.order?.isEmpty == true { self.order = nil }
  }

  private mutating func beginPartLine() {
    voices[current].lineBegin = voices[current].symbols.count
    voices[current].verses = 0
  }
}

/// The order in which parts are played: `A(BC)3.D2`.
enum ABCPartOrder {
  static let most = 10_000

  /// The letters in order, at most one more than `most`; nil where it is no order of parts.
  static func read(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var stack: [[UInt8]] = [[]]
    var last: [UInt8] = []  // what a number behind it repeats
    var cursor = ABCCursor(Array(text))
    while !cursor.isAtEnd {
      let byte = cursor.byte
      if let count = cursor.number() {
        // It stands there once already.
        if count == 0 { stack[stack.count - 1].removeLast(last.count) }
        var left = last.isEmpty ? 0 : count - 1
        while left > 0, stack[stack.count - 1].count <= most {
          stack[stack.count - 1] += last
          left -= 1
        }
        last = []
        if stack[stack.count - 1].count > most { break }
        continue
      }
      cursor.position += 1
      if byte == UInt8(ascii: "(") {
        guard stack.count < 64 else { return nil }
        stack.append([])
        last = []
      } else if byte == UInt8(ascii: ")") {
        guard stack.count > 1, let inner = stack.popLast() else { return nil }
        last = Array(inner.prefix(most + 1))
        stack[stack.count - 1] += last
      } else if ABC.isLetter(byte) {
        last = [byte]
        stack[stack.count - 1].append(byte)
      } else if byte != UInt8(ascii: "."), byte != UInt8(ascii: ","), !ABC.isBlank(byte) {
        return nil
      }
      if stack[stack.count - 1].count > most { break }
    }
    return Array(stack.reduce([], +).prefix(most + 1))
  }
}
