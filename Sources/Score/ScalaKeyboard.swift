/// A keyboard mapping of the Scala format (.kbm): which key plays which degree of a scale, and how high.
///
/// The format is described at huygens-fokker.org/scala/help.htm#mappings.
public struct ScalaKeyboard: Sendable, Hashable {
  /// The keys that are retuned; the others keep equal temperament at A4 = 440 Hz.
  public var keys: ClosedRange<Int>
  /// The key of the mapping's first entry.
  public var middleKey: Int
  /// The key whose frequency is given.
  public var referenceKey: Int
  /// That frequency in Hz.
  public var referenceHertz: Double
  /// The degree by which a repetition of the mapping is higher; 0 where there is no mapping.
  public var periodDegree: Int
  /// The degree of each key from `middleKey` on, nil for a key that is silent; empty where every key
  /// takes the next degree.
  public var degrees: [Int?]

  /// Every key takes the next degree, C4 the first, and A4 sounds at `a4` Hz.
  public init(a4: Double) {
    keys = 0...127
    middleKey = 60
    referenceKey = 69
    referenceHertz = a4
    periodDegree = 0
    degrees = []
  }

  /// Reads a `.kbm` file; a file that breaks the format is an error with its line.
  public init(kbm bytes: [UInt8]) throws(ScoreError) {
    var lines = ScalaLines(bytes)
    let size = try lines.whole("the size of the mapping", in: 0...128)
    let first = try lines.whole("the first key", in: 0...127)
    let last = try lines.whole("the last key", in: first...127)
    keys = first...last
    middleKey = try lines.whole("the middle key", in: 0...127)
    referenceKey = try lines.whole("the key of the reference", in: 0...127)
    let line = try lines.next("the frequency of the reference")
    guard let hertz = Double(line.word), hertz.isFinite, hertz >= 1, hertz <= 100_000 else {
      throw line.error("'\(line.word)' is no frequency from 1 to 100000 Hz")
    }
    referenceHertz = hertz
    periodDegree = try lines.whole("the degree of the period", in: 0...65_536)
    degrees = []
    // Entries that the file leaves out are silent keys, as the format has it.
    while degrees.count < size, let line = lines.nextIfAny() {
      if line.word == "x" || line.word == "X" {
        degrees.append(nil)
      } else if let degree = Int(line.word), 0...65_536 ~= degree {
        degrees.append(degree)
      } else {
        throw line.error("'\(line.word)' is neither a degree nor x")
      }
    }
    degrees += [Int?](repeating: nil, count: size - degrees.count)
  }

  /// The degree that a key plays; nil for a silent one.
  func degree(ofKey key: Int) -> Int? {
    let distance = key - middleKey
    if degrees.isEmpty { return distance }
    let (place, periods) = euclidean(distance, degrees.count)
    return degrees[place].map { $0 + periods * periodDegree }
  }
}
