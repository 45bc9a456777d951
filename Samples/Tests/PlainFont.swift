/// SoundFonts with something taken out of all their zones or samples.
enum PlainFont {
  /// What is taken out.
  enum Feature: Sendable, Hashable {
    /// A generator, by its number: its amount becomes 0.
    case generator(Int)
    /// What the samples' headers say of their pitch in cents.
    case pitchCorrections
  }

  /// The font's bytes without some features; nil where there is no list `pdta` or nothing to take out.
  static func bytes(of font: [UInt8], without features: [Feature]) -> [UInt8]? {
    var bytes = font
    var changed = 0
    for (id, body) in chunks(of: font) {
      switch id {
      case "pgen", "igen":
        for place in stride(from: body.lowerBound, to: body.upperBound - 3, by: 4) {
          let number = Int(bytes[place]) + 256 * Int(bytes[place + 1])
          guard features.contains(.generator(number)) else { continue }
          bytes[place + 2] = 0
          bytes[place + 3] = 0
          changed += 1
        }
      case "shdr" where features.contains(.pitchCorrections):
        for place in stride(from: body.lowerBound, to: body.upperBound - 45, by: 46) {
          bytes[place + 41] = 0
          changed += 1
        }
      default: break
      }
    }
    return changed > 0 ? bytes : nil
  }

  /// The chunks in the list `pdta`, and where their bodies lie.
  private static func chunks(of font: [UInt8]) -> [(id: String, body: Range<Int>)] {
    func name(_ place: Int) -> String { String(decoding: font[place..<place + 4], as: UTF8.self) }
    func size(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 + Int(font[place + 4 + $1]) << (8 * $1) }
    }
    var found: [(String, Range<Int>)] = []
    var place = 12
    while place + 12 <= font.count {
      let end = min(font.count, place + 8 + size(place))
      if name(place) == "LIST", name(place + 8) == "pdta" {
        var inner = place + 12
        while inner + 8 <= end {
          found.append((name(inner), inner + 8..<min(end, inner + 8 + size(inner))))
          inner += 8 + size(inner) + size(inner) % 2
        }
      }
      place = end + (end - place) % 2
    }
    return found
  }
}
