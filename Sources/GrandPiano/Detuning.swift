import Synthesis

/// How far the strings of a unison are from each other: listeners and tuners like a cent or two at most
/// (Kirk, JASA 31 (1959) 1644).
enum Detuning {
  /// The cents between the outer strings of a key.
  static func spread(_ string: PianoString, _ scatter: Scatter) -> Double {
    0.4 + 0.8 * scatter.uniform(.detune, string.key)
  }

  /// The frequency of a partial's aftersound, which is also what the string answers to when others sound.
  static func aftersound(_ string: PianoString, _ n: Int, _ scatter: Scatter) -> Double {
    let cents = 0.3 * (2 * scatter.uniform(.partialDetune, string.key, n) - 1)
    return string.frequency(n)
      * ExactMath.exp2((0.5 * spread(string, scatter) + cents) / 1200)
  }
}
