/// The notes that an ornament makes of one: which neighbour, and for how long.
///
/// The standard leaves the playing open. Here a trill alternates from the upper neighbour in 32nds, as
/// abc2midi's; the short ornaments begin on the note and take at most half of it, but turns and rolls, which fill
/// the note in equal parts.
struct ABCOrnament {
  /// −1 the lower neighbour, 0 the note, 1 the upper one.
  var steps: [Int]
  /// The length of each in whole notes.
  var lengths: [Rational]

  /// The figure that the decorations ask for; nil where none does.
  init?(_ decorations: [ABCDecoration], isTrilling: Bool, length: Rational) {
    if isTrilling {
      self.init(trillOf: length)
      return
    }
    for decoration in decorations {
      switch decoration {
      case .trill:
        self.init(trillOf: length)
        return
      case .upperMordent: self.init(short: [0, 1, 0], of: length)
      case .lowerMordent: self.init(short: [0, -1, 0], of: length)
      case .slide: self.init(short: [-1, 0], of: length)
      case .turn: self.init(even: [1, 0, -1, 0], of: length)
      case .invertedTurn: self.init(even: [-1, 0, 1, 0], of: length)
      case .roll: self.init(even: [0, 1, 0, -1, 0], of: length)
      case .tremolo(let strokes):
        let count = (length * Rational(Int128(4 << strokes))).floor
        guard count > 1 else { continue }
        self.init(even: [Int](repeating: 0, count: Int(min(count, 4096))), of: length)
      default: continue
      }
      return
    }
    return nil
  }

  private init(trillOf length: Rational) {
    var count = Int(min((length * Rational(32)).floor, 4096))
    count -= count % 2
    if count < 2 { count = 2 }
    steps = (0..<count).map { 1 - $0 % 2 }
    lengths = [Rational](repeating: length / Rational(count), count: count)
  }

  /// All but the last as 32nds, or shorter where that is more than half.
  private init(short steps: [Int], of length: Rational) {
    self.steps = steps
    let before = Rational(steps.count - 1)
    var each = Rational(1, 32)
    if each * before > length / Rational(2) { each = length / Rational(2) / before }
    lengths = [Rational](repeating: each, count: steps.count - 1) + [length - each * before]
  }

  private init(even steps: [Int], of length: Rational) {
    self.steps = steps
    lengths = [Rational](repeating: length / Rational(steps.count), count: steps.count)
  }
}

extension ABCPlayer {
  mutating func play(
    _ figure: ABCOrnament, head: ABCHead, key: Int, from begin: Rational, velocity: Int
  ) {
    var begin = begin
    for (step, length) in zip(figure.steps, figure.lengths) {
      let neighbour = step > 0 ? head.upper : step < 0 ? head.lower : 0
      strike(key + neighbour, from: begin, to: begin + length, velocity: velocity)
      begin += length
    }
  }
}
