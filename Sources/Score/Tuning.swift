/// How far every key is from equal temperament at A4 = 440 Hz.
public struct Tuning: Sendable, Hashable {
  /// The cents to be added to each of the 128 keys; nil for a key that is silent.
  public private(set) var cents: [Double?]

  /// Equal temperament with A4 at this frequency in Hz.
  public init(a4: Double) {
    cents = [Double?](repeating: 1200 * binaryLogarithm(a4 / 440), count: 128)
  }

  /// The tuning so many cents higher.
  public func raised(by cents: Double) -> Tuning {
    var tuning = self
    for key in tuning.cents.indices { tuning.cents[key] = tuning.cents[key].map { $0 + cents } }
    return tuning
  }

  /// A scale laid on the keys by a mapping.
  ///
  /// A scale without pitches, and a reference on a silent key, are errors.
  public init(_ scale: ScalaScale, on keyboard: ScalaKeyboard) throws(ScoreError) {
    if scale.cents.isEmpty {
      throw ScoreError(.malformed, at: .whole, "the scale has no pitches")
    }
    guard let reference = keyboard.degree(ofKey: keyboard.referenceKey) else {
      throw ScoreError(
        .malformed, at: .whole,
        "key \(keyboard.referenceKey), whose frequency is given, has no degree of the scale")
    }
    let referenceCents =
      1200 * binaryLogarithm(keyboard.referenceHertz / 440) - scale.cents(ofDegree: reference)
    cents = (0..<128).map { key in
      guard keyboard.keys.contains(key) else { return 0 }
      return keyboard.degree(ofKey: key).map {
        referenceCents + scale.cents(ofDegree: $0) - Double(100 * (key - 69))
      }
    }
  }
}
