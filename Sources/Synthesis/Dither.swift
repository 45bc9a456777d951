/// What is added to samples before they are rounded to integers, so that the error of rounding is noise
/// and not distortion.
///
/// A sample that is exactly 0 gets none: digital silence stays silent.
public enum Dither: String, Sendable, Hashable, CaseIterable {
  /// Nothing: samples are rounded to the nearest integer.
  case none
  /// Noise of triangular density, two steps wide: the mean and the power of the error no longer depend on
  /// the signal (Lipshitz, Wannamaker, Vanderkooy: Quantization and dither, J. AES 40(5), 1992).
  case tpdf
  /// The same noise, and the error fed back through a filter that moves it to where ears hear less.
  case shaped
}

/// The filter of `Dither.shaped`: what share of the last errors is taken off the next sample.
public enum NoiseShape {
  /// Coefficients for a sample rate, the most recent error first.
  ///
  /// Near 44.1 and 48 kHz the five of Lipshitz, Vanderkooy and Wannamaker (Minimally audible noise shaping,
  /// J. AES 39(11), 1991, table 2): 16 dB less at 4 kHz, more above 12 kHz. Above that, where there is room
  /// beyond hearing, (1 − z⁻¹)²; below, 1 − z⁻¹, because there all of the band is heard.
  public static func coefficients(rate: Int) -> SIMD8<Double> {
    switch rate {
    case 40_000...50_000: SIMD8(2.033, -2.165, 1.959, -1.590, 0.6149, 0, 0, 0)
    case 50_001...: SIMD8(2, -1, 0, 0, 0, 0, 0, 0)
    default: SIMD8(1, 0, 0, 0, 0, 0, 0, 0)
    }
  }
}
