extension TextEncoding {
  /// The likeliest encoding of these texts: UTF-8 where all of them are valid UTF-8, else the one in
  /// which the bytes make the most usual characters.
  ///
  /// A guess by structure (which bytes may follow which) and by what is frequent in the languages
  /// written so; the more text the surer. The first 64 kB count.
  public static func guess(_ texts: some Sequence<[UInt8]>) -> TextEncoding {
    var scores = [Double](repeating: 0, count: candidates.count)
    var left = 65536
    for text in texts where text.contains(where: { $0 >= 0x80 }) && left > 0 {
      left -= text.count
      // A byte order mark says it all; see `TextDecoder`.
      if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) { continue }
      for index in candidates.indices { scores[index] += candidates[index].weigh(text) }
    }
    var best = 0
    for index in scores.indices where scores[index] > scores[best] { best = index }
    return left == 65536 ? .utf8 : candidates[best].encoding
  }

  /// In the order of preference where nothing speaks for either.
  private static let candidates: [(encoding: TextEncoding, weigh: @Sendable ([UInt8]) -> Double)] =
    [
      (.utf8, weighUTF8), (.latin1, weighLatin1),
      (.shiftJIS, { weighPairs($0, shiftJISPair) }), (.eucKR, { weighPairs($0, eucKRPair) }),
      (.big5, { weighPairs($0, big5Pair) }), (.gbk, { weighPairs($0, gbkPair) }),
      (.windows1251, { weighCyrillic($0, lower: 0xE0...0xFF, upper: 0xC0...0xDF, io: 0xB8) }),
      (.koi8R, { weighCyrillic($0, lower: 0xC0...0xDF, upper: 0xE0...0xFF, io: 0xA3) }),
    ]

  private static let never = -1e6

  private static func weighUTF8(_ text: [UInt8]) -> Double {
    String(validating: text, as: UTF8.self) == nil
      ? never : 4 * Double(text.count { $0 >= 0x80 })
  }

  /// Letters among letters and a few signs; languages written so have few of them in a row.
  private static func weighLatin1(_ text: [UInt8]) -> Double {
    var score = 0.0
    var run = 0
    for (index, byte) in text.enumerated() {
      guard byte >= 0x80 else {
        run = 0
        continue
      }
      run += 1
      switch byte {
      // A copyright sign on its own is the commonest of all high bytes in MIDI files.
      case 0xA9 where run == 1 && (index + 1 == text.count || text[index + 1] < 0x80): score += 4
      case 0xC0...0xFF where byte != 0xD7 && byte != 0xF7: score += 1
      case 0x85, 0x91...0x97, 0xA0, 0xA1, 0xA7, 0xA9, 0xAB, 0xAE, 0xB0, 0xB4, 0xBB, 0xBF: score += 1
      case 0x80...0x9F: score -= 1
      default: score += 0.2
      }
      if run > 2 { score -= 1.5 }
    }
    return score
  }

  /// Words of small letters, capitals at their beginnings.
  private static func weighCyrillic(
    _ text: [UInt8], lower: ClosedRange<UInt8>, upper: ClosedRange<UInt8>, io: UInt8
  ) -> Double {
    var score = 0.0
    var run = 0
    for byte in text {
      guard byte >= 0x80 else {
        // A high letter inside a Latin word is no Cyrillic.
        if run > 0, (byte | 0x20) >= 0x61, (byte | 0x20) <= 0x7A { score -= 2 }
        run = 0
        continue
      }
      if lower.contains(byte) || byte == io {
        score += run > 0 ? 1.2 : 0.4
      } else if upper.contains(byte) {
        score += run == 0 ? 0.9 : -0.6
      } else {
        score -= 2
      }
      run += 1
    }
    return score
  }

  /// Weighs an encoding of one or two bytes a character; `weigh` gives the worth of a pair, or nil where
  /// it is none, and of a single byte where the second is nil.
  private static func weighPairs(
    _ text: [UInt8], _ weigh: (UInt8, UInt8?) -> Double?
  ) -> Double {
    var score = 0.0
    var at = 0
    while at < text.count {
      let byte = text[at]
      if byte < 0x80 {
        at += 1
      } else if let single = weigh(byte, nil) {
        score += single
        at += 1
      } else if at + 1 < text.count, let pair = weigh(byte, text[at + 1]) {
        score += pair
        at += 2
      } else {
        // One broken character does not rule a long text out.
        score -= 6
        at += 1
      }
    }
    return score
  }

  private static func shiftJISPair(_ first: UInt8, _ second: UInt8?) -> Double? {
    guard let second else { return 0xA1...0xDF ~= first ? -0.3 : nil }
    guard 0x81...0x9F ~= first || 0xE0...0xFC ~= first,
      0x40...0xFC ~= second && second != 0x7F
    else { return nil }
    switch (first, second) {
    case (0x82, 0x9F...0xF1): return 4  // hiragana
    case (0x83, 0x40...0x96): return 4  // katakana
    case (0x81, _): return 1
    case (0x88...0x97, _): return 2.5  // the frequent kanji
    default: return -0.5
    }
  }

  private static func eucKRPair(_ first: UInt8, _ second: UInt8?) -> Double? {
    guard let second, 0x81...0xFE ~= first, second > 0x40, second < 0xFF else { return nil }
    switch (first, second) {
    case (0xB0...0xC8, 0xA1...): return 2.6  // hangul
    case (0xA1...0xA3, 0xA1...): return 0.5
    default: return -1.5
    }
  }

  private static func big5Pair(_ first: UInt8, _ second: UInt8?) -> Double? {
    guard let second, 0x87...0xFE ~= first, 0x40...0x7E ~= second || 0xA1...0xFE ~= second else {
      return nil
    }
    switch first {
    case 0xA4...0xAF: return 2.6  // the most frequent characters
    case 0xB0...0xC6: return second < 0x80 ? 2.2 : 1.2
    case 0xA1...0xA3: return 0.5
    default: return -1
    }
  }

  private static func gbkPair(_ first: UInt8, _ second: UInt8?) -> Double? {
    guard let second, 0x81...0xFE ~= first, second >= 0x40, second != 0x7F, second < 0xFF else {
      return nil
    }
    guard second >= 0xA1 else { return -0.5 }
    switch first {
    case 0xB0...0xD7: return second < 0xC0 ? 2.4 : 2  // the frequent characters
    case 0xD8...0xF7: return second < 0xC0 ? 1 : 0.2
    case 0xA1...0xA3: return 0.5
    default: return -1
    }
  }
}
