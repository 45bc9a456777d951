import Glibc
import Measurement
import Testing

@Suite struct FourierTransformTests {
  /// A signal without any symmetry.
  static func signal(_ size: Int) -> [Float] {
    var state: UInt32 = 12345
    return (0..<size).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state >> 8) / Float(1 << 24) - 0.5
    }
  }

  @Test(arguments: [4, 8, 16, 256])
  func `agrees with the sum that defines it`(size: Int) {
    let x = Self.signal(size)
    let (real, imaginary) = FourierTransform(size: size).spectrum(of: x)
    var worst = 0.0
    for k in 0...size / 2 {
      var (wantReal, wantImaginary) = (0.0, 0.0)
      for (n, sample) in x.enumerated() {
        let angle = -2 * Double.pi * Double(k * n % size) / Double(size)
        wantReal += Double(sample) * cos(angle)
        wantImaginary += Double(sample) * sin(angle)
      }
      worst = max(worst, abs(wantReal - Double(real[k])), abs(wantImaginary - Double(imaginary[k])))
    }
    #expect(worst < 1e-5 * Double(size).squareRoot())
  }

  @Test(arguments: [4, 8, 64, 4096])
  func `there and back is where one was`(size: Int) {
    let x = Self.signal(size)
    let transform = FourierTransform(size: size)
    let (real, imaginary) = transform.spectrum(of: x)
    let back = transform.signal(real: real, imaginary: imaginary)
    let worst = zip(x, back).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 2e-6)
  }
}
