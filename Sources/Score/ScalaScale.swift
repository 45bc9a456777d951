/// A scale of the Scala format (.scl): the pitches of one period above a fundamental.
///
/// A pitch with a point is in cents, others are ratios, `3/2` or `2`; the fundamental, 0 cents, is not
/// written and the last pitch is the period, as a rule the octave. Numbers behind a pitch and lines that
/// begin with `!` are comments. The format is described at huygens-fokker.org/scala/scl_format.html.
public struct ScalaScale: Sendable, Hashable {
  /// What the file says of itself.
  public var name: String
  /// The pitches above the fundamental in cents, in the file's order; the last one is the period.
  public var cents: [Double]

  /// A scale of these pitches.
  public init(name: String, cents: [Double]) {
    self.name = name
    self.cents = cents
  }

  /// Reads a `.scl` file; a file that breaks the format is an error with its line.
  public init(scl bytes: [UInt8]) throws(ScoreError) {
    var lines = ScalaLines(bytes)
    name = try lines.next("the description").text
    let count = try lines.whole("the number of pitches", in: 0...65_536)
    cents = []
    for _ in 0..<count {
      let line = try lines.next("pitch \(cents.count + 1) of \(count)")
      guard let pitch = Self.cents(of: line.word) else {
        throw line.error(
          "'\(line.word)' is no pitch", hint: "cents have a point, 701.955; ratios have none, 3/2")
      }
      cents.append(pitch)
    }
  }

  /// A pitch in cents; nil where it is none.
  static func cents(of word: String) -> Double? {
    if word.contains(".") {
      guard let cents = Double(word), cents.isFinite, cents.magnitude < 1e6 else { return nil }
      return cents
    }
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let upper = Int(parts[0]), upper > 0 else { return nil }
    guard parts.count == 2 else { return 1200 * binaryLogarithm(Double(upper)) }
    guard let lower = Int(parts[1]), lower > 0 else { return nil }
    return 1200 * binaryLogarithm(Double(upper) / Double(lower))
  }

  /// The cents of a degree, any whole number: 0 is the fundamental, periods repeat in both directions.
  func cents(ofDegree degree: Int) -> Double {
    guard let period = cents.last else { return 0 }
    let (within, periods) = euclidean(degree, cents.count)
    return Double(periods) * period + (within == 0 ? 0 : cents[within - 1])
  }
}
