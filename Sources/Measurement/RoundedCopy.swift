import Synthesis

/// Whether one recording is the other rounded to 16 bits, and how.
public struct RoundedCopy: Sendable, Hashable {
  /// Whether exactly one of both lies on the steps of 16 bits: rounding then moves samples by half a step.
  public var isOneOnSteps: Bool
  /// Whether all that differs is what rounding with shaped dither leaves (`Dither.shaped`), whose samples lie up
  /// to some steps away.
  public var isShaped: Bool

  /// Of two recordings of one rate that begin together.
  init(_ a: StereoBlock, _ b: StereoBlock, rate: Int, jobs: Int) {
    let planes = [(a.left, b.left), (a.right, b.right)]
    let sides = inOrder(2, jobs: jobs) { side in
      (Self.isOnSteps(planes[side].0), Self.isOnSteps(planes[side].1))
    }
    let (onA, onB) = (sides.allSatisfy { $0.0 }, sides.allSatisfy { $0.1 })
    isOneOnSteps = onA != onB
    isShaped = false
    if !isOneOnSteps { return }
    let shape = NoiseShape.coefficients(rate: rate)
    let shaped = inOrder(2, jobs: jobs) { side in
      onB
        ? Self.isShaped(planes[side].0, planes[side].1, shape)
        : Self.isShaped(planes[side].1, planes[side].0, shape)
    }
    isShaped = shaped.allSatisfy { $0 }
  }

  /// Neither.
  static let no = RoundedCopy(isOneOnSteps: false, isShaped: false)

  private init(isOneOnSteps: Bool, isShaped: Bool) {
    self.isOneOnSteps = isOneOnSteps
    self.isShaped = isShaped
  }

  private static func isOnSteps(_ plane: [Float]) -> Bool {
    for sample in plane {
      let steps = sample * 32_768
      if steps != steps.rounded() { return false }
    }
    return true
  }

  /// Undoes the filter of the dither: what is left of each sample is rounding and noise, within a step and a half.
  private static func isShaped(
    _ plane: [Float], _ rounded: [Float], _ shape: SIMD8<Double>
  ) -> Bool {
    guard plane.count == rounded.count else { return false }
    var errors = SIMD8<Double>.zero
    for i in plane.indices {
      var error = 0.0
      if plane[i] != 0 {
        error = Double(rounded[i] - plane[i]) * 32_768 + (shape * errors).sum()
        if !(abs(error) < 1.51) { return false }
      } else if rounded[i] != 0 {
        return false
      }
      errors = SIMD8(
        error, errors[0], errors[1], errors[2], errors[3], errors[4], errors[5], errors[6])
    }
    return true
  }
}
