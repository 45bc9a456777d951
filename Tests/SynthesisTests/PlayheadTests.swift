import Testing

@testable import Synthesis

@Suite struct PlayheadTests {
  private func read(
    _ tape: Tape, _ interpolation: Interpolation, ratio: Double, count: Int
  ) -> [Float] {
    var playhead = Playhead(frame: 0, ratio: ratio)
    var row = [Float](repeating: 0, count: count + 2)
    playhead.read(tape, interpolation, into: &row, from: 1, count: count)
    #expect(row[0] == 0 && row[count + 1] == 0)
    return Array(row[1...count])
  }

  private func sine(_ frames: Int, period: Double) -> [Float] {
    (0..<frames).map { Float(ExactMath.sin(2 * Double.pi * Double($0) / period)) }
  }

  @Test(arguments: [Interpolation.linear, .cubic])
  func `at ratio 1 the samples come back`(interpolation: Interpolation) {
    let frames = sine(200, period: 37)
    #expect(read(Tape(frames), interpolation, ratio: 1, count: 200) == frames)
  }

  @Test(arguments: Interpolation.allCases)
  func `after the end there is silence`(interpolation: Interpolation) {
    let heard = read(Tape(sine(50, period: 10)), interpolation, ratio: 1, count: 100)
    #expect(!heard[50...].contains { $0 != 0 })
  }

  @Test(arguments: Interpolation.allCases, [1...2, 7...30, 3...103])
  func `a loop of any length goes on without a seam`(
    interpolation: Interpolation, points: ClosedRange<Int>
  ) {
    let loop = points.lowerBound..<points.upperBound
    // The frames before the loop are those that the loop would have there.
    let length = loop.count
    let frames = (0..<110).map { Float(($0 % length) * 7 % 11) }
    let heard = read(Tape(frames, loop: loop), interpolation, ratio: 1.5, count: 6000)
    let whole = read(
      Tape((0..<9200).map { Float(($0 % length) * 7 % 11) }), interpolation, ratio: 1.5, count: 6000
    )
    for i in 60..<6000 {
      #expect(abs(heard[i] - whole[i]) < 1e-4); if abs(heard[i] - whole[i]) >= 1e-4 { break }
    }
  }

  @Test func `the pace does not drift`() {
    let tape = Tape(sine(1000, period: 100), loop: 0..<1000)
    var playhead = Playhead(frame: 0, ratio: 1.25)
    var row = [Float](repeating: 0, count: 64)
    for _ in 0..<1000 { playhead.read(tape, .cubic, into: &row, from: 0, count: 64) }
    // 64,000 frames at 1.25 are 80,000 frames, 80 turns of the loop.
    playhead.read(tape, .cubic, into: &row, from: 0, count: 1)
    #expect(abs(row[0]) < 1e-5)
  }

  @Test(arguments: Interpolation.allCases)
  func `images of a tone an octave down lie where the doc comment says`(
    interpolation: Interpolation
  ) {
    // A tone at 0.8 of the band read at half its pace: its image would lie at 0.6 of the new band.
    let tape = Tape(sine(3000, period: 2.5), loop: 0..<3000)
    let heard = Array(read(tape, interpolation, ratio: 0.5, count: 2064)[64...])
    func amplitude(_ cyclesPerFrame: Double) -> Double {
      var (a, b, weight) = (0.0, 0.0, 0.0)
      for (i, x) in heard.enumerated() {
        let w = 0.5 - 0.5 * ExactMath.cos(2 * Double.pi * (Double(i) + 0.5) / Double(heard.count))
        a += Double(x) * w * ExactMath.cos(2 * Double.pi * cyclesPerFrame * Double(i))
        b += Double(x) * w * ExactMath.sin(2 * Double.pi * cyclesPerFrame * Double(i))
        weight += w
      }
      return 2 * (a * a + b * b).squareRoot() / weight
    }
    let image = ExactMath.decibels(amplitude(0.3) / amplitude(0.2))
    switch interpolation {
    case .linear: #expect(image > -30)
    case .cubic: #expect(image < -3)
    case .sinc: #expect(image < -60)
    }
  }
}
